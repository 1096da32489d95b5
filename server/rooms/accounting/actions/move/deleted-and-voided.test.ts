import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { setUpMovingCompany } from '../../../../../testing/accounting/moving-company.ts'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { invoicesHere, memosHere } from '../../../../../testing/accounting/records-here.ts'
import { applyCreditMemo, unapplyCreditMemo } from '../../../credit-memos/index.ts'
import { moveTo, syncNow } from '../../testing.ts'
import { queueSync } from '../sync/queue-sync.ts'
import { readInvoiceLive } from '../sync/read-invoice-live.ts'

/* Records that one of the books has lost or voided while the account was in the other ones. */

const addMemo = (firm: ReturnType<typeof setUpMovingFirm>, customer: string): string =>
  firm.intuit.books.put('CreditMemo', {
    ...{ DocNumber: 'CM-1', TxnDate: '2026-11-02', TotalAmt: 20, Balance: 20 },
    CustomerRef: { value: customer },
  }).Id

describe('an invoice that was voided in the new books', () => {
  const firm = setUpMovingFirm()
  it('is owed after the way back to books that have it open', async () => {
    firm.addToQuickBooks({ 1042: 120 })
    expect(await firm.connect('quickbooks')).toBe('done')
    const there = firm.addToXero({ 1042: 120 })
    expect(await firm.move('xero')).toBe('done')
    firm.xero.books.voidInvoice(there[1042]!)
    expect(await firm.sync()).toBe('done')
    expect(await invoicesHere(firm.tenant)).toEqual(['1042 void 0'])
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await invoicesHere(firm.tenant)).toEqual([
      '1042 void 0',
      expect.stringMatching(/^1042 \(.+\) open 12000$/),
    ])
  })
})

describe('a credit memo that was voided in the new books', () => {
  const firm = setUpMovingFirm()
  it('is credit after the way back to books that have it open', async () => {
    const { customer } = firm.addToQuickBooks({})
    addMemo(firm, customer!)
    expect(await firm.connect('quickbooks')).toBe('done')
    const note = firm.xero.books.addCreditNote(firm.addToXero({}).customer!, 20, 'CM-1')
    expect(await firm.move('xero')).toBe('done')
    firm.xero.books.put('CreditNotes', { ...firm.xero.books.find('CreditNotes', note), Status: 'VOIDED' })
    expect(await firm.sync()).toBe('done')
    expect(await memosHere(firm.tenant)).toEqual(['CM-1 void 0'])
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await memosHere(firm.tenant)).toEqual([
      'CM-1 void 0',
      expect.stringMatching(/^CM-1 \(.+\) open 2000$/),
    ])
  })
})

describe('an invoice that was deleted in the former books meanwhile', () => {
  const firm = setUpMovingFirm()
  it('is asked about after the way back', async () => {
    const old = firm.addToQuickBooks({ 1042: 120 })
    expect(await firm.connect('quickbooks')).toBe('done')
    firm.addToXero({ 1042: 120 })
    expect(await firm.move('xero')).toBe('done')
    firm.intuit.books.delete('Invoice', old[1042]!)
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await invoicesHere(firm.tenant)).toEqual(['1042 open 12000'])
    expect(await firm.titles()).toEqual([expect.stringMatching(/1 open invoice .* not in/)])
  })
})

describe('a credit memo that was deleted in the former books meanwhile', () => {
  const firm = setUpMovingFirm()
  it('is asked about after the way back', async () => {
    const memo = addMemo(firm, firm.addToQuickBooks({}).customer!)
    expect(await firm.connect('quickbooks')).toBe('done')
    firm.xero.books.addCreditNote(firm.addToXero({}).customer!, 20, 'CM-1')
    expect(await firm.move('xero')).toBe('done')
    firm.intuit.books.delete('CreditMemo', memo)
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await memosHere(firm.tenant)).toEqual(['CM-1 open 2000'])
    expect(await firm.titles()).toEqual([expect.stringMatching(/1 credit memo .* not in/)])
  })
})

describe('an invoice that only the former books had, and that was deleted there meanwhile', () => {
  const firm = setUpMovingFirm()
  it('is asked about after the way back, and is the same when it is entered again', async () => {
    const old = firm.addToQuickBooks({ 1042: 120 })
    expect(await firm.connect('quickbooks')).toBe('done')
    firm.addToXero({})
    expect(await firm.move('xero')).toBe('done')
    firm.intuit.books.delete('Invoice', old[1042]!)
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/1 open invoice .* not in/)])
    const { id } = await firm.invoiceOf('1042')
    expect(await readInvoiceLive(firm.tenant.uow(), id)).toBe(false)
    await firm.decide(/1 open invoice/, 'keep')
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), await firm.isFresh()]).toEqual([[], true])
    expect(await readInvoiceLive(firm.tenant.uow(), id)).toBe(true)
    firm.intuit.books.addInvoice(old.customer!, 120, '1042')
    expect(await firm.sync()).toBe('done')
    expect(await invoicesHere(firm.tenant)).toEqual(['1042 open 12000'])
    expect([await firm.titles(), await firm.isFresh()]).toEqual([[], true])
    await firm.pay('1042', '50.00')
    expect(await firm.sync()).toBe('done')
    expect(firm.intuit.books.list('Payment').map(({ TotalAmt }) => TotalAmt)).toEqual([50])
  })
})

