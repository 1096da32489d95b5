import type { Language } from '../../../../domain/mails/languages.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { deleteMailText } from '../store/mail-texts.ts'
import { nameTemplate } from './name-template.ts'

/** Deletes the account's own text in one language, so that the built-in or default text is sent. Refuses not_found. */
export async function removeMailText(
  ctx: Ctx,
  key: { readonly template: string; readonly language: Language },
): Promise<void> {
  const name = await nameTemplate(ctx, key.template)
  if (!(await deleteMailText(ctx, key))) throw refuse('not_found')
  const { language } = key
  await audit(ctx, 'mail-templates.remove-text', { type: 'account', id: ctx.accountId }, { name, language })
}
