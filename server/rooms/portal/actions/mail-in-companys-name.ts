import type { Ctx } from '../../../platform/context.ts'
import { type MailContent, renderMail } from '../../../platform/mail/layout.ts'
import { queueMail } from '../../../platform/mail/outbox.ts'
import { companyOf, portalOriginOf } from '../../accounts/index.ts'

/** How a company without a name signs. */
const NAMELESS = 'Your supplier'

/** Mails somebody in the company's name. Links lead to its portal only. */
export async function mailInCompanysName(
  ctx: Ctx,
  to: string,
  about: { kind: string; related: { type: string; id: string } },
  write: (facts: {
    company: string
    portalOrigin: string
  }) => Omit<MailContent, 'company' | 'allowedOrigins'>,
): Promise<void> {
  const company = await companyOf(ctx)
  const portalOrigin = await portalOriginOf(ctx)
  const name = company.name || NAMELESS
  const contactLines = [company.addressLines.join(', '), company.email, company.phone]
  const rendered = renderMail({
    ...write({ company: name, portalOrigin }),
    company: { name, contactLines },
    allowedOrigins: [portalOrigin],
  })
  await queueMail(ctx, { ...about, to, fromName: name, ...rendered })
}