describe('an invoice that only the former books had, and whose deletion is reported after the way back', () => {
  const company = setUpMovingCompany({ 1042: 120 })
  it('stays as it was decided', async () => {
    const { tenant, xero, intuit, old } = company
    xero.books.addContact('Alder Clinic')
    await company.move('xero')
    await company.sync()
    intuit.books.delete('Invoice', old.get('1042')!)
    // The platform's changes overlap by minutes, so the deletion is among those of the next sync too.
    await moveTo(tenant, 'quickbooks')
    expect(await syncNow(tenant)).toBe('done')
    await company.decide(/1 open invoice .* not in/, 'keep')
    for (let at = 0; at < 3; at++) {
      expect(await syncNow(tenant)).toBe('done')
      expect([await company.openConflicts(), await company.isFresh()]).toEqual([[], true])
    }
    expect(await invoicesHere(tenant)).toEqual(['1042 open 12000'])
  })
})

describe('an invoice that is deleted in the new books after a part was paid, and entered there again', () => {
  const firm = setUpMovingFirm()
  it('is the same, and payments are posted to the new one', async () => {
    firm.addToQuickBooks({ 1042: 120 })
    expect(await firm.connect('quickbooks')).toBe('done')
    const there = firm.addToXero({ 1042: 120 })
    expect(await firm.move('xero')).toBe('done')
    await firm.pay('1042', '50.00')
    expect(await firm.sync()).toBe('done')
    const { books } = firm.xero
    books.voidInvoice(there[1042]!, 'DELETED')
    for (const payment of books.list('Payments')) books.put('Payments', { ...payment, Status: 'DELETED' })
    expect(await firm.sync()).toBe('done')
    const again = books.addInvoice(there.customer!, 120, '1042')
    for (let at = 0; at < 3; at++) expect(await firm.sync()).toBe('done')
    expect((await firm.conflicts()).map(({ kind }) => kind)).toEqual(['removed_there'])
    await firm.decide(/was deleted in Xero/, 'post_again')
    expect(await firm.sync()).toBe('done')
    expect(books.find('Invoices', again).AmountDue).toBe(70)
    expect([await invoicesHere(firm.tenant), await firm.titles()]).toEqual([['1042 open 7000'], []])
  })
})

describe.each([true, false])(
  'an invoice that was deleted after a part was paid here, in the new books: %s',
  (hasIt) => {
    const firm = setUpMovingFirm()
    it('is the same there, or asked about', async () => {
      const old = firm.addToQuickBooks({ 1042: 120, 1043: 80 })
      expect(await firm.connect('quickbooks')).toBe('done')
      await firm.pay('1042', '50.00')
      expect(await firm.sync()).toBe('done')
      firm.intuit.books.delete('Invoice', old[1042]!)
      expect(await firm.sync()).toBe('done')
      expect((await firm.conflicts()).map(({ kind }) => kind)).toEqual(['void_but_paid'])
      const there = firm.addToXero(hasIt ? { 1043: 80, 1042: 120 } : { 1043: 80 })
      if (hasIt) firm.xero.books.settle(there[1042]!, 50, 'AmountPaid')
      expect(await firm.move('xero')).toBe('done')
      expect(await invoicesHere(firm.tenant)).toEqual(['1042 open 7000', '1043 open 8000'])
      expect(await firm.titles()).toEqual(hasIt ? [] : [expect.stringMatching(/1 open invoice/)])
    })
  },
)

describe('an invoice that was deleted after a part was paid here', () => {
  const firm = setUpMovingFirm()
  it('is asked about again after a move and the way back', async () => {
    const old = firm.addToQuickBooks({ 1042: 120 })
    expect(await firm.connect('quickbooks')).toBe('done')
    await firm.pay('1042', '50.00')
    expect(await firm.sync()).toBe('done')
    firm.intuit.books.delete('Invoice', old[1042]!)
    expect(await firm.sync()).toBe('done')
    firm.addToXero({})
    expect(await firm.move('xero')).toBe('done')
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect((await firm.conflicts()).map(({ kind }) => kind)).toEqual(['void_but_paid'])
  })
})

