import { type Language, languageOf } from '../../../../../domain/mails/languages.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { translatedLanguage } from '../../../../platform/languages/catalogues.ts'
import { type Translator, translatorTo } from '../../../../platform/languages/translate.ts'
import { type MailContent, renderMail } from '../../../../platform/mail/layout.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { letterheadOf, portalOriginOf, readAccountRow } from '../../../accounts/index.ts'
import { readDocumentLanguage } from '../../../mail-templates/index.ts'
import { customersOfLogin } from '../../store/portal-access.ts'

/** Mails in the company's name, in the language of the customer that it is about. Links lead to its portal only. */
export async function mailInCompanysName(
  ctx: Ctx,
  to: string,
  about: { kind: string; related: { type: string; id: string } },
  write: (facts: {
    company: string
    portalOrigin: string
    t: Translator
  }) => Omit<MailContent, 'company' | 'allowedOrigins' | 'language'>,
): Promise<void> {
  const { company, fromName, replyTo, pictures } = await letterheadOf(ctx)
  const portalOrigin = await portalOriginOf(ctx)
  const language = await readLanguageOf(ctx, about.related)
  const rendered = renderMail({
    ...write({ company: company.name, portalOrigin, t: translatorTo(language) }),
    company,
    language,
    allowedOrigins: [portalOrigin],
  })
  await queueMail(ctx, { ...about, to, fromName, replyTo, ...rendered, attachments: pictures })
}

/** A login of several customers reads mails in the first one's language, a stranger in the account's. */
async function readLanguageOf(ctx: Ctx, { type, id }: { type: string; id: string }): Promise<Language> {
  const [first] = type === 'portal_user' ? await customersOfLogin(ctx, id) : []
  const customerId = type === 'customer' ? id : first?.id
  return customerId === undefined
    ? translatedLanguage(languageOf((await readAccountRow(ctx)).language))
    : readDocumentLanguage(ctx, customerId)
}
