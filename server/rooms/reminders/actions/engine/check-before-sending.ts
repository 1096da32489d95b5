import type { Ctx } from '../../../../platform/context.ts'
import { markDue } from '../../../../platform/due-work/mark-due.ts'
import { cancelMessage, readMessageStanding } from '../../store/sent-messages.ts'

/**
 * Checks a reminder just before it leaves. It is canceled when one of its invoices was paid, closed or changed since it was
 * written, or reminders were switched off: what is still due is decided again, without the rest.
 */
export async function checkBeforeSending(ctx: Ctx, mailId: string): Promise<boolean> {
  const standing = await readMessageStanding(ctx, mailId)
  if (standing === null) return false
  if (!standing.stillTrue) {
    await cancelMessage(ctx, standing.messageId)
    await markDue(ctx, 'reminders.send-due', standing.messageId, ctx.now)
  }
  return standing.stillTrue
}
