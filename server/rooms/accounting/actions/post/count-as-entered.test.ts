import { beforeAll, describe, expect, it } from 'vitest'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { choicesOf } from '../../rules/choices.ts'
import { syncBooks } from '../sync/sync-books.ts'

/*
 * A person enters in the books what Quittance can't post there, and says so. From then on it counts as known there, so that it lowers
 * what is owed once.
 */

type Firm = ReturnType<typeof setUpMovingFirm>

async function expectAgreement(firm: Firm, owed: bigint): Promise<void> {
  expect(await firm.sync()).toBe('done')
  expect(await firm.owed('1042')).toBe(owed)
  expect((await firm.conflicts()).map(({ title }) => title)).toEqual([])
  expect((await firm.tenant.run(verifyLedger)).differences).toEqual([])
}

describe('a payment that the books refuse', () => {
  const firm = setUpMovingFirm()
  let invoice: string
  const enter = (amount: number) => {
    const { CustomerRef } = firm.intuit.books.find('Invoice', invoice)
    const line = { Amount: amount, LinkedTxn: [{ TxnId: invoice, TxnType: 'Invoice' }] }
    return firm.intuit.books.pay('by hand', { CustomerRef, TotalAmt: amount, Line: [line] }).Id
  }
  let payment: string
  let entry: string

  beforeAll(async () => {
    const { books } = firm.intuit
    const customer = books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
    invoice = books.addInvoice(customer, 120, '1042').Id
    expect(await firm.connect('quickbooks')).toBe('done')
    books.isClosed = true
    payment = (await firm.pay('1042', '50.00')).pk
    expect(await firm.sync()).toBe('done')
    books.isClosed = false
  })

  it('settles its invoice once when it was entered there and is left out', async () => {
    entry = enter(50)
    expect(await firm.sync()).toBe('done')
    await firm.decide(/did not take payment/, 'leave_out')
    await expectAgreement(firm, 7000n)
  })

  it('asks to enter its refund too', async () => {
    await firm.refund(payment, '50.00')
    expect(await firm.sync()).toBe('done')
    expect(await firm.owed('1042')).toBe(12_000n)
    const [conflict] = await firm.conflicts()
    expect(conflict).toMatchObject({
      title: expect.stringMatching(/^QuickBooks Online does not have the change of payment PAY-/),
      theirs: [
        {
          value: expect.stringMatching(
            /^It counts as entered in QuickBooks Online, and has changed here since\./,
          ),
        },
      ],
    })
    expect(choicesOf(conflict!, false).map(({ label }) => label)).toEqual(['Entered'])
    firm.intuit.books.delete('Payment', entry)
    firm.intuit.books.put('Invoice', { ...firm.intuit.books.find('Invoice', invoice), Balance: 120 })
    expect(await firm.sync()).toBe('done')
    await firm.decide(/does not have the change/, 'leave_out')
    await expectAgreement(firm, 12_000n)
  })
})

describe('a refund of what the former books got', () => {
  const firm = setUpMovingFirm()

  it('is owed again once, when a person has entered it in the new books', async () => {
    const { intuit, xero } = firm
    const customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
    intuit.books.addInvoice(customer, 120, '1042')
    expect(await firm.connect('quickbooks')).toBe('done')
    const { pk } = await firm.pay('1042', '50.00')
    expect(await firm.sync()).toBe('done')
    const moved = xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 120, '1042')
    xero.books.settle(moved, 50, 'AmountPaid')
    expect(await firm.move('xero')).toBe('done')
    await firm.refund(pk, '20.00')
    expect(await firm.sync()).toBe('done')
    expect(await firm.owed('1042')).toBe(9000n)
    xero.books.settle(moved, -20, 'AmountPaid')
    expect(await firm.sync()).toBe('done')
    await firm.decide(/does not have the change of payment/, 'leave_out')
    await expectAgreement(firm, 9000n)
  })
})

describe('a payment of which it is not known whether the former books got it', () => {
  const firm = setUpMovingFirm()

  it('settles its invoice once when they did, and the new books carried it over', async () => {
    const { intuit, xero, tenant } = firm
    const customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
    intuit.books.addInvoice(customer, 120, '1042')
    expect(await firm.connect('quickbooks')).toBe('done')
    await firm.pay('1042', '50.00')
    intuit.failNext('lost')
    expect(await syncBooks(tenant.uow(), 'posts')).toBe('failed')
    const moved = xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 120, '1042')
    xero.books.settle(moved, 50, 'AmountPaid')
    expect(await firm.move('xero')).toBe('done')
    await firm.decide(/1042 differs/, 'same_record')
    expect(await firm.sync()).toBe('done')
    await firm.decide(/did not take payment/, 'leave_out')
    await expectAgreement(firm, 7000n)
  })
})

describe('a payment that was entered in Clio with another amount', () => {
  const firm = setUpMovingFirm()

  it('leaves what Clio says when its task is left out', async () => {
    const { clio } = firm
    const bill = clio.books.addBill(clio.books.addContact('Alder Clinic'), 60, '1042')
    expect(await firm.connect('clio')).toBe('done')
    await firm.pay('1042', '40.00')
    expect(await firm.sync()).toBe('done')
    clio.books.pay(bill, 35)
    expect(await firm.sync()).toBe('done')
    await firm.decide(/Another amount or day/, 'leave_out')
    await expectAgreement(firm, 2500n)
    expect(await firm.tasks()).toEqual([])
  })
})

describe('a payment of an invoice with a late fee, which was entered without the fee', () => {
  const firm = setUpMovingFirm()

  it('is reported as entered in part once the books take the fee', async () => {
    const { intuit } = firm
    const { customer, 1042: invoice } = firm.addToQuickBooks({ 1042: 80 })
    expect(await firm.connect('quickbooks')).toBe('done')
    intuit.books.isClosed = true
    await firm.chargeFee('1042')
    expect(await firm.sync()).toBe('done')
    await firm.pay('1042', '95.00')
    expect(await firm.sync()).toBe('done')
    intuit.books.isClosed = false
    const payThere = (amount: number, key: string) =>
      intuit.books.pay(key, {
        ...{ CustomerRef: { value: customer! }, TotalAmt: amount },
        Line: [{ Amount: amount, LinkedTxn: [{ TxnId: invoice!, TxnType: 'Invoice' }] }],
      })
    payThere(80, 'without the fee')
    await firm.decide(/did not take payment/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    await firm.decide(/late fee/, 'try_again')
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/has only a part of payment/)])

    payThere(15, 'the fee')
    await firm.decide(/has only a part/, 'leave_out')
    await expectAgreement(firm, 0n)
  })
})