describe('what a full reading doesn’t find', () => {
  const firm = setUpMovingFirm()
  it('is a removed payment, about which a person decides, and credit that can’t be used any more', async () => {
    const { tenant, intuit } = firm
    const old = firm.addToQuickBooks({ 1042: 120 })
    const memo = addMemo(firm, old.customer!)
    expect(await firm.connect('quickbooks')).toBe('done')
    await firm.pay('1042', '50.00')
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    intuit.books.delete('Payment', intuit.books.list('Payment')[0]!.Id)
    intuit.books.put('Invoice', { ...intuit.books.find('Invoice', old[1042]!), Balance: 120 })
    intuit.books.delete('CreditMemo', memo)
    await tenant.run((ctx) => queueSync(ctx, true))
    expect(await firm.sync()).toBe('done')
    expect((await firm.conflicts()).map(({ kind }) => kind)).toEqual(['removed_there'])
    expect(await invoicesHere(tenant)).toEqual(['1042 open 7000'])
    expect(await memosHere(tenant)).toEqual(['CM-1 void 0'])
  })
})

describe('a payment that was deleted in the former books meanwhile, and refunded in part here', () => {
  const firm = setUpMovingFirm()
  it('is asked about after the way back, and not posted by itself', async () => {
    const old = firm.addToQuickBooks({ 1042: 120 })
    expect(await firm.connect('quickbooks')).toBe('done')
    const { pk } = await firm.pay('1042', '50.00')
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    firm.xero.books.settle(firm.addToXero({ 1042: 120 })[1042]!, 50, 'AmountPaid')
    expect(await firm.move('xero')).toBe('done')
    await firm.refund(pk, '20.00')
    expect(await firm.sync()).toBe('done')
    const { books } = firm.intuit
    books.delete('Payment', books.list('Payment')[0]!.Id)
    const invoice = books.find('Invoice', old[1042]!)
    books.put('Invoice', { ...invoice, Balance: 120 })
    books.pay('her own', {
      ...{ CustomerRef: invoice.CustomerRef, TotalAmt: 30, PaymentRefNum: 'HER-1' },
      Line: [{ Amount: 30, LinkedTxn: [{ TxnId: invoice.Id, TxnType: 'Invoice' }] }],
    })
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect((await firm.conflicts()).map(({ kind }) => kind)).toContain('removed_there')
    expect(books.list('Payment').map(({ PaymentRefNum }) => PaymentRefNum)).toEqual(['HER-1'])
  })
})

describe('a credit memo that was used here and is deleted there', () => {
  const firm = setUpMovingFirm()
  it('is no credit any more once the use is taken back', async () => {
    const { tenant, intuit } = firm
    const old = firm.addToQuickBooks({ 1042: 120 })
    const memo = addMemo(firm, old.customer!)
    expect(await firm.connect('quickbooks')).toBe('done')
    const [credit] = await tenant.run(({ db }) => db.selectFrom('credit_memos').select('id').execute())
    const { id } = await firm.invoiceOf('1042')
    const use = { invoice: id, amount: '5.00', request_id: randomUUID() }
    const used = await tenant.run((ctx) => applyCreditMemo(ctx, credit!.id, use))
    intuit.books.delete('CreditMemo', memo)
    for (let at = 0; at < 3; at++) expect(await firm.sync()).toBe('done')
    expect((await firm.conflicts()).map(({ kind }) => kind)).toContain('memo_changed')
    await tenant.run((ctx) => unapplyCreditMemo(ctx, credit!.id, used.applications[0]!.pk))
    for (let at = 0; at < 2; at++) expect(await firm.sync()).toBe('done')
    expect(await memosHere(tenant)).toEqual(['CM-1 void 0'])
    expect(await firm.titles()).toEqual([])
  })
})

describe('a payment that was deleted in the former books meanwhile', () => {
  const firm = setUpMovingFirm()
  it('is asked about after the way back', async () => {
    const old = firm.addToQuickBooks({ 1042: 120 })
    expect(await firm.connect('quickbooks')).toBe('done')
    await firm.pay('1042', '50.00')
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    firm.xero.books.settle(firm.addToXero({ 1042: 120 })[1042]!, 50, 'AmountPaid')
    expect(await firm.move('xero')).toBe('done')
    const { books } = firm.intuit
    books.delete('Payment', books.list('Payment')[0]!.Id)
    books.put('Invoice', { ...books.find('Invoice', old[1042]!), Balance: 120 })
    expect(await firm.move('quickbooks')).toBe('done')
    expect((await firm.conflicts()).map(({ kind }) => kind)).toContain('removed_there')
  })
})
