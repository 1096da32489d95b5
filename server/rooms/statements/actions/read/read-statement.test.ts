import { beforeAll, describe, expect, it } from 'vitest'
import { setUpBooks } from '../../../../../testing/set-up-books.ts'
import { newId } from '../../../../platform/ids.ts'
import { applyCreditMemo, mirrorNewMemo } from '../../../credit-memos/index.ts'
import { aCreditMemo } from '../../../credit-memos/testing.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { drawDocument } from '../../../documents/index.ts'
import { readPdf } from '../../../documents/testing.ts'
import { chargeLateFees, voidInvoice, waiveLateFees, writeOffInvoice } from '../../../invoices/index.ts'
import { aFeeRule, anOpenInvoice, settle } from '../../../invoices/testing.ts'
import { agingOf } from '../../../ledger/index.ts'
import { recordPayment } from '../../../payments/index.ts'
import { exportStatement } from './export-statement.ts'
import { readStatementDocument } from './read-statement-document.ts'
import { showStatement } from './show-statement.ts'

const { test, tenant } = setUpBooks()
let customer: string

const show = (query: object, of = customer) =>
  tenant.run((ctx) =>
    showStatement(ctx, of, { from: '2026-11-01', to: '2026-11-20', kind: 'balance_forward', ...query }),
  )

beforeAll(async () => {
  customer = (await tenant.run((ctx) => aCustomer(ctx, { shortName: '=Harbor' }))).id
  const invoice = (number: string, invoice_date: string, amount: string) =>
    tenant.run((ctx) => anOpenInvoice(ctx, { number, invoice_date, amount, customer }))
  await invoice('S-1', '2026-08-01', '100.00')
  const second = await invoice('S-2', '2026-10-10', '200.00')
  const lost = await invoice('S-3', '2026-10-11', '50.00')
  const wrong = await invoice('S-4', '2026-11-02', '70.00')
  await invoice('S-5', '2026-11-03', '300.00')
  await tenant.run((ctx) => writeOffInvoice(ctx, lost.id, ''))
  await tenant.run((ctx) => voidInvoice(ctx, wrong.id, ''))
  await tenant.run((ctx) => settle(ctx, second, 15_000n))
  const memo = await tenant.run((ctx) =>
    aCreditMemo(ctx, { customer, total: '40.00', issued_on: '2026-11-05' }),
  )
  const request_id = newId(test.clock.wallNow())
  await tenant.run((ctx) =>
    applyCreditMemo(ctx, memo.id, { invoice: second.id, amount: '30.00', request_id }),
  )
  await tenant.run((ctx) =>
    recordPayment(ctx, {
      customer,
      total: '520.00',
      type: 'check',
      received_on: '2026-11-19',
      reference: '',
      request_id: newId(test.clock.wallNow()),
      email_receipt: false,
      invoices: [],
    }),
  )
})

