import { describe, expect, it } from 'vitest'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { recordPayment } from '../../../payments/index.ts'

/*
 * People entered a payment in Clio, and it changes here after the firm has moved to other books. These say what they lack of it, and Clio
 * is brought to it after the way back.
 */

const titlesOf = async (firm: ReturnType<typeof setUpMovingFirm>) =>
  (await firm.conflicts()).map(({ title }) => title)

describe('a payment that was entered in Clio and is refunded whole', () => {
  const firm = setUpMovingFirm()

  it('is reported in the next books', async () => {
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
    await firm.refund(pk, '40.00')
    expect(await firm.sync()).toBe('done')
    expect(await titlesOf(firm)).toEqual([expect.stringMatching(/does not have the change of payment/)])
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
    expect(await titlesOf(firm)).toEqual([expect.stringMatching(/does not have the change of payment/)])
  })
})
