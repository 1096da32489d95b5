import { type Language, languageOf } from '../../../../domain/mails/languages.ts'
import type { WordedKind } from '../../../../domain/mails/mail-kind-names.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { chooseTexts } from '../rules/choose-texts.ts'
import { findMailText, readReader } from '../store/mail-texts.ts'
import type { ChosenTexts } from './layout-mail.ts'

/** Returns the text of a kind of mail in a customer's language: the account's own, or the built-in one. */
export async function chooseMailTexts(
  ctx: Ctx,
  kind: WordedKind,
  customerId: string,
): Promise<{ readonly texts: ChosenTexts; readonly language: Language }> {
  const { language: own } = await readReader(ctx, customerId)
  const language = languageOf(own ?? (await readAccountRow(ctx)).language)
  const texts = await findMailText(ctx, { template: kind, language })
  return { texts: chooseTexts(kind, language, texts), language }
}
