import type { Ctx } from '../../../../platform/context.ts'
import { type MailContent, renderMail } from '../../../../platform/mail/layout.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { letterheadOf, portalOriginOf } from '../../../accounts/index.ts'

/** Mails in the company's name. Links lead to its portal only. */
export async function mailInCompanysName(
  ctx: Ctx,
  to: string,
  about: { kind: string; related: { type: string; id: string } },
  write: (facts: {
    company: string
    portalOrigin: string
  }) => Omit<MailContent, 'company' | 'allowedOrigins'>,
): Promise<void> {
  const { company, fromName, replyTo, pictures } = await letterheadOf(ctx)
  const portalOrigin = await portalOriginOf(ctx)
  const rendered = renderMail({
    ...write({ company: company.name, portalOrigin }),
    company,
    allowedOrigins: [portalOrigin],
  })
  await queueMail(ctx, { ...about, to, fromName, replyTo, ...rendered, attachments: pictures })
}
