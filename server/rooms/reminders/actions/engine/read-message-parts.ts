import type { Ctx } from '../../../../platform/context.ts'
import { chooseTextsOfReminders } from '../../../mail-templates/index.ts'
import type { ChangedText } from '../../store/changed-texts.ts'
import type { ReminderCustomer } from '../../store/customers.ts'
import type { DueRow } from '../../store/find-due.ts'
import { readSenders, type Sender, signedBy } from '../senders/read-sender.ts'
import type { ReminderParts } from './compose-reminder.ts'
import { readLetter } from './read-letter.ts'

/** One email about all invoices of a customer that reached a step. */
export interface ReminderToSend {
  readonly customer: ReminderCustomer
  /** At least one, all of one currency. */
  readonly steps: readonly DueRow[]
  /** Text of a person for this message alone; null uses the template. */
  readonly ownText: ChangedText | null
}

/** Contents of an email, besides its invoices. */
export interface MessageParts extends Omit<ReminderParts, 'invoices' | 'payAllUrl'> {
  readonly sender: Sender | null
}

/** Reads what emails say, besides their invoices, in the same order. */
export async function readMessageParts(
  ctx: Ctx,
  reminders: readonly ReminderToSend[],
): Promise<MessageParts[]> {
  const letter = await readLetter(ctx)
  const senders = await readSenders(
    ctx,
    reminders.map(({ steps }) => steps[0]!.sender),
  )
  const chosen = await chooseTextsOfReminders(
    ctx,
    reminders.map(({ customer, steps }) => ({ templateId: steps[0]!.templateId!, customerId: customer.id })),
  )
  return reminders.map(({ customer, steps, ownText }, at) => ({
    ...letter,
    letterhead: signedBy(letter.letterhead, senders[at]!),
    sender: senders[at]!,
    ...chosen[at]!,
    customerName: customer.name,
    currency: steps[0]!.currency,
    ownText,
  }))
}
