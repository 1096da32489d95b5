import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { readCatalogue } from './offered-languages.ts'

const WEB = resolve(import.meta.dirname, '..', '..', 'web')

/** A page's own texts: its title, and the lines for browsers that run no scripts or can't load them. */
const TEXTS = /(<(?:title|noscript|p class="stuck")>)([^<]+)(<\/)/g

/** Returns the messages of a page's HTML. */
export const textsOfPage = (html: string): string[] =>
  [...html.matchAll(TEXTS)].map(([, , text = '']) => text)

/** Makes `portal.de.html` of `portal.html`: its language is declared, and its texts are translated. */
export function pageInLanguage(languageOf: (environment: string) => string): Plugin {
  const place = (id: string, language: string): string | null =>
    language !== 'en' && id.endsWith(`.${language}.html`) ? id.replace(`.${language}.html`, '.html') : null
  return {
    name: 'page-in-language',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      return resolve(id).startsWith(WEB) && place(id, languageOf(this.environment.name)) ? id : null
    },
    load(id) {
      const language = languageOf(this.environment.name)
      const page = place(id, language)
      if (!page) return null
      const catalogue = readCatalogue(language)
      return readFileSync(page, 'utf8')
        .replace('<html lang="en"', `<html lang="${language}"`)
        .replace(TEXTS, (_all, before: string, text: string, after: string) => {
          const translated = catalogue[text]
          if (translated === undefined) this.error(`languages/${language}.json lacks "${text}" of ${page}.`)
          return before + translated + after
        })
    },
  }
}
