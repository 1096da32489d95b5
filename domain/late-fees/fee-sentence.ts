import { type CurrencyCode, displayAmount } from '../money/money.ts'
import { formatRate } from '../money/rate.ts'
import { type FeeTerms, LAST_DAY_OF_MONTH } from './fee-terms.ts'

/** Describes terms in one sentence: 'Charge 1.25% of what remains each month, starting 10 days after the due date.' */
export function feeSentence(terms: FeeTerms, currency: CurrencyCode): string {
  const money = (minor: bigint): string => displayAmount(minor, currency)
  const parts = [
    `Charge ${charged(terms, money)}${often(terms)}`,
    `starting ${days(terms.graceDays)} after the due date`,
    terms.compounds && 'on top of earlier fees',
    limit(terms, money),
  ].filter((part) => part !== false && part !== null)
  const least = terms.minRemainingMinor > 0n ? ` Skip invoices under ${money(terms.minRemainingMinor)}.` : ''
  return `${parts.join(', ')}.${least}`
}

function charged({ kind, flatMinor, ratePpm }: FeeTerms, money: (minor: bigint) => string): string {
  const rate = `${formatRate(ratePpm)}% of what remains`
  if (kind === 'flat') return money(flatMinor)
  if (kind === 'percent') return rate
  return kind === 'both'
    ? `${money(flatMinor)} and ${rate}`
    : `${money(flatMinor)} or ${rate}, whichever is higher`
}

function often({ repeat, everyDays, dayOfMonth }: FeeTerms): string {
  if (repeat === 'once') return ' once'
  if (repeat === 'days') return everyDays === 1 ? ' each day' : ` every ${everyDays} days`
  if (dayOfMonth === null) return ' each month'
  return dayOfMonth === LAST_DAY_OF_MONTH
    ? ' on the last day of each month'
    : ` on day ${dayOfMonth} of each month`
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

function limit(
  { capMinor, capPpm, yearlyCapPpm }: FeeTerms,
  money: (minor: bigint) => string,
): string | null {
  const caps = [
    capMinor !== null && money(capMinor),
    capPpm !== null && `${formatRate(capPpm)}% of the invoice`,
    yearlyCapPpm !== null && `${formatRate(yearlyCapPpm)}% of the invoice a year`,
  ].filter((cap) => cap !== false)
  if (caps.length === 0) return null
  if (caps.length === 1) return `up to ${caps[0]}`
  return `up to ${listed(caps)}, whichever is ${caps.length === 2 ? 'lower' : 'lowest'}`
}

const listed = (items: readonly string[]): string =>
  items.length === 2 ? items.join(' or ') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
