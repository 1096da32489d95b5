import { describe, expect, it } from 'vitest'
import { setUpMovingCompany } from '../../../../../testing/accounting/moving-company.ts'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { invoicesHere, shownConflict } from '../../../../../testing/accounting/records-here.ts'
import { voidInvoice } from '../../../invoices/index.ts'
import { readInvoiceLive } from '../sync/read-invoice-live.ts'

/* A person decides whether an invoice of the new books is the one here while both change. */

describe('an invoice that is paid after its difference was shown', () => {
  const firm = setUpMovingFirm()
  it('is not joined by a decision about what was shown before', async () => {
    const { tenant, xero } = firm
    firm.addToQuickBooks({ 1042: 120 })
    expect(await firm.connect('quickbooks')).toBe('done')
    firm.addToXero({ 1042: 100 })
    expect(await firm.move('xero')).toBe('done')
    const seen = await shownConflict(tenant, /1042 differs/)
    await firm.pay('1042', '50.00')
    const now = await shownConflict(tenant, /1042 differs/)
    expect(now.ours).toEqual([
      { label: 'Total', value: '$120.00' },
      { label: 'Remaining', value: '$70.00' },
      { label: 'Not posted yet', value: '$50.00' },
    ])
    expect(await firm.decideSeen(seen, 'same_record')).toBe('conflict')
    expect(xero.books.list('Payments')).toEqual([])
    expect(await firm.sync()).toBe('done')
    expect((await shownConflict(tenant, /1042 differs/)).ours).toEqual(now.ours)
  })
})

describe('an invoice whose number changes there after it was asked about', () => {
  const firm = setUpMovingFirm()
  it('is another one from then on, and the one here is missing there', async () => {
    const { tenant, xero } = firm
    firm.addToQuickBooks({ 1042: 120 })
    expect(await firm.connect('quickbooks')).toBe('done')
    const there = firm.addToXero({ 1042: 100 })
    expect(await firm.move('xero')).toBe('done')
    const seen = await shownConflict(tenant, /1042 differs/)
    xero.books.put('Invoices', { ...xero.books.find('Invoices', there[1042]!), InvoiceNumber: '2042' })
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/1 open invoice .* not in/)])
    expect(await firm.decideSeen(seen, 'same_record')).toBe('wrong_state')
    await firm.decide(/1 open invoice/, 'keep')
    expect(await firm.sync()).toBe('done')
    expect(await invoicesHere(tenant)).toEqual(['1042 open 12000', '2042 open 10000'])
    expect([await firm.titles(), await firm.isFresh()]).toEqual([[], true])
  })
})

describe('an invoice that is deleted there after it was asked about', () => {
  const firm = setUpMovingFirm()
  it('voids nothing, and the one here is missing there', async () => {
    const { tenant, intuit } = firm
    firm.addToXero({ 1042: 120 })
    expect(await firm.connect('xero')).toBe('done')
    const there = firm.addToQuickBooks({ 1042: 100 })
    expect(await firm.move('quickbooks')).toBe('done')
    const seen = await shownConflict(tenant, /1042 differs/)
    intuit.books.delete('Invoice', there[1042]!)
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/1 open invoice .* not in/)])
    expect(await firm.decideSeen(seen, 'same_record')).toBe('wrong_state')
    expect(await firm.sync()).toBe('done')
    expect(await invoicesHere(tenant)).toEqual(['1042 open 12000'])
  })
})

