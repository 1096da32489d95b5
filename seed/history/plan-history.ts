import { type CalendarDate, daysBetween } from '../../domain/dates/calendar.ts'
import { HOUR_MS } from '../../domain/dates/durations.ts'
import { dueDate } from '../../domain/dates/terms.ts'
import { computeInvoiceTotals } from '../../domain/invoices/invoice-totals.ts'
import { ONE_UNIT } from '../../domain/money/quantity.ts'
import type { PlannedLine } from '../demo/demo-history.ts'
import { ARTICLES } from '../demo/demo-names.ts'
import { decideScenario, type Step } from './decide-scenario.ts'
import { createDraw, type Draw } from './draw.ts'
import { groupPayments, type Paid } from './group-payments.ts'
import type { HistoryEvent, PlannedCustomer, PlannedDay, PlannedInvoice } from './history-events.ts'
import { buyingWeights, chooseCustomer, planCustomers } from './plan-customers.ts'
import { invoicesByDay, type PlanDay, planDays } from './plan-days.ts'

export interface PlanOptions {
  readonly seed: number
  readonly invoices: number
  readonly customers: number
  /** Last day with events: yesterday. */
  readonly last: CalendarDate
  readonly days: number
  readonly timezone: string
  readonly currencies: readonly [own: string, second: string]
}

export interface HistoryPlan {
  readonly customers: readonly PlannedCustomer[]
  /** Midnight of the first day, epoch ms. */
  readonly startsAt: number
  /** Days in chronological order. Can be iterated once. */
  readonly byDay: Iterable<PlannedDay>
}

/** Invoices are closed in the morning, issued during the day, and settled in the evening. */
const CLOSES_AT_MS = 8 * HOUR_MS
const CLOSING_STEP_MS = 50
const ISSUES_AT_MS = 9 * HOUR_MS
const SETTLES_AT_MS = 17 * HOUR_MS
const SALES_TAX_PPM = 55_000
const REASONS = { void: 'Ordered twice', write_off: 'Customer closed its business' } as const

/** Plans a company's books over some years without writing anything. The same options give the same plan. */
export function planHistory(options: PlanOptions): HistoryPlan {
  const draw = createDraw(options.seed)
  const customers = planCustomers(draw, options.customers, options.currencies)
  const days = planDays(options.last, options.days, options.timezone)
  return { customers, startsAt: days[0]!.startsAt, byDay: generateDays(draw, options, customers, days) }
}

/** Future events by day. */
interface Agenda {
  readonly closings: HistoryEvent[][]
  readonly credits: Paid[][]
  readonly payments: Paid[][]
}

function* generateDays(
  draw: Draw,
  options: PlanOptions,
  customers: readonly PlannedCustomer[],
  days: readonly PlanDay[],
): Generator<PlannedDay> {
  const sums = buyingWeights(customers)
  const counts = invoicesByDay(days, options.invoices)
  const drafts = Math.ceil(options.invoices / 2000)
  const lists = <T>(): T[][] => Array.from({ length: days.length }, () => [])
  const agenda: Agenda = { closings: lists(), credits: lists(), payments: lists() }
  for (const [at, day] of days.entries()) {
    const events: HistoryEvent[] = [...agenda.closings[at]!]
    const count = counts[at]!
    const pause = count === 0 ? 0 : Math.floor((SETTLES_AT_MS - ISSUES_AT_MS) / count)
    for (let n = 0; n < count; n++) {
      const customer = customers[chooseCustomer(draw, sums)]!
      const issuedAt = day.startsAt + ISSUES_AT_MS + n * pause
      const draft = at === days.length - 1 && n >= count - drafts
      const invoice = planInvoice(draw, customer, { at, issuedAt, draft }, days, agenda)
      events.push({ kind: draft ? 'draft' : 'invoice', at: issuedAt, invoice })
    }
    events.push(...settle(draw, agenda, at, day.startsAt + SETTLES_AT_MS))
    agenda.closings[at] = []
    agenda.credits[at] = []
    agenda.payments[at] = []
    yield { day: day.date, events }
  }
}

