import { isLanguage, type Language } from '../../../domain/mails/languages.ts'
import { TRANSLATED } from './catalogues.ts'

/** Sources of a page's language as they arrived, the strongest first. */
export interface LanguageSources {
  /** Tag that the reader chose on a page of this host. */
  readonly chosen: string | null
  /** Tag of the customer whose page it is. */
  readonly customer: string | null
  /** Accept-Language of the request. */
  readonly browser: string | null
  /** Tag of the account. */
  readonly account: string | null
}

/** Longer lists are cut: a browser sends a few. */
const MOST_RANGES = 20

/** Returns the language of a page: the first source that names one with pages, else English. */
export const chooseLanguage = (sources: LanguageSources): Language =>
  findRequested(sources) ?? pageLanguage(sources.account) ?? 'en'

/** Returns the first language of pages that the reader's own sources name, or null. */
export const findRequested = (sources: Omit<LanguageSources, 'account'>): Language | null =>
  pageLanguage(sources.chosen) ?? pageLanguage(sources.customer) ?? acceptedLanguage(sources.browser)

/** Returns the language of a tag such as 'de-AT', or null when there are no pages in it. */
function pageLanguage(tag: string | null): Language | null {
  const [primary = ''] = (tag ?? '').trim().toLowerCase().split('-')
  return isLanguage(primary) && TRANSLATED.includes(primary) ? primary : null
}

/** Returns the preferred language of an Accept-Language header (RFC 9110, section 12.5.4), or null. */
function acceptedLanguage(header: string | null): Language | null {
  const ranges = (header ?? '').split(',', MOST_RANGES).map((range) => {
    const [tag = '', ...parameters] = range.split(';')
    const weight = parameters.map((one) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(one)?.[1]).find(Boolean)
    return { language: pageLanguage(tag), weight: weight === undefined ? 1 : Number(weight) }
  })
  const accepted = ranges.filter(({ language, weight }) => language !== null && weight > 0)
  // Sorting is stable: the first of equal weights wins.
  return accepted.sort((a, b) => b.weight - a.weight)[0]?.language ?? null
}
