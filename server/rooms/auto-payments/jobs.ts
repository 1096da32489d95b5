import type { Schedule } from '../../platform/registry.ts'
import { chargeDue } from './actions/charge-due.ts'
import { sendNotices } from './actions/send-notices.ts'
import { settleTakenBack } from './actions/settle-taken-back.ts'

/** Checked once a minute for each account, by the product's clock. */
export const autoPaymentsSchedules: readonly Schedule[] = [
  { name: 'auto-payments.settle-taken-back', run: settleTakenBack },
  { name: 'auto-payments.send-notices', run: sendNotices },
  { name: 'auto-payments.charge-due', run: chargeDue },
]
