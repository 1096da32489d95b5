import { addDays, type CalendarDate, daysBetween, weekday } from '../../../../domain/dates/calendar.ts'

/** An amount that a customer owes with one due date. */
export interface OwedItem {
  readonly customerId: string
  readonly dueDate: CalendarDate
  readonly minor: bigint
}

/** Money paid so many weeks after its due date. `customerId` is null for the whole account. */
export interface Delay {
  readonly customerId: string | null
  readonly weeksLate: number
  readonly minor: bigint
}

export interface ExpectedWeek {
  readonly from: CalendarDate
  readonly until: CalendarDate
  readonly likelyMinor: bigint
  readonly lowMinor: bigint
  readonly highMinor: bigint
}

const WEEKS = 8
/** A customer with payments in fewer weeks than this is expected to pay like all customers together. */
const MIN_WEEKS_PAID = 2
/** Eight of ten values of a normal distribution lie within so many standard deviations. */
const EIGHT_OF_TEN = 1.2816

/** Shares of money paid by days after the due date. */
class Habit {
  private readonly firstWeek: number
  /** Share paid before each week from the first on, and at last all of it. An account has very many amounts, so they are added up once. */
  private readonly before: readonly number[]

  constructor(delays: readonly Delay[]) {
    const weeks = delays.map(({ weeksLate }) => weeksLate)
    this.firstWeek = Math.min(...weeks)
    const paid = new Array<number>(Math.max(...weeks) - this.firstWeek + 1).fill(0) // not money: of a share
    for (const { weeksLate, minor } of delays) paid[weeksLate - this.firstWeek]! += Number(minor) // not money: of a share
    const total = paid.reduce((sum, value) => sum + value, 0)
    const before = [0]
    for (const value of paid) before.push(before.at(-1)! + value / total)
    this.before = before
  }

  /** Share paid before a day, counted from the due date. Within a week each day has the same share. */
  paidBefore(day: number): number {
    const weeks = day / 7 - this.firstWeek
    if (weeks <= 0) return 0
    const week = Math.floor(weeks)
    if (week >= this.before.length - 1) return this.before.at(-1)!
    return this.before[week]! + (this.before[week + 1]! - this.before[week]!) * (weeks - week)
  }
}

/**
 * Expects each amount when its customer usually pays: the share that the customer paid so many days after the due date, among what
 * was not paid by today. An amount of one customer and due date counts as one payment; the range holds 8 of 10 cases of their sum.
 * An amount older than every payment of the past is expected in no week.
 */
export function expectCash(
  items: readonly OwedItem[],
  delays: readonly Delay[],
  today: CalendarDate,
): { readonly weeks: ExpectedWeek[]; readonly laterMinor: bigint; readonly withOwnDelays: number } {
  const { habits, withOwnDelays } = habitsOf(items, delays)
  const weeks = weeksFrom(today)
  // not money: estimates, rounded to minor units at the end
  const sums = weeks.map(() => ({ mean: 0, variance: 0 }))
  const endings = weeks.map(({ until }) => daysBetween(today, until) + 1)
  const ageOn = agesOn(today)
  for (const item of items)
    addItem(sums, endings, {
      item,
      age: ageOn(item.dueDate),
      habit: habits.get(item.customerId) ?? null,
    })
  const expected = weeks.map((week, at) => withRange(week, sums[at]!))
  const owed = items.reduce((sum, { minor }) => sum + minor, 0n)
  const laterMinor = expected.reduce((rest, { likelyMinor }) => rest - likelyMinor, owed)
  return { weeks: expected, laterMinor: laterMinor > 0n ? laterMinor : 0n, withOwnDelays }
}

/** Returns how each customer who owes is expected to pay, and how many of them by their own payments. */
function habitsOf(items: readonly OwedItem[], delays: readonly Delay[]) {
  const byCustomer = Map.groupBy(delays, ({ customerId }) => customerId)
  const ofAll = byCustomer.get(null)
  const everyone = ofAll === undefined ? null : new Habit(ofAll)
  const habits = new Map<string, Habit | null>()
  let withOwnDelays = 0
  for (const customerId of new Set(items.map((item) => item.customerId))) {
    const own = byCustomer.get(customerId) ?? []
    const enough = own.length >= MIN_WEEKS_PAID
    if (enough) withOwnDelays += 1
    habits.set(customerId, enough ? new Habit(own) : everyone)
  }
  return { habits, withOwnDelays }
}

