import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Language } from '../../../domain/mails/languages.ts'
import type { App } from '../../platform/context.ts'
import { enterAccount, inTransaction } from '../../platform/context.ts'
import { readCookie } from '../../platform/http/read-cookie.ts'
import { TRANSLATED } from '../../platform/languages/catalogues.ts'
import {
  chooseLanguage,
  findRequested,
  type LanguageSources,
} from '../../platform/languages/choose-language.ts'
import { CHOSEN_COOKIE, CUSTOMER_COOKIE } from '../../platform/languages/reader-language.ts'
import { readAccountRow } from '../../rooms/accounts/index.ts'

/** The portal's page in each language that it was built in. */
export type PortalPages = ReadonlyMap<Language, string>

export function readPortalPages(folder: string): PortalPages {
  const pages = TRANSLATED.map((language) => {
    const file = join(folder, language === 'en' ? 'portal.html' : `portal.${language}.html`)
    return [language, existsSync(file) ? readFileSync(file, 'utf8') : null] as const
  })
  const built = pages.filter((page): page is [Language, string] => page[1] !== null)
  const offered = `<meta name="languages" content="${built.map(([language]) => language).join(' ')}" />`
  return new Map(
    built.map(([language, html]) => [language, html.replace('</head>', () => `${offered}</head>`)]),
  )
}

/** Returns the sources of a page's language that its request carries. */
export const requestedLanguages = (
  request: Pick<FastifyRequest, 'headers'>,
): Pick<LanguageSources, 'chosen' | 'browser'> => ({
  chosen: readCookie(request, CHOSEN_COOKIE),
  browser: request.headers['accept-language'] ?? null,
})

/** Returns the portal's page in the reader's language. `accountId` is null on the app's own host. */
export async function choosePortalPage(
  app: App,
  request: FastifyRequest,
  pages: PortalPages,
  accountId: string | null,
): Promise<string> {
  const requested = findRequested({
    ...requestedLanguages(request),
    customer: readCookie(request, CUSTOMER_COOKIE),
  })
  if (requested !== null || accountId === null) return pageIn(pages, requested ?? 'en')
  const account = await readAccountLanguage(app, request, accountId)
  return pageIn(pages, chooseLanguage({ chosen: null, customer: null, browser: null, account }))
}

/** Returns the page in a language, or in English. */
export const pageIn = (pages: PortalPages, language: Language): string =>
  pages.get(language) ?? pages.get('en')!

const readAccountLanguage = (app: App, request: FastifyRequest, accountId: string): Promise<string> =>
  inTransaction(app, { requestId: request.id, ip: request.ip }, { kind: 'anonymous' }, async (base) => {
    const { language } = await readAccountRow(await enterAccount(base, accountId))
    return language
  })
