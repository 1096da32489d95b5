import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { formatsOf } from '../../../../domain/mails/formats.ts'
import type { Language } from '../../../../domain/mails/languages.ts'
import { displayAmount } from '../../../../domain/money/money.ts'
import { formatQuantity } from '../../../../domain/money/quantity.ts'
import { formatRate } from '../../../../domain/money/rate.ts'
import { translatedLanguage } from '../../../platform/languages/catalogues.ts'
import { type Translator, translatorTo } from '../../../platform/languages/translate.ts'
import type { PdfDocument } from './document-contents.ts'

const MINUS = '−'

/** Writes texts, dates and figures of one document in its language. */
export interface DocumentWriting {
  readonly language: Language
  readonly t: Translator
  date(date: CalendarDate): string
  /** '1,345.20', where a heading or label names the currency, with a real minus sign. */
  bare(minor: bigint): string
  /** '$1,345.20' */
  full(minor: bigint): string
  /** '1,234.5' */
  quantity(quantity: bigint): string
  /** '5.5%' */
  rate(ppm: number): string
  /** 'Sales tax 5.5%'. A name that already contains the rate is returned unchanged. */
  tax(name: string, ratePpm: number): string
}

/** Returns the writing of a document. Documents that earlier versions stored name no language and are English. */
export function writingOf({ language: wanted, currency, dateFormat }: PdfDocument): DocumentWriting {
  const language = translatedLanguage(wanted ?? 'en')
  const locale = language === 'en' ? 'en-US' : language
  const { date } = formatsOf(language, dateFormat, '')
  const amount = (minor: bigint, symbol: boolean) =>
    displayAmount(minor, currency, { symbol, locale }).replace('-', MINUS)
  const decimal = (text: string) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(text as Intl.StringNumericLiteral)
  const rate = (ppm: number) => (language === 'en' ? `${formatRate(ppm)}%` : percent(locale, formatRate(ppm)))
  return {
    language,
    t: translatorTo(language),
    date,
    bare: (minor) => amount(minor, false),
    full: (minor) => amount(minor, true),
    quantity: (quantity) => decimal(formatQuantity(quantity)).replace('-', MINUS),
    rate,
    tax: (name, ratePpm) => {
      const written = rate(ratePpm)
      return [written, `${formatRate(ratePpm)}%`].some((one) => name.includes(one))
        ? name
        : `${name} ${written}`
    },
  }
}

const percent = (locale: string, text: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 20 }).format(
    `${text}e-2` as Intl.StringNumericLiteral,
  )
