import { languageOf } from '../../../../domain/mails/languages.ts'
import type { WordedKind } from '../../../../domain/mails/mail-kind-names.ts'
import type { FactsByKind } from '../../../../domain/mails/mail-kinds.ts'
import { builtInText } from '../../../../domain/mails/texts/built-in-texts.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { chooseTexts } from '../rules/choose-texts.ts'
import { TemplateProblem } from '../rules/template-problem.ts'
import { findMailText, readReader } from '../store/mail-texts.ts'
import type { ChosenTexts } from './layout-mail.ts'
import { type WrittenMail, writeMail } from './write-mail.ts'

/**
 * Writes a mail to a customer in their language: with the account's own text, or with the built-in one where there is none
 * or it can't be rendered for these facts, because a receipt must not wait for a text to be corrected.
 */
export async function composeMail<Kind extends WordedKind>(
  ctx: Ctx,
  kind: Kind,
  customerId: string,
  facts: FactsByKind[Kind],
  unsubscribeUrl?: string,
): Promise<WrittenMail> {
  const { name, language: own } = await readReader(ctx, customerId)
  const language = languageOf(own ?? (await readAccountRow(ctx)).language)
  const texts = await findMailText(ctx, { template: kind, language })
  const write = (chosen: ChosenTexts) =>
    writeMail(ctx, kind, { name, language }, chosen, facts, unsubscribeUrl)
  try {
    return await write(chooseTexts(kind, language, texts))
  } catch (error) {
    if (texts === null || !(error instanceof TemplateProblem)) throw error
    return write(builtInText(kind, language))
  }
}
