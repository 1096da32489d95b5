import type { ShownTerms } from '../../../../../contract/late-fees/rules.ts'
import { type FeeTerms, findTermsProblems } from '../../../../../domain/late-fees/fee-terms.ts'
import { type CurrencyCode, formatAmount, parseAmount } from '../../../../../domain/money/money.ts'
import { formatRate, parseRate } from '../../../../../domain/money/rate.ts'
import { refuseFields } from '../../../../platform/refusal.ts'

/** Fields of the API by the terms that they hold. */
const FIELDS = {
  kind: 'kind',
  flatMinor: 'flat',
  ratePpm: 'rate',
  compounds: 'compounds',
  graceDays: 'grace_days',
  repeat: 'repeat',
  everyDays: 'every_days',
  dayOfMonth: 'day_of_month',
  capMinor: 'cap',
  capPpm: 'cap_rate',
  yearlyCapPpm: 'yearly_cap_rate',
  minRemainingMinor: 'min_remaining',
} as const satisfies Record<keyof FeeTerms, keyof ShownTerms>

/** Reads the terms of a request. Refuses invalid_input beside the field, as `terms.rate`. */
export function readTerms(shown: ShownTerms, currency: CurrencyCode): FeeTerms {
  const fields: Record<string, string[]> = {}
  const minorOf = (field: keyof ShownTerms, text: string): bigint => {
    const parsed = parseAmount(text, currency)
    if (parsed.ok && parsed.minor >= 0n) return parsed.minor
    fields[`terms.${field}`] = ['Enter an amount of 0 or more.']
    return 0n
  }
  const ppmOf = (field: keyof ShownTerms, text: string): number => {
    const parsed = parseRate(text)
    if (parsed.ok) return parsed.ppm
    fields[`terms.${field}`] = ['Enter a percentage from 0 to 100.']
    return 0
  }
  const hasFlat = shown.kind !== 'percent'
  const hasRate = shown.kind !== 'flat'
  const terms: FeeTerms = {
    kind: shown.kind,
    flatMinor: hasFlat ? minorOf('flat', shown.flat) : 0n,
    ratePpm: hasRate ? ppmOf('rate', shown.rate) : 0,
    compounds: shown.compounds,
    graceDays: shown.grace_days,
    repeat: shown.repeat,
    everyDays: shown.repeat === 'days' ? shown.every_days : 0,
    dayOfMonth: shown.repeat === 'monthly' ? shown.day_of_month : null,
    capMinor: shown.cap === null ? null : minorOf('cap', shown.cap),
    capPpm: shown.cap_rate === null ? null : ppmOf('cap_rate', shown.cap_rate),
    yearlyCapPpm: shown.yearly_cap_rate === null ? null : ppmOf('yearly_cap_rate', shown.yearly_cap_rate),
    minRemainingMinor: minorOf('min_remaining', shown.min_remaining),
  }
  for (const { field, message } of [...zeroCaps(terms), ...findTermsProblems(terms)])
    fields[`terms.${FIELDS[field]}`] ??= [message]
  if (Object.keys(fields).length > 0) throw refuseFields(fields)
  return terms
}

/** A cap of nothing would never charge. */
const zeroCaps = (terms: FeeTerms) =>
  (['capMinor', 'capPpm', 'yearlyCapPpm'] as const)
    .filter((field) => terms[field] !== null && Number(terms[field]) === 0)
    .map((field) => ({ field, message: 'Enter more than 0, or leave it empty for no limit.' }))

/** Returns terms in the API's shape. */
export const showTerms = (terms: FeeTerms, currency: CurrencyCode): ShownTerms => ({
  kind: terms.kind,
  flat: formatAmount(terms.flatMinor, currency),
  rate: formatRate(terms.ratePpm),
  compounds: terms.compounds,
  grace_days: terms.graceDays,
  repeat: terms.repeat,
  every_days: terms.everyDays,
  day_of_month: terms.dayOfMonth,
  cap: terms.capMinor === null ? null : formatAmount(terms.capMinor, currency),
  cap_rate: terms.capPpm === null ? null : formatRate(terms.capPpm),
  yearly_cap_rate: terms.yearlyCapPpm === null ? null : formatRate(terms.yearlyCapPpm),
  min_remaining: formatAmount(terms.minRemainingMinor, currency),
})
