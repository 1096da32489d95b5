import type { charts } from '../../../../../contract/reports/charts.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { addMonthsClamped, type CalendarDate, startOfMonth } from '../../../../../domain/dates/calendar.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { expectOfWeek } from '../../rules/expected-cash.ts'
import {
  type BehindRow,
  collectedIn,
  comingOn,
  type Days,
  invoicedIn,
  MOST_BEHIND,
  namesOf,
  openOnDay,
} from '../../store/behind.ts'
import { chooseCurrency, type ShownIn } from './choose-currency.ts'
import { keepSums } from './follow-ledger.ts'
import { asOf } from './read-aging.ts'
import { readHabits } from './read-expected-cash.ts'

type Query = InputOf<typeof charts.behind>['query']
type Reply = HandlerReplyOf<typeof charts.behind>

const NEED_SUMS: ReadonlySet<Query['report']> = new Set(['collected', 'expected-cash', 'sources'])

/** Reads the list behind a figure of a report. Refuses invalid_input where a part of the figure is not named. */
export async function readBehind(ctx: Ctx, query: Query): Promise<Reply> {
  const shown = await chooseCurrency(ctx, query.currency)
  const ready = !NEED_SUMS.has(query.report) || (await keepSums(ctx))
  const rows = await READERS[query.report](ctx, shown, query, ready)
  const { currency } = shown
  return {
    ...shown,
    preparing: !ready,
    count: rows[0]?.count ?? 0,
    total: formatAmount(rows[0]?.total ?? 0n, currency),
    rows: rows.map((row) => ({
      kind: row.kind,
      pk: row.id,
      text: row.text,
      customer:
        row.customer_id === null || row.short_name === null
          ? null
          : { pk: row.customer_id, short_name: row.short_name },
      on: row.on_day,
      amount: formatAmount(row.minor, currency),
    })),
  }
}

function given<Value>(value: Value | undefined, field: string, text: string): Value {
  if (value === undefined) throw refuseFields({ [field]: [text] })
  return value
}

type Reader = (ctx: Ctx, shown: ShownIn, query: Query, ready: boolean) => Promise<BehindRow[]>

/** The days of a figure. A period until today has what is booked for later days too, as in the reports. */
function daysOf({ from, until }: Query, today: CalendarDate): Days {
  const first = given(from, 'from', 'Choose the first day.')
  if (until !== undefined && until < first)
    throw refuseFields({ until: ['Choose a day that is not before the first.'] })
  return { from: first, until: until === undefined || until === today ? null : until }
}

const READERS: Readonly<Record<Query['report'], Reader>> = {
  collected: async (ctx, { currency, today }, query, ready) => {
    const days = daysOf(query, today)
    return ready ? collectedIn(ctx, { ...days, currency, source: null }) : []
  },
  invoiced: async (ctx, { currency, today }, query) => invoicedIn(ctx, { ...daysOf(query, today), currency }),
  aging: async (ctx, { currency, today }, query) =>
    openOnDay(ctx, {
      currency,
      on: asOf(query.on, today),
      customerId: given(query.customer, 'customer', 'Choose a customer.'),
      bucket: query.bucket,
    }),
  sources: async (ctx, { currency, today }, query, ready) => {
    const source = given(query.source, 'source', 'Choose a source.')
    if (!ready) return []
    const from = addMonthsClamped(startOfMonth(today), -11)
    const stepName = query.step_name ?? ''
    return collectedIn(ctx, { currency, from, until: null, source: { name: source, stepName } })
  },
  'next-days': async (ctx, { currency }, query) =>
    comingOn(ctx, {
      currency,
      day: given(query.on, 'on', 'Choose a day.'),
      kind: given(query.kind, 'kind', 'Choose what comes.'),
    }),
  'expected-cash': async (ctx, shown, query, ready) => {
    const from = given(query.on, 'on', 'Choose a week.')
    return ready ? customersOfWeek(ctx, shown, from) : []
  },
}

/** Returns the customers from whom the money of a week is expected, those with the largest amounts first. */
async function customersOfWeek(ctx: Ctx, { currency, today }: ShownIn, from: string): Promise<BehindRow[]> {
  const { items, delays } = await readHabits(ctx, currency)
  const expected = expectOfWeek(items, delays, { today, from })
  if (expected === null) throw refuseFields({ on: ['Choose the first day of a week of the report.'] })
  const page = expected.slice(0, MOST_BEHIND)
  const total = expected.reduce((sum, { likelyMinor }) => sum + likelyMinor, 0n)
  const names = await namesOf(
    ctx,
    page.map(({ customerId }) => customerId),
  )
  return page.map(({ customerId, likelyMinor }) => ({
    kind: 'customer',
    id: customerId,
    text: names.get(customerId) ?? '',
    customer_id: customerId,
    short_name: names.get(customerId) ?? '',
    on_day: null,
    minor: likelyMinor,
    count: expected.length,
    total,
  }))
}
