import { type Language, languageOf } from '../../../../domain/mails/languages.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { chooseTexts } from '../rules/choose-texts.ts'
import { findMailTexts, readReaders } from '../store/mail-texts.ts'
import { findTemplates } from '../store/templates.ts'
import type { ChosenTexts } from './layout-mail.ts'

/** A reminder template and the customer who reads it. */
export interface TemplateReader {
  readonly templateId: string
  readonly customerId: string
}

export interface ReminderTexts {
  readonly texts: ChosenTexts
  readonly language: Language
}

/**
 * Returns a reminder template's text in the customer's language, or else its default text with the account's language, so
 * that one mail has one language. Refuses not_found.
 */
export async function chooseReminderTexts(
  ctx: Ctx,
  templateId: string,
  customerId: string,
): Promise<ReminderTexts> {
  const [chosen] = await chooseTextsOfReminders(ctx, [{ templateId, customerId }])
  return chosen!
}

/** Returns the texts of several reminders, in the same order. Refuses not_found when one of the templates does not exist. */
export async function chooseTextsOfReminders(
  ctx: Ctx,
  reminders: readonly TemplateReader[],
): Promise<ReminderTexts[]> {
  const templateIds = [...new Set(reminders.map(({ templateId }) => templateId))]
  const [account, rows, textOf, readers] = await Promise.all([
    readAccountRow(ctx),
    findTemplates(ctx, templateIds),
    findMailTexts(ctx, templateIds),
    readReaders(ctx, [...new Set(reminders.map(({ customerId }) => customerId))]),
  ])
  const templates = new Map(rows.map((row) => [row.id, row]))
  const ofAccount = languageOf(account.language)
  return reminders.map(({ templateId, customerId }) => {
    const template = templates.get(templateId)
    if (!template) throw refuse('not_found')
    const own = readers.get(customerId)!.language
    const wanted = own === null ? ofAccount : languageOf(own)
    const found = textOf({ template: templateId, language: wanted })
    const language = found === null ? ofAccount : wanted
    return { texts: chooseTexts('reminder', language, found ?? template), language }
  })
}
