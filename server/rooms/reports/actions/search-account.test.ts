import { beforeAll, describe, expect, it } from 'vitest'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { aCustomer } from '../../customers/testing.ts'
import { importOpenInvoices } from '../../invoices/index.ts'
import { aLine, someOfEach } from '../../invoices/testing.ts'
import { recordPayment } from '../../payments/index.ts'
import { searchAccount } from './search-account.ts'

/** More than are fetched and sorted. */
const MANY = 620

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
const stranger = setUp(() => test.tenant())

beforeAll(async () => {
  const { harbor } = await someOfEach(tenant)
  await tenant.run((ctx) =>
    recordPayment(ctx, {
      customer: harbor,
      type: 'check',
      total: '5.00',
      received_on: '2026-11-19',
      reference: '',
      request_id: 'search-account',
    }),
  )
})

const found = async (text: string, who = tenant) =>
  (await who.run((ctx) => searchAccount(ctx, text))).results.map((hit) => [hit.kind, hit.title])

describe('account search', () => {
  it('finds customers by name and address, and invoices and payments by number, ignoring case', async () => {
    expect(await found('KISSA')).toEqual([['customer', expect.stringMatching(/kissa/i)]])
    expect(await found('harborfoods.test')).toEqual([['customer', 'Harbor Foods']])
    expect((await found('late-')).map(([kind]) => kind)).toEqual(Array(4).fill('invoice'))
    expect(await found('pay-1')).toEqual([['payment', expect.stringMatching(/^PAY-1/)]])
    expect(await found('nothing like it')).toEqual([])
    expect(await found('la')).toEqual([])
  })

  it('treats wildcards literally and stays within the account', async () => {
    expect(await found('Draft_')).toEqual([['invoice', 'Draft_1']])
    expect(await found('Late_')).toEqual([])
    expect(await found('late-', stranger)).toEqual([])
  })

  it('shows the latest invoices and the first customers, with few or many matches', async () => {
    const fresh = await test.tenant()
    const owner = (await fresh.run((ctx) => aCustomer(ctx, { shortName: 'Owner', email: '' }))).id
    const invoice = (n: number) => ({
      number: `Many-${n}`,
      customerId: owner,
      currency: 'USD',
      invoiceDate: n === 17 ? '2026-11-19' : n === 41 ? '2026-11-18' : '2026-10-01',
      dueDate: '2026-12-20',
      terms: 'custom' as const,
      notes: '',
      lines: [{ ...aLine(), quantity: 10_000n, unitPriceMinor: 100n, discountPpm: 0, taxPpm: 0 }],
      paidMinor: 0n,
    })
    await fresh.run((ctx) =>
      importOpenInvoices(
        ctx,
        Array.from({ length: MANY }, (_, n) => invoice(n)),
      ),
    )
    const many = await found('many-', fresh)
    expect(many).toHaveLength(6)
    expect(many.slice(0, 2)).toEqual([
      ['invoice', 'Many-17'],
      ['invoice', 'Many-41'],
    ])
    expect((await found('many-41', fresh))[0]).toEqual(['invoice', 'Many-41'])
    expect(await found('many-617', fresh)).toEqual([['invoice', 'Many-617']])
    for (const shortName of ['Many Z', 'Many a', 'Many B'])
      await fresh.run((ctx) => aCustomer(ctx, { shortName, email: '' }))
    expect((await found('many', fresh)).slice(0, 4)).toEqual([
      ['customer', 'Many a'],
      ['customer', 'Many B'],
      ['customer', 'Many Z'],
      ['invoice', 'Many-17'],
    ])
  })
})
