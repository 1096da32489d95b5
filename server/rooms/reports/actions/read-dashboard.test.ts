import { beforeAll, describe, expect, it } from 'vitest'
import { daysPastDue } from '../../../../domain/invoices/aging.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { aCustomer } from '../../customers/testing.ts'
import { listInvoices } from '../../invoices/index.ts'
import { anOpenInvoice, settle, someOfEach } from '../../invoices/testing.ts'
import { agingOf, bookPayment, bookRefund, reserve } from '../../ledger/index.ts'
import { readNextDays } from './charts/read-next-days.ts'
import { readDashboard } from './read-dashboard.ts'

const TODAY = '2026-11-20'
const CUSTOMERS = 12

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

beforeAll(async () => {
  await someOfEach(tenant)
  for (let at = 0; at < CUSTOMERS; at++) {
    const shortName = `Customer ${at}`
    const customer = (await tenant.run((ctx) => aCustomer(ctx, { shortName, email: '' }))).id
    const amount = `${300 + at * 7}.00`
    // One invoice in three is not past due.
    const old = await tenant.run((ctx) =>
      anOpenInvoice(ctx, {
        customer,
        amount,
        invoice_date: at % 3 === 0 ? TODAY : `2026-0${1 + (at % 9)}-10`,
      }),
    )
    await tenant.run((ctx) => anOpenInvoice(ctx, { customer, amount: '50.00', invoice_date: '2026-10-26' }))
    await tenant.run((ctx) => settle(ctx, old, BigInt(at) * 100n + 1n))
    if (at % 4 === 1) await tenant.run((ctx) => reserve(ctx, [{ invoiceId: old.id, amountMinor: 700n }]))
  }
})

const receivables = () =>
  tenant.run((ctx) =>
    ctx.db.selectFrom('receivables').selectAll().where('remaining_minor', '>', 0n).execute(),
  )

type Owed = Awaited<ReturnType<typeof receivables>>
const sum = (rows: Owed, of: (row: Owed[number]) => bigint = (row) => row.remaining_minor): bigint =>
  rows.reduce((total, row) => total + of(row), 0n)

