import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  addDays,
  addMonthsClamped,
  type CalendarDate,
  endOfMonth,
} from '../../../../../domain/dates/calendar.ts'
import { type AgingBucket, agingBucket, daysPastDue } from '../../../../../domain/invoices/aging.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'

import { aCustomer } from '../../../customers/testing.ts'
import {
  bookInvoice,
  bookInvoiceChange,
  bookPayment,
  bookPaymentReturn,
  bookPayout,
  bookWriteOff,
} from '../../../ledger/index.ts'
import { addEntries, countPending } from '../../store/sums.ts'
import { readDashboard } from '../read-dashboard.ts'
import { exportReport } from './export-report.ts'
import { followLedger } from './follow-ledger.ts'
import { readAging } from './read-aging.ts'
import { readBehind } from './read-behind.ts'
import { readExpectedCash } from './read-expected-cash.ts'
import { readMonths } from './read-months.ts'
import { readSources } from './read-sources.ts'

const TODAY = '2026-11-20'
const BEGINS = '2025-07-01'
const DAYS = 507
const INVOICES = 120

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

/** Movements of the history as the test itself remembers them. */
interface Movement {
  readonly on: CalendarDate
  readonly invoice: string
  readonly minor: bigint
  readonly kind: 'invoiced' | 'collected' | 'other'
}
const movements: Movement[] = []
const invoices = new Map<string, { due: CalendarDate; customer: string }>()

