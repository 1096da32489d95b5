import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { setUpMovingCompany } from '../../../../../testing/accounting/moving-company.ts'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { recordPayment, refundPayment } from '../../../payments/index.ts'
import { syncNow } from '../../testing.ts'
import { resolveConflict } from '../conflicts/resolve-conflict.ts'

/*
 * People entered a payment in Clio, and it changes here after the firm has moved to other books. These say what they lack of it, and Clio
 * is brought to it after the way back.
 */

/** Has 40 of 80 entered in Clio, and moves to Xero, which has the same. Returns the payment, and the invoice in Xero. */
async function enterInClioAndMove(firm: ReturnType<typeof setUpMovingFirm>) {
  const { clio, xero } = firm
  const bill = clio.books.addBill(clio.books.addContact('Alder Clinic'), 80, '1042')
  expect(await firm.connect('clio')).toBe('done')
  const { pk } = await firm.pay('1042', '40.00')
  expect(await firm.sync()).toBe('done')
  clio.books.pay(bill, 40)
  expect(await firm.sync()).toBe('done')
  const moved = xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 80, '1042')
  xero.books.settle(moved, 40, 'AmountPaid')
  expect(await firm.move('xero')).toBe('done')
  return { pk, moved }
}

describe('a payment that was entered in Clio and is refunded whole', () => {
  const firm = setUpMovingFirm()

  it('is reported in the next books', async () => {
    const { pk } = await enterInClioAndMove(firm)
    await firm.refund(pk, '40.00')
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/does not have the change of payment/)])
  })
})

describe('a payment of two bills that was entered in Clio, of which the part of one is refunded', () => {
  const firm = setUpMovingFirm()

  it('is reported in the next books', async () => {
    const { tenant, clio, xero } = firm
    const client = clio.books.addContact('Alder Clinic')
    const bills = [clio.books.addBill(client, 80, '1042'), clio.books.addBill(client, 70, '1043')]
    expect(await firm.connect('clio')).toBe('done')
    const one = await firm.invoiceOf('1042')
    const two = await firm.invoiceOf('1043')
    const { pk } = await tenant.run((ctx) =>
      recordPayment(ctx, {
        ...{ customer: one.customer_id, type: 'check', total: '70.00', received_on: '2026-11-19' },
        ...{ reference: '', request_id: 'both' },
        invoices: [
          { invoice: one.id, amount: '40.00' },
          { invoice: two.id, amount: '30.00' },
        ],
      }),
    )
    expect(await firm.sync()).toBe('done')
    clio.books.pay(bills[0]!, 40)
    clio.books.pay(bills[1]!, 30)
    expect(await firm.sync()).toBe('done')
    const clinic = xero.books.addContact('Alder Clinic')
    xero.books.settle(xero.books.addInvoice(clinic, 80, '1042'), 40, 'AmountPaid')
    xero.books.settle(xero.books.addInvoice(clinic, 70, '1043'), 30, 'AmountPaid')
    expect(await firm.move('xero')).toBe('done')
    await firm.refund(pk, '30.00')
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/does not have the change of payment/)])
  })
})

describe('a refund that was entered in Xero, of a payment that people entered in Clio', () => {
  for (const [part, task] of [
    ['10.00', /^Correct a payment in Clio/],
    ['40.00', /^Remove a payment in Clio/],
  ] as const)
    describe(`of ${part}`, () => {
      const firm = setUpMovingFirm()

      it('is asked for in Clio after the way back', async () => {
        const { pk, moved } = await enterInClioAndMove(firm)
        await firm.refund(pk, part)
        expect(await firm.sync()).toBe('done')
        firm.xero.books.settle(moved, -Number(part), 'AmountPaid')
        expect(await firm.sync()).toBe('done')
        await firm.decide(/does not have the change/, 'leave_out')
        expect(await firm.sync()).toBe('done')
        const owed = await firm.owed('1042')
        expect(owed).toBe(BigInt(40 + Number(part)) * 100n)

        expect(await firm.move('clio')).toBe('done')
        expect(await firm.sync()).toBe('done')
        expect(await firm.titles()).toEqual([])
        expect(await firm.tasks()).toEqual([expect.stringMatching(task)])
        expect(await firm.owed('1042')).toBe(owed)
      })
    })
})

describe('a refund that was entered in Xero, of a payment that was posted to QuickBooks', () => {
  const company = setUpMovingCompany({ 1042: 120 })

  it('is posted to QuickBooks after the way back', async () => {
    const { tenant, xero, intuit } = company
    const { pk } = await company.pay({ 1042: '50.00' }, '50.00')
    expect(await syncNow(tenant)).toBe('done')
    const moved = xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 120, '1042')
    xero.books.settle(moved, 50, 'AmountPaid')
    await company.move('xero')
    expect(await syncNow(tenant)).toBe('done')
    const refund = { total: '20.00', total_currency: 'USD', reason: '', request_id: 'part' } as const
    await refundPayment(tenant.uow(), pk, refund)
    expect(await syncNow(tenant)).toBe('done')
    company.test.clock.advance(HOUR_MS)
    xero.books.settle(moved, -20, 'AmountPaid')
    expect(await syncNow(tenant)).toBe('done')
    const { id } = await company.conflictAbout(/does not have the change/)
    await tenant.run((ctx) => resolveConflict(ctx, id, 'leave_out'))
    expect(await syncNow(tenant)).toBe('done')
    expect(await company.remainingOf('1042')).toBe(90_00n)

    await company.move('quickbooks')
    expect(await syncNow(tenant)).toBe('done')
    expect(await syncNow(tenant)).toBe('done')
    expect(await company.openConflicts()).toEqual([])
    expect(intuit.books.list('Payment').map(({ TotalAmt }) => TotalAmt)).toEqual([30])
    expect(await company.remainingOf('1042')).toBe(90_00n)
  })
})

describe('a late fee that was paid and not entered in Clio', () => {
  const firm = setUpMovingFirm()

  it('leaves a report that the next books lack its payment, also when they take the fee only later', async () => {
    const { clio, intuit } = firm
    const bill = clio.books.addBill(clio.books.addContact('Alder Clinic'), 80, '1042')
    expect(await firm.connect('clio')).toBe('done')
    await firm.chargeFee('1042')
    await firm.pay('1042', '95.00')
    expect(await firm.sync()).toBe('done')
    clio.books.pay(bill, 80)
    expect(await firm.sync()).toBe('done')

    const customer = { value: intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id }
    const moved = intuit.books.addInvoice(customer.value, 80, '1042').Id
    intuit.books.pay('there', {
      ...{ CustomerRef: customer, TotalAmt: 80, PaymentRefNum: 'CHK-1' },
      Line: [{ Amount: 80, LinkedTxn: [{ TxnId: moved, TxnType: 'Invoice' }] }],
    })
    intuit.books.isClosed = true
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/did not take a late fee/)])
    intuit.books.isClosed = false
    await firm.decide(/late fee/, 'try_again')
    expect(await firm.sync()).toBe('done')
    expect(intuit.books.find('Invoice', moved).Balance).toBe(15)
    expect(await firm.titles()).toEqual([expect.stringMatching(/has only a part of payment/)])
  })
})
