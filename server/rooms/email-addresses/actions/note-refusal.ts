import { normalizeEmail } from '../../../../domain/people/person-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { AddressedMail } from '../../../platform/mail/recipients/address-records.ts'
import { insertOutcome } from '../store/reports.ts'
import { markAddress } from './mark-address.ts'

/** Notes that a mail server refused an address for good while a message was handed over. */
export async function noteRefusal(ctx: Ctx, { id, to }: AddressedMail, reason: string): Promise<void> {
  if (!(await insertOutcome(ctx, id, 'bounced', reason))) return
  await markAddress(ctx, { address: normalizeEmail(to), kind: 'bounced', reason, mailId: id })
}