describe('a statement', () => {
  it('lists the entries of the period between opening and closing balance', async () => {
    const statement = await show({})
    expect(statement).toMatchObject({
      opening: '350.00',
      closing: '-110.00',
      currency: 'USD',
      currencies: ['USD'],
    })
    expect(statement.lines.map((line) => [line.date, line.kind, line.amount, line.balance])).toEqual([
      ['2026-11-02', 'invoice', '70.00', '420.00'],
      ['2026-11-03', 'invoice', '300.00', '720.00'],
      ['2026-11-05', 'credit_memo', '-40.00', '680.00'],
      ['2026-11-19', 'payment', '-520.00', '160.00'],
      ['2026-11-20', 'write_off', '-50.00', '110.00'],
      ['2026-11-20', 'void', '-70.00', '40.00'],
      ['2026-11-20', 'payment', '-150.00', '-110.00'],
      ['2026-11-20', 'credit_applied', '0.00', '-110.00'],
    ])
  })

  it('lists what is open, with credit and payments that settle nothing', async () => {
    const statement = await show({ kind: 'open_item' })
    expect(statement.open_credits).toMatchObject([{ remaining: '10.00' }])
    const [aging] = await tenant.run((ctx) => agingOf(ctx, '2026-11-20', customer))
    expect(statement.owed).toBe(aging === undefined ? '0.00' : (Number(aging.total) / 100).toFixed(2))
    expect(Number(statement.owed) - 10 - Number(statement.unapplied)).toBe(Number(statement.closing))
  })

  it('shows a former period as it stood', async () => {
    const statement = await show({ from: '2026-10-01', to: '2026-10-31' })
    expect(statement).toMatchObject({
      opening: '100.00',
      closing: '350.00',
      owed: '350.00',
      unapplied: '0.00',
    })
    expect(statement.open_invoices.map((item) => [item.number, item.remaining, item.days_past_due])).toEqual([
      ['S-1', '100.00', 61],
      ['S-2', '200.00', -9],
      ['S-3', '50.00', -10],
    ])
    expect(statement.aging).toMatchObject({ current: '250.00', days_90: '100.00', total: '350.00' })
  })

  it('is empty before the first entry, and in a currency without entries', async () => {
    expect(await show({ from: '2026-01-01', to: '2026-01-31' })).toMatchObject({
      is_empty: true,
      closing: '0.00',
    })
    expect(await show({ currency: 'JPY' })).toMatchObject({ is_empty: true, opening: '0', lines: [] })
    const early = { from: '2026-01-01', to: '2026-01-31', kind: 'open_item' } as const
    await expect(tenant.run((ctx) => readStatementDocument(ctx, customer, early))).rejects.toMatchObject({
      code: 'wrong_state',
    })
  })

  it.each([
    [{ from: '2026-11-10', to: '2026-11-09' }, 'to'],
    [{ to: '2026-11-21' }, 'to'],
    [{ from: '2026-12-01', to: '2026-12-02' }, 'from'],
    [{ from: '2020-01-01' }, 'to'],
  ])('refuses the period %j beside its date', async (query, field) => {
    await expect(show(query)).rejects.toMatchObject({ fields: { [field]: [expect.any(String)] } })
  })

  it('refuses a customer of another account, and an unknown one', async () => {
    const other = await test.tenant()
    const query = { from: '2026-11-01', to: '2026-11-20', kind: 'open_item' } as const
    await expect(other.run((ctx) => showStatement(ctx, customer, query))).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(show({}, newId(test.clock.wallNow()))).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the files of a statement', () => {
  it.each([
    ['balance_forward', ['Opening balance', 'Invoice S-5', 'Balance, USD', '−110.00']],
    ['open_item', ['Unapplied payments', 'Balance, USD']],
  ] as const)('are a PDF of the kind %s', async (kind, texts) => {
    const { name, contents } = await tenant.run((ctx) =>
      readStatementDocument(ctx, customer, { from: '2026-11-01', to: '2026-11-20', kind }),
    )
    expect(name).toBe('Statement =Harbor 2026-11-20.pdf')
    const [page] = readPdf(await drawDocument(contents, 'patient')).pages
    expect(page).toEqual(expect.arrayContaining([...texts]))
  })

  it('are a CSV whose formulas are disarmed', async () => {
    const { bytes } = await tenant.run((ctx) =>
      exportStatement(ctx, customer, { from: '2026-11-01', to: '2026-11-20', kind: 'balance_forward' }),
    )
    const lines = Buffer.from(bytes).toString().split('\r\n')
    expect(lines[1]).toBe('2026-11-01,Opening balance,,350.00,USD')
    expect(lines).toHaveLength(12)
  })
})

it('names money that was received elsewhere by its number, and not as a credit memo', async () => {
  const payer = (await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Payer' }))).id
  await tenant.run((ctx) =>
    mirrorNewMemo(ctx, {
      remoteId: 'payment:7',
      number: 'Payment CHK-7',
      customerId: payer,
      currency: 'USD',
      issuedOn: '2026-11-04',
      reason: '',
      totalMinor: 9_000n,
      remainingMinor: 6_000n,
      isVoid: false,
      isReceived: true,
    }),
  )
  const open = await show({ kind: 'open_item' }, payer)
  expect(open.open_credits).toMatchObject([{ number: 'Payment CHK-7', received: true, remaining: '60.00' }])
  const entries = (await show({}, payer)).lines.map(({ description }) => description)
  expect(entries).toEqual(['Payment CHK-7', 'Payment CHK-7 used'])
  const { contents } = await tenant.run((ctx) =>
    readStatementDocument(ctx, payer, { from: '2026-11-01', to: '2026-11-20', kind: 'open_item' }),
  )
  const [page] = readPdf(await drawDocument(contents, 'patient')).pages
  expect(page).toContain('Payment CHK-7')
  expect(page?.join(' ')).not.toContain('Credit memo')
})

describe('late fees on a statement', () => {
  it('are entries of their own, and owed on their invoice until they are waived', async () => {
    const late = (await tenant.run((ctx) => aCustomer(ctx))).id
    const { id } = await tenant.run((ctx) =>
      anOpenInvoice(ctx, { invoice_date: '2026-09-01', amount: '100.00', customer: late }),
    )
    const ruleId = await tenant.run((ctx) => aFeeRule(ctx))
    const charge = (day: string, period: number) => {
      const fee = {
        invoiceId: id,
        ruleId,
        planId: null,
        period,
        day,
        description: `Late fee ${period}`,
        cap: null,
      }
      return tenant.run((ctx) => chargeLateFees(ctx, [{ ...fee, amountMinor: 250n }], day))
    }
    await charge('2026-10-20', 1)
    const [second] = await charge('2026-11-04', 2)
    await tenant.run((ctx) => waiveLateFees(ctx, [second!.id], 'Goodwill', '2026-11-06'))
    const entries = await show({}, late)
    expect(entries).toMatchObject({ opening: '102.50', closing: '102.50' })
    expect(entries.lines.map((line) => [line.date, line.kind, line.amount])).toEqual([
      ['2026-11-04', 'late_fee', '2.50'],
      ['2026-11-06', 'late_fee_waiver', '-2.50'],
    ])
    expect(await show({ kind: 'open_item' }, late)).toMatchObject({
      closing: '102.50',
      open_invoices: [{ remaining: '102.50' }],
    })
  })
})
