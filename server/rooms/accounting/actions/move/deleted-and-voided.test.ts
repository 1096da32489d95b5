import { describe, expect, it } from 'vitest'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { invoicesHere, memosHere } from '../../../../../testing/accounting/records-here.ts'
import { queueSync } from '../sync/queue-sync.ts'

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