describe('an invoice that is told apart after the way back', () => {
  const company = setUpMovingCompany({ 1042: 120 })
  it('leaves the one here to be decided about next', async () => {
    const { tenant, xero, intuit, old } = company
    xero.books.addContact('Alder Clinic')
    await company.move('xero')
    await company.sync()
    const invoice = intuit.books.find('Invoice', old.get('1042')!)
    const [line] = invoice.Line as Record<string, unknown>[]
    const detail = { Qty: 1, UnitPrice: 100, ItemRef: { value: '1', name: 'Services' } }
    intuit.books.put('Invoice', {
      ...{ ...invoice, TotalAmt: 100, Balance: 100 },
      Line: [{ ...line, Amount: 100, SalesItemLineDetail: detail }],
    })
    await company.move('quickbooks')
    await company.sync()
    await company.decide(/1042 differs/, 'other_record')
    await company.sync()
    expect((await company.openConflicts()).map(({ title }) => title)).toEqual([
      expect.stringMatching(/1 open invoice/),
    ])
    expect(await invoicesHere(tenant)).toEqual(['1042 open 12000', '1042 (2) open 10000'])
    expect(await readInvoiceLive(tenant.uow(), company.local.get('1042')!)).toBe(false)
    await company.decide(/1 open invoice/, 'keep')
    await company.sync()
    expect([await company.openConflicts(), await company.isFresh()]).toEqual([[], true])
    expect(await readInvoiceLive(tenant.uow(), company.local.get('1042')!)).toBe(true)
  })
})

describe('an invoice in another currency', () => {
  const firm = setUpMovingFirm()
  it('can’t be the same', async () => {
    const { tenant, xero } = firm
    firm.addToQuickBooks({ 1042: 120 })
    expect(await firm.connect('quickbooks')).toBe('done')
    const there = firm.addToXero({ 1042: 100 })
    xero.books.put('Invoices', { ...xero.books.find('Invoices', there[1042]!), CurrencyCode: 'EUR' })
    expect(await firm.move('xero')).toBe('done')
    const seen = await shownConflict(tenant, /1042 differs/)
    expect(seen.choices.map(({ choice }) => choice)).toEqual(['read_again', 'other_record'])
    expect(await firm.decideSeen(seen, 'same_record')).toBe('invalid_input')
    expect(await firm.decideSeen(seen, 'other_record')).toBe('accepted')
    expect(await firm.sync()).toBe('done')
    await firm.decide(/1 open invoice/, 'keep')
    expect(await firm.sync()).toBe('done')
    const rows = await tenant.run(({ db }) =>
      db
        .selectFrom('invoices as i')
        .innerJoin('receivables as r', 'r.invoice_id', 'i.id')
        .select(['i.currency as invoice', 'r.currency as ledger'])
        .orderBy('i.currency')
        .execute(),
    )
    expect(rows).toEqual([
      { invoice: 'EUR', ledger: 'EUR' },
      { invoice: 'USD', ledger: 'USD' },
    ])
  })
})

describe('an invoice that is voided here while its question is open', () => {
  const firm = setUpMovingFirm()
  it('is another one than that of the books, which is owed', async () => {
    const { tenant, intuit } = firm
    const old = firm.addToQuickBooks({ 1042: 120 })
    expect(await firm.connect('quickbooks')).toBe('done')
    firm.addToXero({})
    expect(await firm.move('xero')).toBe('done')
    await firm.decide(/1 open invoice/, 'keep')
    expect(await firm.sync()).toBe('done')
    intuit.books.pay('elsewhere', {
      ...{ CustomerRef: { value: old.customer }, TotalAmt: 20, PaymentRefNum: 'CHK-1' },
      Line: [{ Amount: 20, LinkedTxn: [{ TxnId: old[1042], TxnType: 'Invoice' }] }],
    })
    expect(await firm.move('quickbooks')).toBe('done')
    const seen = await shownConflict(tenant, /1042 differs/)
    const { id } = await firm.invoiceOf('1042')
    await tenant.run((ctx) => voidInvoice(ctx, id, 'Wrong'))
    expect(await firm.decideSeen(seen, 'same_record')).toBe('wrong_state')
    expect(await firm.sync()).toBe('done')
    expect(await invoicesHere(tenant)).toEqual([
      '1042 void 0',
      expect.stringMatching(/^1042 \(.+\) open 10000$/),
    ])
    expect([await firm.titles(), await firm.isFresh()]).toEqual([[], true])
  })
})