export interface ExpectedCustomer {
  readonly customerId: string
  readonly likelyMinor: bigint
}

/**
 * Returns the customers whose payments make up one week of `expectCash`, those who likely pay most first. Null for a day on which no
 * week begins. Each is rounded together with those before it, so that they add up to the week's.
 */
export function expectOfWeek(
  items: readonly OwedItem[],
  delays: readonly Delay[],
  { today, from }: { today: CalendarDate; from: CalendarDate },
): ExpectedCustomer[] | null {
  const week = weeksFrom(today).find((one) => one.from === from)
  if (week === undefined) return null
  const { habits } = habitsOf(items, delays)
  // The week and the days before it.
  const endings = [daysBetween(today, week.from), daysBetween(today, week.until) + 1]
  const likely = new Map<string, number>() // not money: estimates, rounded below
  let whole = 0 // not money: an estimate
  const ageOn = agesOn(today)
  for (const item of items) {
    const sums = endings.map(() => ({ mean: 0, variance: 0 }))
    const age = ageOn(item.dueDate)
    addItem(sums, endings, { item, age, habit: habits.get(item.customerId) ?? null })
    likely.set(item.customerId, (likely.get(item.customerId) ?? 0) + sums[1]!.mean)
    whole += sums[1]!.mean
  }
  const sorted = [...likely].sort(([, a], [, b]) => b - a)
  return roundTogether(sorted, whole).filter(({ likelyMinor }) => likelyMinor > 0n)
}

/** Rounds estimates so that they add up to their rounded sum. */
function roundTogether(likely: readonly (readonly [string, number])[], whole: number): ExpectedCustomer[] {
  let sum = 0 // not money: estimates
  let before = 0n
  return likely.map(([customerId, minor], at) => {
    sum += minor
    const until = BigInt(Math.round(at === likely.length - 1 ? whole : sum))
    const likelyMinor = until - before
    before = until
    return { customerId, likelyMinor }
  })
}

/** Returns the days from a due date to today. Very many amounts share few due dates, so each is parsed once. */
function agesOn(today: CalendarDate): (dueDate: CalendarDate) => number {
  const ages = new Map<CalendarDate, number>()
  return (dueDate) => {
    const known = ages.get(dueDate)
    if (known !== undefined) return known
    const age = daysBetween(dueDate, today)
    ages.set(dueDate, age)
    return age
  }
}

/** `endings`: days from today to the end of each week. `age`: days from the due date to today. */
function addItem(
  sums: readonly { mean: number; variance: number }[],
  endings: readonly number[],
  { item, age, habit }: { item: OwedItem; age: number; habit: Habit | null },
): void {
  if (habit === null) return
  const before = habit.paidBefore(age)
  const open = 1 - before
  if (open < 1e-9) return
  const minor = Number(item.minor) // not money: an estimate
  let known = before
  for (let at = 0; at < endings.length; at += 1) {
    const next = habit.paidBefore(age + endings[at]!)
    const chance = (next - known) / open
    known = next
    const sum = sums[at]!
    sum.mean += minor * chance
    sum.variance += minor * minor * chance * (1 - chance)
  }
}

/** Weeks from Monday to Sunday; the first begins today. */
function weeksFrom(today: CalendarDate): Pick<ExpectedWeek, 'from' | 'until'>[] {
  const sunday = addDays(today, (7 - weekday(today)) % 7)
  return Array.from({ length: WEEKS }, (_, at) => ({
    from: at === 0 ? today : addDays(sunday, 7 * at - 6),
    until: addDays(sunday, 7 * at),
  }))
}

function withRange(
  week: Pick<ExpectedWeek, 'from' | 'until'>,
  { mean, variance }: { mean: number; variance: number },
): ExpectedWeek {
  const off = EIGHT_OF_TEN * Math.sqrt(Math.max(0, variance))
  const minor = (value: number): bigint => BigInt(Math.round(Math.max(0, value)))
  return { ...week, likelyMinor: minor(mean), lowMinor: minor(mean - off), highMinor: minor(mean + off) }
}
