import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { mailFailureOf } from '../../../../platform/mail/mail-events.ts'
import { reportRefusedMail } from '../../../worklist/index.ts'
import { selectMailSubject } from '../../store/reports.ts'

/** Tells the company that a message did not arrive, for a reason that does not concern its address, and opens its task. */
export async function reportRefusal(ctx: Ctx, mailId: string, to: string, reason: string): Promise<void> {
  const subject = await selectMailSubject(ctx, mailId)
  if (subject === null) return
  await audit(ctx, mailFailureOf(subject.type), subject, { to, reason })
  await reportRefusedMail(ctx, { messageId: mailId, to, related: subject, reason })
}
