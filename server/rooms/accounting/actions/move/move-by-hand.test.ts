import { describe, expect, it } from 'vitest'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { applyCreditMemo } from '../../../credit-memos/index.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { listConflicts } from '../conflicts/list-conflicts.ts'

/*
 * Moves to and from books in which people enter payments. They are asked only for what these books take, and what nobody was asked for
 * is posted to the next books.
 */

describe('a late fee that the former books did not take', () => {
  const firm = setUpMovingFirm()

  it('is asked for by no task, and is posted after the way back', async () => {
    const { intuit, clio } = firm
    const customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
    const old = intuit.books.addInvoice(customer, 80, '1042')
    expect(await firm.connect('quickbooks')).toBe('done')
    intuit.books.isClosed = true
    await firm.chargeFee('1042')
    expect(await firm.sync()).toBe('done')
    expect(await firm.conflicts()).toHaveLength(1)
    clio.books.addBill(clio.books.addContact('Alder Clinic'), 80, '1042')
    expect(await firm.move('clio')).toBe('done')
    expect(await firm.tasks()).toEqual([])
    expect(await firm.conflicts()).toEqual([])
    expect(await firm.owed('1042')).toBe(9500n)
    intuit.books.isClosed = false
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(intuit.books.find('Invoice', old.Id)).toMatchObject({ TotalAmt: 95, Balance: 95 })
    expect(await firm.owed('1042')).toBe(9500n)
  })
})

describe('money that settles no invoice', () => {
  const firm = setUpMovingFirm()

  it('is asked for by no task, and is posted to the next books', async () => {
    const { clio, xero, tenant } = firm
    clio.books.addBill(clio.books.addContact('Alder Clinic'), 80, '1042')
    expect(await firm.connect('clio')).toBe('done')
    await firm.pay('1042', '30.00', '')
    expect(await firm.sync()).toBe('done')
    expect(await firm.tasks()).toEqual([])
    xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 80, '1042')
    expect(await firm.move('xero')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(xero.books.list('Overpayments').map(({ RemainingCredit }) => RemainingCredit)).toEqual([30])
    expect(await firm.sync()).toBe('done')
    expect(xero.books.list('Overpayments')).toHaveLength(1)
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
    expect([...clio.violations, ...xero.violations]).toEqual([])
  })
})

describe('a payment that was entered in Clio with another amount, about which nobody has decided', () => {
  const firm = setUpMovingFirm()

  it('is not posted to the next books before a person has compared', async () => {
    const { clio, xero } = firm
    const bill = clio.books.addBill(clio.books.addContact('Alder Clinic'), 80, '1042')
    expect(await firm.connect('clio')).toBe('done')
    await firm.pay('1042', '40.00')
    expect(await firm.sync()).toBe('done')
    clio.books.pay(bill, 35)
    expect(await firm.sync()).toBe('done')
    const moved = xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 80, '1042')
    xero.books.settle(moved, 35, 'AmountPaid')
    expect(await firm.move('xero')).toBe('done')
    expect(await firm.tasks()).toEqual([])
    expect(xero.books.list('Payments')).toEqual([])
    const [conflict] = await firm.conflicts()
    expect(conflict!.theirs[0]!.value).toMatch(/^Whether it is in .+ in Clio is not known\./)
  })

  it('is asked about again after the way back, and is settled by what is entered there', async () => {
    const { clio, tenant } = firm
    expect(await firm.move('clio')).toBe('done')
    expect(await firm.tasks()).toEqual(['Enter a payment of $40.00 in Clio'])
    const [conflict] = await firm.conflicts()
    expect(conflict).toMatchObject({ kind: 'entered_otherwise' })
    await firm.decide(/Another amount or day/, 'other_payment')
    clio.books.pay(clio.books.list('bills')[0]!.id.toString(), 40)
    expect(await firm.sync()).toBe('done')
    expect(await firm.tasks()).toEqual([])
    expect(await firm.owed('1042')).toBe(500n)
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })
})

describe('a payment that was entered in Clio without its rest', () => {
  const firm = setUpMovingFirm()

  it('is reported in the next books, which don’t have the rest', async () => {
    const { clio, xero, tenant } = firm
    const bill = clio.books.addBill(clio.books.addContact('Alder Clinic'), 80, '1042')
    expect(await firm.connect('clio')).toBe('done')
    await firm.pay('1042', '60.00', '40.00')
    expect(await firm.sync()).toBe('done')
    clio.books.pay(bill, 40)
    expect(await firm.sync()).toBe('done')
    const moved = xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 80, '1042')
    xero.books.settle(moved, 40, 'AmountPaid')
    expect(await firm.move('xero')).toBe('done')
    const [conflict] = await firm.conflicts()
    expect(conflict).toMatchObject({
      title: expect.stringMatching(/^Xero has only a part of payment PAY-/),
      theirs: [
        { value: expect.stringMatching(/was entered in .+ in Clio\. Enter the rest in Xero yourself\.$/) },
      ],
    })
    expect(await firm.move('clio')).toBe('done')
    expect(await firm.conflicts()).toEqual([])
    expect(await firm.tasks()).toEqual([])
    expect(await firm.move('xero')).toBe('done')
    await firm.decide(/has only a part of payment/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect(await firm.conflicts()).toEqual([])
    expect(await firm.owed('1042')).toBe(4000n)
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })
})