function planInvoice(
  draw: Draw,
  customer: PlannedCustomer,
  when: { at: number; issuedAt: number; draft: boolean },
  days: readonly PlanDay[],
  agenda: Agenda,
): PlannedInvoice {
  const { date } = days[when.at]!
  const due = dueDate(date, customer.terms)
  const lines = planLines(draw, customer)
  const totals = computeInvoiceTotals(lines)
  const total = totals.totalMinor
  const scenario = when.draft
    ? []
    : decideScenario(draw, customer, when.at, when.at + daysBetween(date, due), total, days)
  const steps = scenario.filter((step) => step.day < days.length)
  const closing = steps.find((step) => step.kind === 'void' || step.kind === 'write_off')
  const closedAt =
    closing === undefined
      ? null
      : days[closing.day]!.startsAt + CLOSES_AT_MS + agenda.closings[closing.day]!.length * CLOSING_STEP_MS
  const invoice: PlannedInvoice = {
    customer,
    at: when.issuedAt,
    date,
    dueDate: due,
    lines,
    totals,
    outcome: {
      state: when.draft
        ? 'draft'
        : closing === undefined
          ? 'open'
          : (`${closing.kind === 'void' ? 'void' : 'written_off'}` as const),
      remainingMinor: steps.reduce((left, step) => left - step.amountMinor, total),
      closedAt,
      closedBecause: closing === undefined ? null : REASONS[closing.kind as 'void' | 'write_off'],
    },
  }
  for (const step of steps) addToAgenda(agenda, invoice, step, closedAt)
  return invoice
}

function addToAgenda(agenda: Agenda, invoice: PlannedInvoice, step: Step, closedAt: number | null): void {
  const { kind, day, amountMinor } = step
  if (kind === 'pay') agenda.payments[day]!.push({ invoice, amountMinor })
  else if (kind === 'credit') agenda.credits[day]!.push({ invoice, amountMinor })
  else agenda.closings[day]!.push({ kind, at: closedAt!, invoice, amountMinor, reason: REASONS[kind] })
}

function planLines(draw: Draw, customer: PlannedCustomer): PlannedLine[] {
  const count = draw.weighted([
    [45, 1],
    [28, 2],
    [15, 3],
    [8, 4],
    [4, 6],
  ])
  return Array.from({ length: count }, () => {
    const [description, detail, unitPriceMinor, taxable] = draw.pick(ARTICLES)
    const taxed = taxable && customer.fields.country === 'US'
    return {
      description,
      detail,
      quantity: BigInt(1 + draw.below(customer.units)) * ONE_UNIT,
      unitPriceMinor,
      discountPpm: draw.permille(120) ? 50_000 : 0,
      taxName: taxed ? 'Sales tax' : '',
      taxPpm: taxed ? SALES_TAX_PPM : 0,
    }
  })
}

const MEMO_REASONS = ['Damaged in transit', 'Short delivery', 'Goodwill', 'Price agreed afterwards']

/** Returns the credit memos and payments of a day in order. */
function settle(draw: Draw, agenda: Agenda, at: number, from: number): HistoryEvent[] {
  const credits = agenda.credits[at]!
  const payments = groupPayments(draw, agenda.payments[at]!)
  const pause = Math.max(1, Math.floor(HOUR_MS / (credits.length + payments.length + 1)))
  let now = from
  const next = (): number => {
    now += pause
    return now
  }
  return [
    ...credits.map((applied): HistoryEvent => {
      // Sometimes a memo exceeds the amount that is applied at first.
      const more = draw.permille(150) ? BigInt(draw.between(5, 80)) * 100n : 0n
      return {
        kind: 'credit',
        at: next(),
        reason: draw.pick(MEMO_REASONS),
        totalMinor: applied.amountMinor + more,
        applied,
      }
    }),
    ...payments.map((payment): HistoryEvent => ({ kind: 'payment', at: next(), ...payment })),
  ]
}
