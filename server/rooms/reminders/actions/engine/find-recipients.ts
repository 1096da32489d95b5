import type { Ctx } from '../../../../platform/context.ts'
import { readMarks } from '../../../email-addresses/index.ts'
import { addressesOf } from '../../rules/recipients.ts'
import type { ReminderToSend } from './read-message-parts.ts'

/** Returns the addresses of each message: the customer's, and the others that have no mark. */
export async function findRecipients(
  ctx: Ctx,
  messages: readonly Pick<ReminderToSend, 'customer' | 'steps'>[],
): Promise<string[][]> {
  const all = messages.map(({ customer, steps }) => addressesOf(customer, steps[0]!.copies))
  const markOf = await readMarks(ctx, all.flat())
  return all.map((own) => own.filter((address, at) => at === 0 || markOf(address) === null))
}
