import type { Language } from '../../../../domain/mails/languages.ts'
import { isWordedKind } from '../../../../domain/mails/mail-kind-names.ts'
import { builtInText } from '../../../../domain/mails/texts/built-in-texts.ts'
import type { WithRead } from '../../../../domain/parsing/changed-meanwhile.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { mergeChanges } from '../../accounts/index.ts'
import { isBuiltIn } from '../rules/choose-texts.ts'
import type { TemplateTexts } from '../rules/template-problem.ts'
import { deleteMailText, findMailText, upsertMailText } from '../store/mail-texts.ts'
import { checkTexts } from './check-texts.ts'
import { nameTemplate } from './name-template.ts'
import { readTemplate } from './read-template.ts'

/**
 * Stores the text of a mail in one language for all mails from now on. The built-in text is stored as no text of the
 * account's own. Refuses not_found, texts that can't be rendered, and one that somebody else changed since it was as in `if_unchanged`.
 */
export async function saveMailText(
  ctx: Ctx,
  key: { readonly template: string; readonly language: Language },
  { if_unchanged, ...given }: WithRead<TemplateTexts>,
) {
  const { template, language } = key
  const name = await nameTemplate(ctx, template)
  const readNow = async () => (await findMailText(ctx, key)) ?? (await textWithoutOwn(ctx, key))
  const wanted = await mergeChanges<TemplateTexts>(ctx, {
    wanted: given,
    read: if_unchanged,
    readNow,
    changes: {
      objectId: ctx.accountId,
      actions: ['mail-templates.update-text', 'mail-templates.remove-text'],
      detail: { name, language },
    },
  })
  const texts = if_unchanged ? { ...(await readNow()), ...wanted } : given
  const kind = isWordedKind(template) ? template : 'reminder'
  await checkTexts(kind, texts)
  if (isWordedKind(template) && isBuiltIn(template, language, texts)) await deleteMailText(ctx, key)
  else await upsertMailText(ctx, key, texts)
  await audit(ctx, 'mail-templates.update-text', { type: 'account', id: ctx.accountId }, { name, language })
  return { language, ...texts }
}

type Key = Parameters<typeof saveMailText>[1]

/** The text that is sent while the account has none of its own in this language. */
async function textWithoutOwn(ctx: Ctx, { template, language }: Key): Promise<TemplateTexts> {
  const { subject, body } = isWordedKind(template)
    ? builtInText(template, language)
    : await readTemplate(ctx, template)
  return { subject, body }
}
