import type { Language } from '../../../../domain/mails/languages.ts'
import { isWordedKind } from '../../../../domain/mails/mail-kind-names.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { isBuiltIn } from '../rules/choose-texts.ts'
import type { TemplateTexts } from '../rules/template-problem.ts'
import { deleteMailText, upsertMailText } from '../store/mail-texts.ts'
import { checkTexts } from './check-texts.ts'
import { nameTemplate } from './name-template.ts'

/**
 * Stores the text of a mail in one language for all mails from now on. The built-in text is stored as no text of the
 * account's own. Refuses not_found, and texts that can't be rendered.
 */
export async function saveMailText(
  ctx: Ctx,
  key: { readonly template: string; readonly language: Language },
  texts: TemplateTexts,
) {
  const { template, language } = key
  const name = await nameTemplate(ctx, template)
  const kind = isWordedKind(template) ? template : 'reminder'
  await checkTexts(kind, texts)
  if (isWordedKind(template) && isBuiltIn(template, language, texts)) await deleteMailText(ctx, key)
  else await upsertMailText(ctx, key, texts)
  await audit(ctx, 'mail-templates.update-text', { type: 'account', id: ctx.accountId }, { name, language })
  return { language, ...texts }
}
