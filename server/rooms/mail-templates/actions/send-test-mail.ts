import { MAIL_KINDS } from '../../../../domain/mails/mail-kinds.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { queueMailOnce } from '../../../platform/mail/outbox.ts'
import { refuse } from '../../../platform/refusal.ts'
import { consumeMailRateLimit } from '../../accounts/index.ts'
import { findUser } from '../../identity/index.ts'
import { type PreviewRequest, previewMail } from './preview-mail.ts'

/**
 * Mails the preview of texts to the signed-in person, once for a request_id. Its pay link opens nothing. Refuses texts that
 * can't be rendered, not_found, and too_many_requests.
 */
export async function sendTestMail(
  ctx: Ctx,
  { request_id: requestId, ...request }: PreviewRequest & { readonly request_id: string },
): Promise<{ to: string }> {
  const user = ctx.actor.kind === 'staff' ? await findUser(ctx, ctx.actor.userId) : null
  if (!user) throw refuse('not_found')
  const { invoice: _number, subject, ...mail } = await previewMail(ctx, request)
  await consumeMailRateLimit(ctx, 1)
  await queueMailOnce(ctx, `template-test.${user.id}.${requestId}`, {
    kind: 'mail-templates.test',
    to: user.email,
    ...mail,
    subject: `[Test] ${subject}`,
    related: { type: 'user', id: user.id },
  })
  const { name } = MAIL_KINDS[request.kind]
  await audit(
    ctx,
    'mail-templates.send-test',
    { type: 'account', id: ctx.accountId },
    { name, to: user.email },
  )
  return { to: user.email }
}
