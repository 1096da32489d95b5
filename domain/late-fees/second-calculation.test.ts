import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type CalendarDate } from '../dates/calendar.ts'
import type { LateInvoice } from './decide-fee.ts'
import type { FeeTerms } from './fee-terms.ts'
import { type PlayedFee, playFees } from './play-fees.ts'

const FROM = '2024-01-01'
const DAYS = 500
const HISTORIES = 10_000

/** An invoice and what payments, credits, refunds, a void or a write-off left owed from which day on. */
interface History {
  readonly terms: FeeTerms
  readonly dueDate: CalendarDate
  readonly totalMinor: bigint
  readonly changes: readonly { readonly day: CalendarDate; readonly owedMinor: bigint }[]
}

const CALENDAR: readonly CalendarDate[] = Array.from({ length: DAYS + 2 }, (_, index) => addDays(FROM, index))
const dayOfMonth = (index: number): number => Number(CALENDAR[index]!.slice(8))

/** True on the days of a rule, by the day alone. */
function isFeeDay(terms: FeeTerms, index: number, daysLate: number): boolean {
  if (daysLate < terms.graceDays) return false
  if (terms.repeat === 'once') return daysLate === terms.graceDays
  if (terms.repeat === 'days') return (daysLate - terms.graceDays) % terms.everyDays === 0
  const chosen = terms.dayOfMonth ?? dayOfMonth(index + terms.graceDays - daysLate)
  const isLastOfMonth = dayOfMonth(index + 1) === 1
  return dayOfMonth(index) === chosen || (isLastOfMonth && chosen > dayOfMonth(index))
}

/** Returns amount × rate, rounded to the nearest minor unit, halves up. */
const share = (minor: bigint, ppm: number): bigint => (2n * minor * BigInt(ppm) + 1_000_000n) / 2_000_000n

/** Walks through all days once, with one sum of what was charged, and no code of the rules. */
function chargeDayByDay({ terms, dueDate, totalMinor, changes }: History): PlayedFee[] {
  const fees: (PlayedFee & { readonly index: number })[] = []
  let owedMinor = 0n
  let daysLate = 0
  for (let index = 0; index <= DAYS; index++) {
    const day = CALENDAR[index]!
    for (const change of changes) if (change.day === day) owedMinor = change.owedMinor
    if (day > dueDate) daysLate += 1
    if (day <= dueDate || owedMinor === 0n || !isFeeDay(terms, index, daysLate)) continue
    const sofar = fees.reduce((sum, fee) => sum + fee.minor, 0n)
    const lately = fees.reduce((sum, fee) => (index - fee.index < 365 ? sum + fee.minor : sum), 0n)
    if (owedMinor + sofar < terms.minRemainingMinor) continue
    const percent = share(terms.compounds ? owedMinor + sofar : owedMinor, terms.ratePpm)
    const { flatMinor } = terms
    let minor = { flat: flatMinor, percent, both: flatMinor + percent, higher: percent }[terms.kind]
    if (terms.kind === 'higher' && minor < flatMinor) minor = flatMinor
    if (terms.capMinor !== null && sofar + minor > terms.capMinor) minor = terms.capMinor - sofar
    const most = terms.capPpm === null ? null : share(totalMinor, terms.capPpm)
    if (most !== null && sofar + minor > most) minor = most - sofar
    const yearly = terms.yearlyCapPpm === null ? null : share(totalMinor, terms.yearlyCapPpm)
    if (yearly !== null && lately + minor > yearly) minor = yearly - lately
    if (minor > 0n) fees.push({ day, minor, index })
  }
  return fees.map(({ day, minor }) => ({ day, minor }))
}

const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { nil: null })
const minorOf = (min: bigint, max: bigint) => fc.bigInt({ min, max })

const terms: fc.Arbitrary<FeeTerms> = fc.record({
  kind: fc.constantFrom('flat', 'percent', 'both', 'higher'),
  flatMinor: minorOf(1n, 50_00n),
  ratePpm: fc.integer({ min: 1, max: 100_000 }),
  compounds: fc.boolean(),
  graceDays: fc.integer({ min: 1, max: 60 }),
  repeat: fc.constantFrom('once', 'days', 'monthly'),
  everyDays: fc.integer({ min: 1, max: 60 }),
  dayOfMonth: maybe(fc.integer({ min: 1, max: 31 })),
  capMinor: maybe(minorOf(1n, 300_00n)),
  capPpm: maybe(fc.integer({ min: 1_000, max: 300_000 })),
  yearlyCapPpm: maybe(fc.integer({ min: 1_000, max: 300_000 })),
  minRemainingMinor: minorOf(0n, 100_00n),
})

const histories: fc.Arbitrary<History> = fc
  .record({
    terms,
    dueIn: fc.integer({ min: 0, max: 200 }),
    totalMinor: minorOf(1_00n, 10_000_00n),
    /** Days with what is left then, in percent. Payments and credits lower it, refunds and returns raise it. */
    steps: fc.array(fc.tuple(fc.integer({ min: 1, max: DAYS }), fc.integer({ min: 0, max: 100 })), {
      maxLength: 6,
    }),
  })
  .map(({ terms: chosen, dueIn, totalMinor, steps }) => {
    const byDay = new Map<number, number>([[0, 100], ...steps])
    return {
      terms: { ...chosen, everyDays: chosen.repeat === 'days' ? chosen.everyDays : 0 },
      dueDate: addDays(FROM, dueIn),
      totalMinor,
      changes: [...byDay]
        .sort(([a], [b]) => a - b)
        .map(([day, percent]) => ({
          day: addDays(FROM, day),
          owedMinor: (totalMinor * BigInt(percent)) / 100n,
        })),
    }
  })

/** An amount of one minor unit counts as paid, which the calculation does not know. */
const isDistinct = ({ changes }: History): boolean =>
  changes.every(({ owedMinor }) => owedMinor === 0n || owedMinor > 1n)

const invoiceOf = ({ dueDate, totalMinor }: History): LateInvoice => ({
  dueDate,
  totalMinor,
  currency: 'USD',
  remainingMinor: totalMinor,
  feesMinor: 0n,
  yearFeesMinor: 0n,
  isOpen: true,
  reservedMinor: 0n,
  lastFeeOn: null,
  chargedPeriods: [],
  customerIsActive: true,
  customerIsOn: true,
  groupIsOn: true,
  customerPause: null,
  invoicePause: null,
  isDisputed: false,
  promisedOn: null,
  isOnPlan: false,
})

describe('fees of random histories', () => {
  it('agree to the cent with a second calculation that walks day by day', () => {
    fc.assert(
      fc.property(histories.filter(isDistinct), (history) => {
        const rule = { terms: history.terms, currency: 'USD', onSince: FROM, includesLate: false }
        const played = playFees(
          rule,
          { invoice: invoiceOf(history), changes: history.changes },
          { from: FROM, until: addDays(FROM, DAYS), isOn: true },
        )
        expect(played.fees).toEqual(chargeDayByDay(history))
      }),
      { numRuns: HISTORIES },
    )
  })
})
