import type { BaseCtx } from '../../../../platform/context.ts'
import { enterAccount } from '../../../../platform/context.ts'
import { type MailContent, renderMail } from '../../../../platform/mail/layout.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import type { User } from '../../store/users.ts'

const PRODUCT = 'Quittance'

/**
 * Mails a person of the business app in the product's name. The mail is stored under their home account, or
 * under their own id when they work in no company.
 */
export async function mailUser(
  ctx: BaseCtx,
  user: User,
  kind: string,
  content: Omit<MailContent, 'company' | 'allowedOrigins'>,
): Promise<void> {
  const inside = await enterAccount(ctx, user.homeAccountId ?? user.id)
  const rendered = renderMail({
    ...content,
    company: { name: PRODUCT },
    allowedOrigins: [new URL(ctx.app.config.appOrigin).origin],
  })
  const related = { type: 'user', id: user.id }
  await queueMail(inside, { kind, to: user.email, fromName: PRODUCT, related, ...rendered })
}
