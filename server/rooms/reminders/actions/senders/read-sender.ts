import { resolveSender, type StepSender } from '../../../../../domain/reminders/step-sender.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type Letterhead, selectMembers } from '../../../accounts/index.ts'

/** Name and reply address of another sender than the account. */
export interface Sender {
  readonly name: string
  readonly replyTo: string
}

/** Returns the sender of a step; null when it is the account, also because the person left it. */
export async function readSender(ctx: Ctx, sender: StepSender | null): Promise<Sender | null> {
  const [found] = await readSenders(ctx, [sender])
  return found!
}

/** Returns the senders of steps, in the same order. */
export async function readSenders(
  ctx: Ctx,
  senders: readonly (StepSender | null)[],
): Promise<(Sender | null)[]> {
  const hasMember = senders.some((sender) => sender !== null && sender.memberId !== null)
  const members = hasMember ? await selectMembers(ctx) : []
  return senders.map((sender) => sender && resolveSender(sender, members))
}

/** Returns a letterhead with the name and the reply address of a sender. */
export const signedBy = (letterhead: Letterhead, sender: Sender | null): Letterhead =>
  sender === null ? letterhead : { ...letterhead, fromName: sender.name, replyTo: sender.replyTo }

/** Columns of a message that keep its sender. */
export const senderColumns = (sender: Sender | null) => ({
  sender_name: sender?.name ?? null,
  reply_to: sender?.replyTo ?? null,
})
