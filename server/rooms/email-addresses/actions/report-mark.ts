import type { AddressMark } from '../../../../domain/people/address-marks.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { AuditAction } from '../../../platform/registered-names.ts'
import { openAddressTask, openComplaintTask } from '../../worklist/index.ts'
import { type NewMark, selectCustomersWith } from '../store/marks.ts'
import { selectMailSubject } from '../store/reports.ts'

const ACTIONS: Readonly<Record<AddressMark, AuditAction>> = {
  bounced: 'mail.bounce',
  complained: 'mail.complain',
  unsubscribed: 'mail.unsubscribe',
}

/**
 * Tells the company that an address was marked: once for each customer who has it, otherwise once for the record that the
 * message was about.
 */
export async function reportMark(ctx: Ctx, { address, kind, reason, mailId }: NewMark): Promise<void> {
  const detail = { to: address, ...(reason !== '' && { reason }) }
  const customers = await selectCustomersWith(ctx, address)
  for (const id of customers) {
    await audit(ctx, ACTIONS[kind], { type: 'customer', id }, { ...detail, customer: id })
    if (kind === 'bounced') await openAddressTask(ctx, id, address, reason)
    if (kind === 'complained') await openComplaintTask(ctx, id, address)
  }
  if (customers.length > 0) return
  const subject = mailId === null ? null : await selectMailSubject(ctx, mailId)
  await audit(ctx, ACTIONS[kind], subject ?? { type: 'email_address', id: null }, {
    ...detail,
    email: address,
  })
}