describe('the dashboard', () => {
  it('shows the totals of the invoices in each currency', async () => {
    const { currencies, counts } = await tenant.run(readDashboard)
    const rows = await receivables()
    const aging = await tenant.run((ctx) => agingOf(ctx, TODAY))
    expect(currencies.map((one) => one.currency)).toEqual(['USD', 'JPY'])
    for (const shown of currencies) {
      const own = rows.filter((row) => row.currency === shown.currency)
      const amount = (minor: bigint): string => formatAmount(minor, shown.currency)
      const { counts: byAge, ...ages } = aging.find((one) => one.currency === shown.currency)!
      const { total: openInvoices, ...agingCounts } = byAge
      expect(shown).toMatchObject({
        owed: amount(sum(own)),
        past_due: amount(sum(own.filter((row) => row.due_date < TODAY))),
        due_in_7_days: amount(
          sum(own.filter((row) => row.due_date >= TODAY && row.due_date <= '2026-11-26')),
        ),
        customers_owing: new Set(own.map((row) => row.customer_id)).size,
        open_invoices: openInvoices,
        aging_counts: agingCounts,
        aging: { current: amount(ages.current), over_90: amount(ages.over_90), total: amount(ages.total) },
      })
    }
    expect(counts).toEqual({ customers: CUSTOMERS + 2, invoices: rows.length, drafts: 1 })
  })

  it('owes in the next 7 days what the report of these days lists as due, today as the first', async () => {
    const customer = (await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Last day', email: '' }))).id
    const dueOn = async (invoice_date: string, amount: string) =>
      (await tenant.run((ctx) => anOpenInvoice(ctx, { customer, amount, invoice_date }))).due_date
    expect(await dueOn('2026-10-21', '1.00')).toBe(TODAY)
    expect(await dueOn('2026-10-27', '80.00')).toBe('2026-11-26')
    expect(await dueOn('2026-10-28', '500.00')).toBe('2026-11-27')
    const [dollars] = (await tenant.run(readDashboard)).currencies
    const due = (await tenant.run((ctx) => readNextDays(ctx, 'USD'))).rows.filter(
      ({ kind }) => kind === 'due',
    )
    expect(due[0]!.day).toBe(TODAY)
    expect(due.at(-1)).toMatchObject({ day: '2026-11-26', count: 1, amount: '80.00' })
    const cents = due.map(({ amount }) => BigInt(amount.replace('.', '')))
    expect(
      formatAmount(
        cents.reduce((all, one) => all + one, 0n),
        'USD',
      ),
    ).toBe(dollars!.due_in_7_days)
    const inDollars = { name: 'currency', operator: 'eq', argument: 'USD', exclude: false } as const
    const { sums } = await tenant.run((ctx) =>
      listInvoices(ctx, {
        ...{ page: 1, page_size: 5, search: '', order_by: 'number' },
        ...{ view: 'due_this_week', filters: [inDollars] },
      }),
    )
    expect(sums).toMatchObject([{ currency: 'USD', remaining: dollars!.due_in_7_days }])
  })

  it("lists the top debtors of each currency, the account's own currency first", async () => {
    for (let at = 0; at < 10; at++) {
      const shortName = `Yen ${at}`
      const customer = await tenant.run((ctx) => aCustomer(ctx, { shortName, email: '', currency: 'JPY' }))
      const amount = `${5000 + at}`
      await tenant.run((ctx) => anOpenInvoice(ctx, { customer: customer.id, amount }))
    }
    const { top_debtors: shown } = await tenant.run(readDashboard)
    const byCustomer = Map.groupBy(await receivables(), (row) => row.customer_id)
    const most = (currency: string) =>
      [...byCustomer]
        .filter(([, rows]) => rows[0]!.currency === currency)
        .map(([pk, rows]) => ({ pk, rows, late: sum(rows.filter((row) => row.due_date < TODAY)) }))
        .sort((a, b) => Number(sum(b.rows) - sum(a.rows)))
        .slice(0, 8)
    const expected = [...most('USD'), ...most('JPY')]
    expect(expected).toHaveLength(16)
    expect(
      shown.map((one) => ({
        pk: one.customer.pk,
        owed: one.owed,
        late: one.past_due,
        invoices: one.open_invoices,
        oldest: one.oldest_days,
        total: one.aging.total,
      })),
    ).toEqual(
      expected.map(({ pk, rows, late }) => {
        const { currency } = rows[0]!
        const oldest = rows.map((row) => row.due_date).sort()[0]!
        return {
          pk,
          owed: formatAmount(sum(rows), currency),
          late: formatAmount(late, currency),
          invoices: rows.length,
          oldest: daysPastDue(oldest, TODAY),
          total: formatAmount(sum(rows), currency),
        }
      }),
    )
  })

  it('counts settled and unapplied money as collected, less refunds and returns, without surcharges', async () => {
    const fresh = await test.tenant()
    const invoice = await fresh.run((ctx) => anOpenInvoice(ctx, { amount: '100.00' }))
    const paid = {
      customerId: invoice.customer.pk,
      currency: 'USD',
      number: 'PAY-1',
      bookedOn: TODAY,
      shares: [{ invoiceId: invoice.id, amountMinor: 6000n }],
      unappliedMinor: 2500n,
      surchargeMinor: 300n,
    } as const
    const paymentId = crypto.randomUUID()
    await fresh.run((ctx) => bookPayment(ctx, { ...paid, paymentId, reserved: false }))
    const collected = async () => (await fresh.run(readDashboard)).currencies[0]!.collected_30_days
    expect(await collected()).toBe('85.00')
    const back = {
      unappliedMinor: 0n,
      surchargeMinor: 100n,
      shares: [{ invoiceId: invoice.id, amountMinor: 1000n }],
    }
    await fresh.run((ctx) => bookRefund(ctx, { ...paid, ...back, paymentId, refundId: crypto.randomUUID() }))
    expect(await collected()).toBe('75.00')
  })

  it('counts money on the day on which it was received, in the thirty days until today', async () => {
    const fresh = await test.tenant()
    const { customer } = await fresh.run((ctx) => anOpenInvoice(ctx, { amount: '100.00' }))
    const receive = (bookedOn: string, unappliedMinor: bigint) =>
      fresh.run((ctx) =>
        bookPayment(ctx, {
          ...{ paymentId: crypto.randomUUID(), customerId: customer.pk, currency: 'USD', number: 'PAY' },
          ...{ bookedOn, unappliedMinor, shares: [], surchargeMinor: 0n, reserved: false },
        }),
      )
    await receive(TODAY, 100n)
    await receive('2026-10-22', 20n)
    await receive('2026-10-21', 3n)
    expect((await fresh.run(readDashboard)).currencies[0]!.collected_30_days).toBe('1.20')
  })

  it('shows zero for a currency in which nothing is owed', async () => {
    const empty = await test.tenant({ currency: 'EUR' })
    const { currencies, top_debtors } = await empty.run(readDashboard)
    expect(top_debtors).toEqual([])
    expect(currencies).toMatchObject([
      { currency: 'EUR', owed: '0.00', in_flight: '0.00', open_invoices: 0, customers_owing: 0 },
    ])
  })
})