describe('a late fee on a bill that the next books don’t have', () => {
  const firm = setUpMovingFirm()

  it('is posted nowhere, and nobody is asked about it', async () => {
    const { clio, xero } = firm
    const contact = clio.books.addContact('Alder Clinic')
    const paid = clio.books.addBill(contact, 80, '1042')
    clio.books.addBill(contact, 70, '1043')
    expect(await firm.connect('clio')).toBe('done')
    await firm.chargeFee('1042')
    await firm.pay('1042', '95.00')
    expect(await firm.sync()).toBe('done')
    clio.books.pay(paid, 80)
    expect(await firm.sync()).toBe('done')
    expect(await firm.tasks()).toEqual([])
    xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 70, '1043')
    expect(await firm.move('xero')).toBe('done')
    expect(await firm.titles()).toEqual([])
    expect(await firm.owed('1042')).toBe(0n)
  })
})

describe('a late fee that was paid and not entered in Clio', () => {
  const firm = setUpMovingFirm()

  it('is a line of the next books, which are said to lack its payment', async () => {
    const { clio, intuit, tenant } = firm
    const bill = clio.books.addBill(clio.books.addContact('Alder Clinic'), 80, '1042')
    expect(await firm.connect('clio')).toBe('done')
    await firm.chargeFee('1042')
    await firm.pay('1042', '95.00')
    expect(await firm.sync()).toBe('done')
    clio.books.pay(bill, 80)
    expect(await firm.sync()).toBe('done')
    expect(await firm.tasks()).toEqual([])
    const customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
    const moved = intuit.books.addInvoice(customer, 80, '1042').Id
    const pay = (amount: number) =>
      intuit.books.pay(`there-${amount}`, {
        ...{ CustomerRef: { value: customer }, TotalAmt: amount, PaymentRefNum: `CHK-${amount}` },
        Line: [{ Amount: amount, LinkedTxn: [{ TxnId: moved, TxnType: 'Invoice' }] }],
      })
    pay(80)
    expect(await firm.move('quickbooks')).toBe('done')
    expect(intuit.books.find('Invoice', moved)).toMatchObject({ TotalAmt: 95, Balance: 15 })
    expect(await firm.titles()).toEqual([
      expect.stringMatching(/^QuickBooks Online has only a part of payment PAY-/),
    ])
    pay(15)
    await firm.decide(/has only a part/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect(await firm.conflicts()).toEqual([])
    expect(await firm.owed('1042')).toBe(0n)
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })
})

describe('a use of a credit memo that Clio doesn’t have', () => {
  const firm = setUpMovingFirm()

  it('is asked for by no task that can’t end, and counts once when a person has entered it', async () => {
    const { intuit, clio, tenant } = firm
    const customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
    intuit.books.addInvoice(customer, 80, '1042')
    intuit.books.put('CreditMemo', {
      ...{ DocNumber: 'CM-1', TxnDate: '2026-11-02', CustomerRef: { value: customer } },
      ...{ TotalAmt: 20, Balance: 20 },
    })
    expect(await firm.connect('quickbooks')).toBe('done')
    intuit.books.isClosed = true
    const { id: invoice } = await firm.invoiceOf('1042')
    await tenant.run(async (ctx) => {
      const { id } = await ctx.db.selectFrom('credit_memos').select('id').executeTakeFirstOrThrow()
      return applyCreditMemo(ctx, id, { invoice, amount: '5.00', request_id: 'use' })
    })
    expect(await firm.sync()).toBe('done')
    const contact = clio.books.addContact('Alder Clinic')
    const bill = clio.books.addBill(contact, 80, '1042')
    const memo = clio.books.addCreditMemo(contact, 20)
    expect(await firm.move('clio')).toBe('done')
    await firm.decide(/credit memo/, 'keep')
    expect(await firm.sync()).toBe('done')
    expect(await firm.tasks()).toEqual([])
    clio.books.pay(bill, 5, { creditMemo: memo })
    await firm.decide(/did not take the use of a credit memo/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect(await firm.owed('1042')).toBe(7500n)
    expect(await firm.conflicts()).toEqual([])
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })
})

describe('a payment of an invoice that Clio doesn’t have', () => {
  const firm = setUpMovingFirm()

  it('can’t become credit there, where people enter payments', async () => {
    const { intuit, clio, tenant } = firm
    const customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
    intuit.books.addInvoice(customer, 80, '1042')
    expect(await firm.connect('quickbooks')).toBe('done')
    clio.books.addContact('Alder Clinic')
    expect(await firm.move('clio')).toBe('done')
    await firm.decide(/1 open invoice/, 'keep')
    await firm.pay('1042', '80.00')
    expect(await firm.sync()).toBe('done')
    const query = { state: 'open', order_by: '-opened', search: '', page: 1, page_size: 50 } as const
    const { results } = await tenant.run((ctx) => listConflicts(ctx, query))
    expect(results.map(({ title, choices }) => [title, choices.map(({ label }) => label)])).toEqual([
      [expect.stringMatching(/^Clio did not take payment PAY-/), ['Try again', 'Leave it out']],
    ])
    await expect(firm.decide(/did not take payment/, 'as_credit')).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await firm.decide(/did not take payment/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect(await firm.conflicts()).toEqual([])
    expect(await firm.owed('1042')).toBe(0n)
  })
})
