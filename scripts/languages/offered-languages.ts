import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Translations by English message. */
export type Catalogue = Readonly<Record<string, string>>

export const CATALOGUES = fileURLToPath(new URL('../../languages', import.meta.url))

/** Returns the languages other than English: each file in languages/ is one. */
export const translatedLanguages = (folder = CATALOGUES): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort()

export const readCatalogue = (language: string, folder = CATALOGUES): Catalogue =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Catalogue

/** Locale whose conventions a language's dates, numbers and money follow. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-US' : language)

/** Returns how a language writes numbers. */
export function numberMarksOf(language: string): { group: string; point: string; groupedFrom: number } {
  const format = new Intl.NumberFormat(localeOf(language))
  const markOf = (type: string): string =>
    format.formatToParts(12345.6).find((part) => part.type === type)?.value ?? ''
  const groupsFour = format.formatToParts(1234).some((part) => part.type === 'group')
  return { group: markOf('group'), point: markOf('decimal'), groupedFrom: groupsFour ? 4 : 5 }
}
