import { type Language, languageOf } from '../../../../domain/mails/languages.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translatedLanguage } from '../../../platform/languages/catalogues.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { readReader } from '../store/mail-texts.ts'

/** Returns the language of mails and documents to a customer: their own, else the account's. */
export async function readCustomerLanguage(ctx: Ctx, customerId: string): Promise<Language> {
  const own = await readOwnLanguage(ctx, customerId)
  return languageOf(own ?? (await readAccountRow(ctx)).language)
}

/** Returns the language of PDFs and of mails that have no texts in every language: English where nothing is translated. */
export const readDocumentLanguage = async (ctx: Ctx, customerId: string): Promise<Language> =>
  translatedLanguage(await readCustomerLanguage(ctx, customerId))

/** Returns the language that is stored for a customer, or null. */
export async function readOwnLanguage(ctx: Ctx, customerId: string): Promise<string | null> {
  const { language } = await readReader(ctx, customerId)
  return language
}
