import { describe, expect, it } from 'vitest'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { invoicesHere, memosHere } from '../../../../../testing/accounting/records-here.ts'
import { writeOffInvoice } from '../../../invoices/index.ts'
import { verifyLedger } from '../../../ledger/index.ts'

/* Records that a person kept, because the new books don't have them, are the same ones once somebody enters them there. */

/** Moves to Xero, which lacks invoice 1043, and keeps it. */
async function keepMissingInvoice(firm: ReturnType<typeof setUpMovingFirm>): Promise<void> {
  firm.addToQuickBooks({ 1042: 120, 1043: 80 })
  expect(await firm.connect('quickbooks')).toBe('done')
  firm.addToXero({ 1042: 120 })
  expect(await firm.move('xero')).toBe('done')
  await firm.decide(/1 open invoice/, 'keep')
  expect(await firm.sync()).toBe('done')
}

describe('a kept invoice that is entered in the new books', () => {
  const firm = setUpMovingFirm()
  it('is owed once', async () => {
    firm.addToQuickBooks({ 1042: 120, 1043: 80 })
    expect(await firm.connect('quickbooks')).toBe('done')
    const { customer } = firm.addToXero({ 1042: 120 })
    expect(await firm.move('xero')).toBe('done')
    await firm.decide(/1 open invoice/, 'keep')
    expect(await firm.sync()).toBe('done')
    firm.xero.books.addInvoice(customer!, 80, '1043')
    expect(await firm.sync()).toBe('done')
    expect(await invoicesHere(firm.tenant)).toEqual(['1042 open 12000', '1043 open 8000'])
    expect([await firm.titles(), await firm.isFresh()]).toEqual([[], true])
  })

  it('is asked about in neither books after the way back', async () => {
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await invoicesHere(firm.tenant)).toEqual(['1042 open 12000', '1043 open 8000'])
    expect([await firm.titles(), await firm.isFresh()]).toEqual([[], true])
  })
})

describe('a kept credit memo that is entered in the new books', () => {
  const firm = setUpMovingFirm()
  it('is credit once', async () => {
    const { intuit, xero } = firm
    const { customer } = firm.addToQuickBooks({ 1042: 120 })
    intuit.books.put('CreditMemo', {
      ...{ DocNumber: 'CM-1', TxnDate: '2026-11-02', TotalAmt: 20, Balance: 20 },
      CustomerRef: { value: customer },
    })
    expect(await firm.connect('quickbooks')).toBe('done')
    const { customer: clinic } = firm.addToXero({ 1042: 120 })
    expect(await firm.move('xero')).toBe('done')
    await firm.decide(/1 credit memo/, 'keep')
    expect(await firm.sync()).toBe('done')
    xero.books.addCreditNote(clinic!, 20, 'CM-1')
    expect(await firm.sync()).toBe('done')
    expect([await memosHere(firm.tenant), await firm.titles()]).toEqual([['CM-1 open 2000'], []])
  })
})

describe('an invoice that is entered in the new books before anybody decides about it', () => {
  const firm = setUpMovingFirm()
  it('closes the question, and the books are fresh', async () => {
    firm.addToQuickBooks({ 1042: 120, 1043: 80 })
    expect(await firm.connect('quickbooks')).toBe('done')
    const { customer } = firm.addToXero({ 1042: 120 })
    expect(await firm.move('xero')).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/1 open invoice/)])
    firm.xero.books.addInvoice(customer!, 80, '1043')
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), await firm.isFresh()]).toEqual([[], true])
  })
})

describe('a kept invoice that was written off here', () => {
  const firm = setUpMovingFirm()
  it('is collected again once it is joined with what the books say is owed', async () => {
    const { tenant } = firm
    await keepMissingInvoice(firm)
    const { id } = await firm.invoiceOf('1043')
    await tenant.run((ctx) => writeOffInvoice(ctx, id, 'Too small'))
    expect(await firm.move('quickbooks')).toBe('done')
    await firm.decide(/1043 differs/, 'same_record')
    expect(await firm.sync()).toBe('done')
    expect(await invoicesHere(tenant)).toEqual(['1042 open 12000', '1043 open 8000'])
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })
})

describe('credit of a payment that is used on an invoice that the books don’t have', () => {
  const firm = setUpMovingFirm()

  it('leaves the payment in the books until a person decides', async () => {
    const { xero } = firm
    await keepMissingInvoice(firm)
    const { pk } = await firm.pay('1042', '150.00', '120.00')
    expect(await firm.sync()).toBe('done')
    await firm.spendRest(pk, '1043', 30_00n)
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/did not take payment/)])
    const live = xero.books.list('Payments').filter(({ Status }) => Status !== 'DELETED')
    expect(live.map(({ Amount }) => Amount)).toEqual([120])
    expect([await firm.owed('1042'), await firm.owed('1043')]).toEqual([0n, 50_00n])
  })

  it('is told when somebody deletes the payment there meanwhile', async () => {
    const { xero } = firm
    const [payment] = xero.books.list('Payments')
    xero.books.put('Payments', { ...payment, Status: 'DELETED' })
    xero.books.settle(String((payment!.Invoice as { InvoiceID: string }).InvoiceID), -120, 'AmountPaid')
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/^Payment PAY-\S+ was deleted in Xero/)])
    expect([await firm.owed('1042'), await firm.owed('1043')]).toEqual([0n, 50_00n])
    await firm.decide(/was deleted in Xero/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([])
  })
})
