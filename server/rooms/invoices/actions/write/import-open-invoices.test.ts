import { beforeAll, describe, expect, it } from 'vitest'
import { setUpBooks } from '../../../../../testing/set-up-books.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { agingOf, readReceivables } from '../../../ledger/index.ts'
import {
  findInvoiceNumbers,
  type ImportedInvoice,
  importOpenInvoices,
  readInvoice,
  voidInvoice,
} from '../../index.ts'
import { aDraft } from '../../testing.ts'

const { test, tenant } = setUpBooks()
let customer: string
beforeAll(async () => {
  customer = (await tenant.run((ctx) => aCustomer(ctx))).id
})

const anImport = (number: string, fields: Partial<ImportedInvoice> = {}): ImportedInvoice => ({
  number,
  customerId: customer,
  currency: 'USD',
  invoiceDate: '2026-10-01',
  dueDate: '2026-10-31',
  terms: 'net_30',
  notes: '',
  lines: [
    {
      description: 'Cups',
      detail: '',
      quantity: 20_000n,
      unitPriceMinor: 5_000n,
      discountPpm: 0,
      taxPpm: 100_000,
    },
  ],
  paidMinor: 0n,
  ...fields,
})
const run = (...batch: ImportedInvoice[]) => tenant.run((ctx) => importOpenInvoices(ctx, batch))

describe('imported invoices', () => {
  it('are written open and booked, with computed totals', async () => {
    const { written, taken } = await run(
      anImport('2026-17'),
      anImport('2026-18', { paidMinor: 4_000n }),
      anImport('2026-19', { paidMinor: 11_000n }),
    )
    expect(taken).toEqual([])
    expect([...written.keys()]).toEqual(['2026-17', '2026-18', '2026-19'])
    const read = (number: string) => tenant.run((ctx) => readInvoice(ctx, written.get(number)!))
    expect(await read('2026-17')).toMatchObject({
      state: 'open',
      total: '110.00',
      tax: '10.00',
      remaining: '110.00',
      status: 'Overdue by 20 days',
      taxes: [{ name: 'Tax', rate: '10', base: '100.00', amount: '10.00' }],
      timeline: [{ kind: 'created', text: 'Imported' }],
    })
    const part = await read('2026-18')
    expect(part).toMatchObject({ remaining: '70.00', paid: '40.00', can: { edit: false, void: false } })
    expect(part.timeline[0]).toMatchObject({
      kind: 'payment',
      text: 'Paid on invoice 2026-18 before it was imported',
      amount: '40.00',
      link: null,
    })
    expect(await read('2026-19')).toMatchObject({ status: 'Paid', remaining: '0.00' })
    const [aging] = await tenant.run((ctx) => agingOf(ctx, '2026-11-20'))
    expect(aging).toMatchObject({ days_30: 18_000n, total: 18_000n })
    await tenant.run((ctx) => voidInvoice(ctx, written.get('2026-17')!, ''))
  })

  it('are skipped and reported when their number is used', async () => {
    await run(anImport('Once'))
    const { written, taken } = await run(anImport('ONCE'), anImport('Twice'))
    expect([[...written.keys()], taken]).toEqual([['Twice'], ['ONCE']])
    const { length } = await tenant.run((ctx) => readReceivables(ctx, [...written.values()]))
    expect(length).toBe(1)
  })

  it('continue the sequence after their highest number', async () => {
    expect((await tenant.run((ctx) => aDraft(ctx))).number).toBe('INV-1001')
    await run(anImport('INV-2066'), anImport('INV-2064'), anImport('R-9000'))
    expect((await tenant.run((ctx) => aDraft(ctx))).number).toBe('INV-2067')
  })

  it('are found again by number and fingerprint', async () => {
    const fingerprint = Buffer.from('seen before')
    const { written } = await run(anImport('A-01', { fingerprint }), anImport('A-1'))
    const found = await tenant.run((ctx) => findInvoiceNumbers(ctx, ['a-01', 'nobody', 'A-01']))
    expect(found).toEqual([
      {
        id: written.get('A-01'),
        number: 'A-01',
        key: 'a-01',
        state: 'open',
        customerId: customer,
        fingerprint,
      },
    ])
    const stranger = await test.tenant()
    expect(await stranger.run((ctx) => findInvoiceNumbers(ctx, ['a-01']))).toEqual([])
  })

  it('throw when they were not checked, and write nothing', async () => {
    await expect(run(anImport('Bad', { paidMinor: 99_999n }))).rejects.toThrow('was not checked')
    expect(await tenant.run((ctx) => findInvoiceNumbers(ctx, ['Bad']))).toEqual([])
    expect(await run()).toMatchObject({ taken: [] })
  })

  it('are written a thousand at a time', async () => {
    const batch = Array.from({ length: 1000 }, (_, index) => anImport(`Bulk-${index}`))
    const { written } = await run(...batch)
    expect(written.size).toBe(1000)
  })
})