/** Numbers from 0 to below `below`, the same in each run. */
function random(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const USD = 'USD'
const figures = (customerId: string, netMinor: bigint) => ({
  customerId,
  netMinor,
  taxMinor: 0n,
  lateFeesMinor: 0n,
  planFeesMinor: 0n,
})

async function bookOne(
  ctx: Ctx,
  draw: (below: number) => number,
  customers: readonly string[],
): Promise<void> {
  const invoiceId = nextId(ctx)
  const customerId = customers[draw(customers.length)]!
  const on = addDays(BEGINS, draw(DAYS - 5))
  const due = addDays(on, draw(61))
  const minor = BigInt(1000 + draw(90_000))
  const number = `R-${movements.length}`
  await bookInvoice(ctx, {
    invoiceId,
    customerId,
    number,
    currency: USD,
    bookedOn: on,
    dueDate: due,
    netMinor: minor,
    taxMinor: 0n,
  })
  movements.push({ on, invoice: invoiceId, minor, kind: 'invoiced' })
  invoices.set(invoiceId, { due, customer: customerId })
  if (draw(5) === 0) {
    const dueDate = addDays(due, draw(40) - 10)
    await bookInvoiceChange(ctx, {
      invoiceId,
      number,
      currency: USD,
      bookedOn: addDays(on, 2),
      dueDate,
      before: figures(customerId, minor),
      after: figures(customerId, minor),
    })
    invoices.set(invoiceId, { due: dueDate, customer: customerId })
  }
  const paidOn = addDays(due, draw(50) - 12)
  if (paidOn > TODAY || draw(6) === 0) return
  const paid = draw(3) === 0 ? minor / 2n : minor
  const payment = {
    paymentId: nextId(ctx),
    customerId,
    currency: USD,
    number: 'P',
    bookedOn: paidOn,
    shares: [{ invoiceId, amountMinor: paid }],
    unappliedMinor: 0n,
    surchargeMinor: 30n,
  }
  await bookPayment(ctx, { ...payment, reserved: false })
  movements.push({ on: paidOn, invoice: invoiceId, minor: -paid, kind: 'collected' })
  if (draw(8) === 0) {
    const bookedOn = addDays(paidOn, 3) > TODAY ? TODAY : addDays(paidOn, 3)
    await bookPaymentReturn(ctx, { ...payment, bookedOn, reason: 'R01' })
    movements.push({ on: bookedOn, invoice: invoiceId, minor: paid, kind: 'collected' })
  } else if (paid < minor && draw(2) === 0) {
    const minor = await bookWriteOff(ctx, { invoiceId, number, bookedOn: TODAY })
    movements.push({ on: TODAY, invoice: invoiceId, minor: -minor, kind: 'other' })
  }
}

beforeAll(async () => {
  const draw = random(11)
  const customers: string[] = []
  for (const shortName of ['Anchor', 'Birch', 'Cedar'])
    customers.push((await tenant.run((ctx) => aCustomer(ctx, { shortName, email: '' }))).id)
  for (let at = 0; at < INVOICES; at++) {
    await tenant.run((ctx) => bookOne(ctx, draw, customers))
    // Sums that follow now and then see due dates change later.
    if (at % 40 === 39) await tenant.run((ctx) => addEntries(ctx, 50))
  }
  // Money that the processor pays out was collected before.
  await tenant.run((ctx) =>
    bookPayout(
      ctx,
      {
        ...{ payoutId: nextId(ctx), currency: USD, bookedOn: '2026-10-15', description: 'Payout' },
        ...{ grossMinor: 9_000n, feeMinor: 300n, cleared: [{ currency: USD, amountMinor: 9_000n }] },
      },
      { entryId: null, reversedOn: TODAY },
    ),
  )
})

const sum = (list: readonly Movement[]): bigint => list.reduce((total, { minor }) => total + minor, 0n)
const amount = (minor: bigint): string => formatAmount(minor, USD)

function agingOn(
  day: CalendarDate,
  among: readonly Movement[] = movements,
): Record<AgingBucket | 'total', bigint> {
  const byAge = { current: 0n, days_30: 0n, days_60: 0n, days_90: 0n, over_90: 0n, total: 0n }
  for (const { on, invoice, minor } of among) {
    if (on > day) continue
    byAge[agingBucket(daysPastDue(invoices.get(invoice)!.due, day))] += minor
    byAge.total += minor
  }
  return byAge
}

const oneDecimal = (value: number): string => (Math.floor(value * 10 + 0.5 + 1e-9) / 10).toFixed(1) // not money: a ratio

const expectedMonth = (from: CalendarDate, until: CalendarDate) => {
  const within = (first: CalendarDate, kind: Movement['kind']) =>
    sum(movements.filter((one) => one.kind === kind && one.on >= first && one.on <= until))
  const aging = agingOn(until)
  const start = agingOn(addDays(from, -1)).total
  const invoiced = within(from, 'invoiced')
  const quarter = Number(within(addDays(until, -89), 'invoiced')) // not money: of a ratio
  const given = Number(start + invoiced) // not money: of a ratio
  return {
    until,
    invoiced: amount(invoiced),
    collected: amount(-within(from, 'collected')),
    owed: amount(aging.total),
    aging: { ...Object.fromEntries(Object.entries(aging).map(([bucket, minor]) => [bucket, amount(minor)])) },
    dso_days: oneDecimal((Number(aging.total) * 90) / quarter),
    effectiveness_percent: oneDecimal(
      ((given - Number(aging.total)) / (given - Number(aging.current))) * 100,
    ),
    days_delinquent: oneDecimal((Number(aging.total - aging.current) * 90) / quarter),
  }
}

const expectMonths = async () => {
  const { months, preparing } = await tenant.run((ctx) => readMonths(ctx, undefined))
  expect(preparing).toBe(false)
  expect(months).toHaveLength(12)
  for (const [at, month] of months.entries()) {
    const from = addMonthsClamped('2025-12-01', at)
    expect(month).toMatchObject(expectedMonth(from, at === 11 ? TODAY : endOfMonth(from)))
  }
}

async function queuedJobs(): Promise<number> {
  const owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  const { rows } = await owner.query(
    "select count(*)::int as jobs from pgboss.job where name = 'reports.follow-ledger'",
  )
  await owner.end()
  return rows[0].jobs
}

describe('the reports on a random history', () => {
  it('show each month as calculated from its movements, before and after the sums follow', async () => {
    expect(await tenant.run(countPending)).toBeGreaterThan(0n)
    await expectMonths()
    const system = tenant.uow({ kind: 'system', job: 'test' })
    const pending = await tenant.run(countPending)
    // It leaves the rest to another job.
    await followLedger(system, { longestMs: 0, batch: 100 })
    expect(await tenant.run(countPending)).toBe(pending - 100n)
    expect(await queuedJobs()).toBe(1)
    await expectMonths()
    await followLedger(system)
    expect(await tenant.run(countPending)).toBe(0n)
    await expectMonths()
  })

  it.each([TODAY, '2026-10-31', '2026-02-28', '2025-08-15', '2024-01-01'])(
    'age customers as of %s',
    async (on) => {
      const { rows, total } = await tenant.run((ctx) => readAging(ctx, { on }))
      expect(total.total).toBe(amount(agingOn(on).total))
      for (const row of rows) {
        const own = movements.filter(({ invoice }) => invoices.get(invoice)!.customer === row.customer.pk)
        const expected = agingOn(on, own)
        expect(row.aging).toMatchObject({ over_90: amount(expected.over_90), total: amount(expected.total) })
      }
    },
  )

  it('expect no more cash than is owed, within its range', async () => {
    const { weeks, owed, later } = await tenant.run((ctx) => readExpectedCash(ctx, USD))
    const likely = weeks.reduce((total, week) => total + Number(week.likely), Number(later)) // not money: a check
    expect(Math.abs(likely - Number(owed))).toBeLessThan(0.05)
    for (const week of weeks) {
      expect(Number(week.low)).toBeLessThanOrEqual(Number(week.likely))
      expect(Number(week.high)).toBeGreaterThanOrEqual(Number(week.likely))
    }
  })

  it('divide what was collected among its sources', async () => {
    const { rows } = await tenant.run((ctx) => readSources(ctx, USD))
    const collected = -sum(movements.filter(({ kind, on }) => kind === 'collected' && on >= '2025-12-01'))
    expect(rows).toMatchObject([{ source: 'books', collected: amount(collected) }])
  })

  it.each([TODAY, '2026-02-28', '2025-08-15'])('list the invoices behind a customer of %s', async (on) => {
    const { rows } = await tenant.run((ctx) => readAging(ctx, { on }))
    for (const { customer, aging } of rows)
      for (const [bucket, owed] of [[undefined, aging.total] as const, ['over_90', aging.over_90] as const]) {
        const list = await tenant.run((ctx) =>
          readBehind(ctx, { report: 'aging', on, customer: customer.pk, bucket }),
        )
        expect(list).toMatchObject({ total: owed, count: list.rows.length })
      }
  })

  it('list the customers behind a week, and what a source brought', async () => {
    const { weeks } = await tenant.run((ctx) => readExpectedCash(ctx, USD))
    const week = weeks[1]!
    const list = await tenant.run((ctx) => readBehind(ctx, { report: 'expected-cash', on: week.from }))
    expect(list.total).toBe(week.likely)
    const sources = await tenant.run((ctx) => readSources(ctx, USD))
    const brought = await tenant.run((ctx) => readBehind(ctx, { report: 'sources', source: 'books' }))
    expect(brought.total).toBe(sources.rows[0]!.collected)
    expect(brought.rows[0]).toMatchObject({ kind: 'entry', text: expect.any(String) })
  })

  it('list what was collected and invoiced in each month, and on the dashboard in thirty days', async () => {
    const totalOf = async (report: 'collected' | 'invoiced', from: CalendarDate, until?: CalendarDate) => {
      const list = await tenant.run((ctx) => readBehind(ctx, { report, from, until }))
      const minor = list.rows.reduce((all, row) => all + BigInt(row.amount.replace('.', '')), 0n)
      expect(list).toMatchObject({ total: amount(minor), count: list.rows.length })
      return list.total
    }
    for (const { from, until, collected, invoiced } of (await tenant.run((ctx) => readMonths(ctx, USD)))
      .months) {
      expect(await totalOf('collected', from, until)).toBe(collected)
      expect(await totalOf('invoiced', from, until)).toBe(invoiced)
    }
    const { currencies } = await tenant.run(readDashboard)
    expect(await totalOf('collected', '2026-10-22', TODAY)).toBe(currencies[0]!.collected_30_days)
    expect(await totalOf('collected', '2026-10-22')).toBe(currencies[0]!.collected_30_days)
  })

  it.each([
    [{ report: 'collected' }, 'from'],
    [{ report: 'invoiced', from: '2026-11-02', until: '2026-11-01' }, 'until'],
    [{ report: 'aging' }, 'customer'],
    [{ report: 'expected-cash' }, 'on'],
    [{ report: 'expected-cash', on: '2026-11-24' }, 'on'],
    [{ report: 'sources' }, 'source'],
    [{ report: 'next-days', on: TODAY }, 'kind'],
  ] as const)('refuse the list behind %j, which names no figure', async (query, field) => {
    await expect(tenant.run((ctx) => readBehind(ctx, query))).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { [field]: expect.any(Array) },
    })
  })

  it('refuse the aging of a future day', async () => {
    await expect(tenant.run((ctx) => readAging(ctx, { on: '2026-11-21' }))).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('are exported with the rows of the page', async () => {
    const file = await exportReport(tenant.uow(), { report: 'months', format: 'csv' })
    let text = ''
    for await (const part of file.parts) text += Buffer.from(part).toString()
    expect(text.trim().split('\r\n')).toHaveLength(13)
    expect(text).toContain('Days sales outstanding')
  })
})
