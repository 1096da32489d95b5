import { MAX_RATE_PPM } from '../money/rate.ts'

/** Ways to compute a fee: an amount, a rate of what remains, both together, or the higher of the two. */
export const FEE_KINDS = ['flat', 'percent', 'both', 'higher'] as const
export type FeeKind = (typeof FEE_KINDS)[number]

/** How often one invoice is charged. */
export const FEE_REPEATS = ['once', 'days', 'monthly'] as const
export type FeeRepeat = (typeof FEE_REPEATS)[number]

export const FIRST_GRACE_DAY = 1
export const MAX_GRACE_DAYS = 365
export const MAX_FEE_INTERVAL_DAYS = 365
/** A day of the month that every later month has, or 31 for its last. */
export const LAST_DAY_OF_MONTH = 31

/** Terms under which late invoices are charged. Amounts in minor units of the account's currency. */
export interface FeeTerms {
  readonly kind: FeeKind
  /** Zero when the kind has no amount. */
  readonly flatMinor: bigint
  /** Parts per million; zero when the kind has no rate. */
  readonly ratePpm: number
  /** True when earlier fees that are not paid earn fees too. */
  readonly compounds: boolean
  /** Days after the due date on which the first fee is charged; at least one. */
  readonly graceDays: number
  readonly repeat: FeeRepeat
  /** Days between fees; zero unless `repeat` is `days`. */
  readonly everyDays: number
  /** Day of the month of a monthly fee; null for the day of the first one. */
  readonly dayOfMonth: number | null
  /** The most that an invoice is ever charged; null for no such cap. */
  readonly capMinor: bigint | null
  /** The same, as a share of the invoice's total without fees. */
  readonly capPpm: number | null
  /** The most that an invoice is charged in 365 days, as a share of its total without fees. */
  readonly yearlyCapPpm: number | null
  /** An invoice with less remaining is not charged. */
  readonly minRemainingMinor: bigint
}

/** A contradiction between terms, at the field that has to change. */
export interface FeeTermsProblem {
  readonly field: keyof FeeTerms
  readonly message: string
}

const hasFlat = ({ kind }: FeeTerms): boolean => kind !== 'percent'
const hasRate = ({ kind }: FeeTerms): boolean => kind !== 'flat'

/** Returns contradictions between terms whose single values are in range. */
export function findTermsProblems(terms: FeeTerms): FeeTermsProblem[] {
  const problems: (FeeTermsProblem | false)[] = [
    hasFlat(terms) && terms.flatMinor <= 0n && { field: 'flatMinor', message: 'Enter the amount of a fee.' },
    hasRate(terms) &&
      terms.ratePpm <= 0 && { field: 'ratePpm', message: 'Enter the percentage that a fee is.' },
    terms.repeat === 'days' &&
      terms.everyDays < 1 && { field: 'everyDays', message: 'Enter the days between fees.' },
    terms.compounds &&
      terms.repeat === 'once' && {
        field: 'compounds',
        message: 'A single fee has no earlier fee to come on top of.',
      },
    terms.compounds &&
      terms.kind === 'flat' && {
        field: 'compounds',
        message: 'An amount stays the same on top of earlier fees. Choose a percentage, or leave this off.',
      },
    hasFlat(terms) &&
      terms.capMinor !== null &&
      terms.flatMinor > terms.capMinor && {
        field: 'capMinor',
        message: 'This is less than one fee. Raise it, or lower the fee.',
      },
    terms.capPpm !== null &&
      terms.yearlyCapPpm !== null &&
      terms.yearlyCapPpm > terms.capPpm && {
        field: 'yearlyCapPpm',
        message: 'This is more than an invoice is ever charged. Lower it, or raise the other limit.',
      },
    terms.yearlyCapPpm !== null &&
      terms.kind !== 'flat' &&
      yearlyRatePpm(terms) > terms.yearlyCapPpm && {
        field: 'ratePpm',
        message: 'The fees of a year come to more than the most that you allow for a year.',
      },
  ]
  return problems.filter((problem) => problem !== false)
}

const DAYS_OF_YEAR = 365
const MONTHS_OF_YEAR = 12

/** Returns what the rate adds over a year without payments, in parts per million, rounded to the nearest. */
export function yearlyRatePpm({ kind, ratePpm, repeat, everyDays, compounds }: FeeTerms): number {
  if (kind === 'flat') return 0
  if (repeat === 'once') return ratePpm
  const fees = repeat === 'monthly' ? MONTHS_OF_YEAR : Math.ceil(DAYS_OF_YEAR / Math.max(1, everyDays))
  const rate = ratePpm / MAX_RATE_PPM
  const yearly = compounds ? (1 + rate) ** fees - 1 : rate * fees
  return Math.round(yearly * MAX_RATE_PPM)
}
