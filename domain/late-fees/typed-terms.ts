import { type CurrencyCode, parseAmount } from '../money/money.ts'
import { parseRate } from '../money/rate.ts'
import { type FeeKind, type FeeRepeat, type FeeTerms, findTermsProblems } from './fee-terms.ts'

/** Terms as people and programs write them: amounts and percentages as text. */
export interface TypedTerms {
  readonly kind: FeeKind
  readonly flat: string
  readonly rate: string
  readonly compounds: boolean
  readonly grace_days: number
  readonly repeat: FeeRepeat
  readonly every_days: number
  readonly day_of_month: number | null
  readonly cap: string | null
  readonly cap_rate: string | null
  readonly yearly_cap_rate: string | null
  readonly min_remaining: string
}

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
} as const satisfies Record<keyof FeeTerms, keyof TypedTerms>

/** Reads typed terms, with what is wrong about them by the field that has to change. */
export function readTypedTerms(
  typed: TypedTerms,
  currency: CurrencyCode,
): { readonly terms: FeeTerms; readonly problems: Readonly<Partial<Record<keyof TypedTerms, string>>> } {
  const problems: Partial<Record<keyof TypedTerms, string>> = {}
  const minorOf = (field: keyof TypedTerms, text: string): bigint => {
    const parsed = parseAmount(text, currency)
    if (parsed.ok && parsed.minor >= 0n) return parsed.minor
    problems[field] = 'Enter an amount of 0 or more.'
    return 0n
  }
  const ppmOf = (field: keyof TypedTerms, text: string): number => {
    const parsed = parseRate(text)
    if (parsed.ok) return parsed.ppm
    problems[field] = 'Enter a percentage from 0 to 100.'
    return 0
  }
  const terms: FeeTerms = {
    kind: typed.kind,
    flatMinor: typed.kind === 'percent' ? 0n : minorOf('flat', typed.flat),
    ratePpm: typed.kind === 'flat' ? 0 : ppmOf('rate', typed.rate),
    compounds: typed.compounds,
    graceDays: typed.grace_days,
    repeat: typed.repeat,
    everyDays: typed.repeat === 'days' ? typed.every_days : 0,
    dayOfMonth: typed.repeat === 'monthly' ? typed.day_of_month : null,
    capMinor: typed.cap === null ? null : minorOf('cap', typed.cap),
    capPpm: typed.cap_rate === null ? null : ppmOf('cap_rate', typed.cap_rate),
    yearlyCapPpm: typed.yearly_cap_rate === null ? null : ppmOf('yearly_cap_rate', typed.yearly_cap_rate),
    minRemainingMinor: minorOf('min_remaining', typed.min_remaining),
  }
  for (const { field, message } of [...zeroCaps(terms), ...findTermsProblems(terms)])
    problems[FIELDS[field]] ??= message
  return { terms, problems }
}

/** A cap of nothing would never charge. */
const zeroCaps = (terms: FeeTerms) =>
  (['capMinor', 'capPpm', 'yearlyCapPpm'] as const)
    .filter((field) => terms[field] !== null && Number(terms[field]) === 0)
    .map((field) => ({ field, message: 'Enter more than 0, or leave it empty for no limit.' }))
