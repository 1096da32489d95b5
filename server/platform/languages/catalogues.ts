import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLanguage, LANGUAGE_TAGS, type Language } from '../../../domain/mails/languages.ts'
import { PRODUCT_FOLDER } from '../product-folder.ts'

const FOLDER = join(PRODUCT_FOLDER, 'languages')

type Catalogue = ReadonlyMap<string, string>

function readCatalogue(file: string): readonly [Language, Catalogue] {
  const tag = file.slice(0, -'.json'.length)
  if (!isLanguage(tag))
    throw new Error(`languages/${file} is named after no language of domain/mails/languages.ts`)
  const texts = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Record<string, string>
  return [tag, new Map(Object.entries(texts))]
}

const CATALOGUES = new Map(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map(readCatalogue),
)

/** Languages of pages, PDFs and texts of the server: English, and one for each file of languages/. */
export const TRANSLATED: readonly Language[] = LANGUAGE_TAGS.filter(
  (tag) => tag === 'en' || CATALOGUES.has(tag),
)

/** Returns the language itself, or English when nothing is translated into it. */
export const translatedLanguage = (language: Language): Language =>
  TRANSLATED.includes(language) ? language : 'en'

/** Returns the translation of an English text, or undefined. */
export const findTranslation = (language: Language, key: string): string | undefined =>
  CATALOGUES.get(language)?.get(key)
