import { type CurrencyCode, displayAmount } from '../money/money.ts'
import { formatRate } from '../money/rate.ts'
import { type FeeTerms, LAST_DAY_OF_MONTH } from './fee-terms.ts'

/** A part of the sentence, with the term that it states; null for the words between. */
export interface SentencePart {
  readonly text: string
  readonly term: keyof FeeTerms | null
}

const words = (text: string): SentencePart => ({ text, term: null })
const stating = (term: keyof FeeTerms, text: string): SentencePart => ({ text, term })

/** Describes terms in one sentence: 'Charge 1.25% of what remains each month, starting 10 days after the due date.' */
export const feeSentence = (terms: FeeTerms, currency: CurrencyCode): string =>
  feeSentenceParts(terms, currency)
    .map(({ text }) => text)
    .join('')

/** Returns the same sentence in parts, so that each can lead to its term. */
export function feeSentenceParts(terms: FeeTerms, currency: CurrencyCode): SentencePart[] {
  const money = (minor: bigint): string => displayAmount(minor, currency)
  return [
    words('Charge '),
    ...charged(terms, money),
    words(' '),
    often(terms),
    words(', starting '),
    stating('graceDays', `${days(terms.graceDays)} after the due date`),
    ...(terms.compounds ? [words(', '), stating('compounds', 'on top of earlier fees')] : []),
    ...limit(terms, money),
    words('.'),
    ...(terms.minRemainingMinor > 0n
      ? [
          words(' Skip invoices '),
          stating('minRemainingMinor', `under ${money(terms.minRemainingMinor)}`),
          words('.'),
        ]
      : []),
  ]
}

function charged({ kind, flatMinor, ratePpm }: FeeTerms, money: (minor: bigint) => string): SentencePart[] {
  const flat = stating('flatMinor', money(flatMinor))
  const rate = stating('ratePpm', `${formatRate(ratePpm)}% of what remains`)
  if (kind === 'flat') return [flat]
  if (kind === 'percent') return [rate]
  return kind === 'both'
    ? [flat, words(' and '), rate]
    : [flat, words(' or '), rate, words(', '), stating('kind', 'whichever is higher')]
}

function often({ repeat, everyDays, dayOfMonth }: FeeTerms): SentencePart {
  if (repeat === 'once') return stating('repeat', 'once')
  if (repeat === 'days') return stating('everyDays', everyDays === 1 ? 'each day' : `every ${everyDays} days`)
  if (dayOfMonth === null) return stating('repeat', 'each month')
  return stating(
    'dayOfMonth',
    dayOfMonth === LAST_DAY_OF_MONTH ? 'on the last day of each month' : `on day ${dayOfMonth} of each month`,
  )
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

function limit(
  { capMinor, capPpm, yearlyCapPpm }: FeeTerms,
  money: (minor: bigint) => string,
): SentencePart[] {
  const caps = [
    capMinor !== null && stating('capMinor', money(capMinor)),
    capPpm !== null && stating('capPpm', `${formatRate(capPpm)}% of the invoice`),
    yearlyCapPpm !== null && stating('yearlyCapPpm', `${formatRate(yearlyCapPpm)}% of the invoice a year`),
  ].filter((cap) => cap !== false)
  if (caps.length === 0) return []
  const listed = caps.flatMap((cap, at) => {
    if (at === 0) return [cap]
    return [words(at === caps.length - 1 ? ' or ' : ', '), cap]
  })
  const lowest = caps.length === 1 ? '' : `, whichever is ${caps.length === 2 ? 'lower' : 'lowest'}`
  return [words(', up to '), ...listed, ...(lowest === '' ? [] : [words(lowest)])]
}
