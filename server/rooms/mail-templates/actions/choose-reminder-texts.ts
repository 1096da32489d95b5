import { type Language, languageOf } from '../../../../domain/mails/languages.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { chooseTexts } from '../rules/choose-texts.ts'
import { findMailText, readReader } from '../store/mail-texts.ts'
import type { ChosenTexts } from './layout-mail.ts'
import { readTemplate } from './read-template.ts'

/**
 * Returns a reminder template's text in the customer's language, or else its default text with the account's language, so
 * that one mail has one language. Refuses not_found.
 */
export async function chooseReminderTexts(
  ctx: Ctx,
  templateId: string,
  customerId: string,
): Promise<{ readonly texts: ChosenTexts; readonly language: Language }> {
  const template = await readTemplate(ctx, templateId)
  const { language: own } = await readReader(ctx, customerId)
  const ofAccount = languageOf((await readAccountRow(ctx)).language)
  const wanted = own === null ? ofAccount : languageOf(own)
  const found = await findMailText(ctx, { template: templateId, language: wanted })
  const language = found === null ? ofAccount : wanted
  return { texts: chooseTexts('reminder', language, found ?? template), language }
}
