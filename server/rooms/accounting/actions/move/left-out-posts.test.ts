import { describe, expect, it } from 'vitest'
import { setUpMovingCompany } from '../../../../../testing/accounting/moving-company.ts'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { readPayment } from '../../../payments/index.ts'
import { syncNow } from '../../testing.ts'
import { resolveConflict } from '../conflicts/resolve-conflict.ts'
import { disconnect } from '../connect/end-connection.ts'
import { postPaymentNow } from '../post/post-payment-now.ts'

/*
 * A person enters in the books what Quittance can't post there, and it counts as entered: it is posted neither by hand nor by a move, and
 * what it lacks there is reported in all later books until a person has entered that too.
 */

/** Sets up a company of whose invoice QuickBooks refuses a payment of 50, which a person entered there. */
function setUpEntered() {
  const firm = setUpMovingFirm()
  return {
    ...firm,
    enterRefused: async (): Promise<string> => {
      const { books } = firm.intuit
      const customer = books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
      const invoice = books.addInvoice(customer, 120, '1042').Id
      expect(await firm.connect('quickbooks')).toBe('done')
      books.isClosed = true
      const { pk } = await firm.pay('1042', '50.00')
      expect(await firm.sync()).toBe('done')
      books.isClosed = false
      books.pay('by hand', {
        ...{ CustomerRef: { value: customer }, TotalAmt: 50, PaymentRefNum: 'HER-1' },
        Line: [{ Amount: 50, LinkedTxn: [{ TxnId: invoice, TxnType: 'Invoice' }] }],
      })
      expect(await firm.sync()).toBe('done')
      return pk
    },
    mayPost: async (payment: string) => (await firm.tenant.run((ctx) => readPayment(ctx, payment))).can.post,
    leftOut: async (payment: string) => (await firm.tenant.run((ctx) => readPayment(ctx, payment))).left_out,
  }
}

/** Sets up a company of whose payment for two invoices a part counts as entered in Xero, because the first one was joined. */
function setUpPartJoined() {
  const company = setUpMovingCompany({ 1042: 120, 1043: 80 })
  const { tenant, xero } = company
  return {
    ...company,
    joinPart: async (): Promise<string> => {
      const clinic = xero.books.addContact('Alder Clinic')
      xero.books.addInvoice(clinic, 100, '1042')
      xero.books.addInvoice(clinic, 80, '1043')
      await disconnect(tenant.uow(), 'quickbooks')
      const { pk } = await company.pay({ 1042: '40.00', 1043: '30.00' }, '70.00')
      await company.move('xero')
      expect(await syncNow(tenant)).toBe('done')
      const { id } = await company.conflictAbout(/1042 differs/)
      await tenant.run((ctx) => resolveConflict(ctx, id, 'same_record'))
      expect(await syncNow(tenant)).toBe('done')
      await company.conflictAbout(/has only a part of payment/)
      return pk
    },
  }
}

describe('posting by hand', () => {
  const firm = setUpEntered()

  it('is not offered for a payment that counts as entered', async () => {
    const { tenant, intuit } = firm
    const payment = await firm.enterRefused()
    expect(await firm.mayPost(payment)).toBe(true)
    expect(await firm.leftOut(payment)).toBeNull()
    await firm.decide(/did not take payment/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect(await firm.owed('1042')).toBe(70_00n)
    expect(await firm.mayPost(payment)).toBe(false)
    const by = expect.stringMatching(/\w/)
    const at = expect.stringMatching(/^\d{4}-/)
    expect(await firm.leftOut(payment), 'with the person and the time').toEqual({ at, by })

    await postPaymentNow(tenant.uow(), payment)
    expect(await firm.sync()).toBe('done')
    expect(intuit.books.list('Payment').map(({ PaymentRefNum }) => PaymentRefNum)).toEqual(['HER-1'])
    expect(await firm.owed('1042')).toBe(70_00n)
  })
})

describe('a payment of which a part counts as entered', () => {
  const company = setUpPartJoined()

  it('is not posted by hand, since that would post all of it', async () => {
    const payment = await company.joinPart()
    await expect(postPaymentNow(company.tenant.uow(), payment)).rejects.toThrow(/enter it there yourself/)
    expect(company.paymentsInXero()).toEqual([])
  })
})

describe('a refund of what counts as entered, which nobody has entered', () => {
  const firm = setUpEntered()

  it('is reported in the next books', async () => {
    const { xero } = firm
    const payment = await firm.enterRefused()
    await firm.decide(/did not take payment/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    await firm.refund(payment, '50.00')
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/QuickBooks Online does not have the change/)])
    const moved = xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 120, '1042')
    xero.books.settle(moved, 50, 'AmountPaid')
    expect(await firm.move('xero')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/Xero does not have the change/)])
    expect(await firm.owed('1042')).toBe(120_00n)

    xero.books.settle(moved, -50, 'AmountPaid')
    expect(await firm.sync()).toBe('done')
    await firm.decide(/does not have the change/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect(await firm.owed('1042')).toBe(120_00n)
    expect(await firm.leftOut(payment), 'an entered change posts nothing').not.toBeNull()
  })

  it('is reported again in the former books after the way back, which still have the payment', async () => {
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/QuickBooks Online does not have the change/)])
    expect(await firm.owed('1042')).toBe(120_00n)
  })
})

describe('the rest of a payment of which a part counts as entered', () => {
  const company = setUpPartJoined()

  it('is reported in the next books, where nobody has entered it either', async () => {
    const { tenant, intuit } = company
    await company.joinPart()
    await company.move('quickbooks')
    expect(await syncNow(tenant)).toBe('done')
    const { id } = await company.conflictAbout(/1042 differs/)
    await tenant.run((ctx) => resolveConflict(ctx, id, 'same_record'))
    expect(await syncNow(tenant)).toBe('done')
    expect((await company.openConflicts()).map(({ title }) => title)).toEqual([
      expect.stringMatching(/QuickBooks Online has only a part of payment/),
    ])
    expect(intuit.books.list('Payment')).toEqual([])
  })
})

describe('a payment that is left out while no books are connected', () => {
  const firm = setUpEntered()

  it('settles its invoice once after the same books are connected again', async () => {
    await firm.enterRefused()
    await disconnect(firm.tenant.uow(), 'quickbooks')
    await firm.decide(/did not take payment/, 'leave_out')
    expect(await firm.connect('quickbooks')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(await firm.owed('1042')).toBe(70_00n)
  })
})

describe('a payment that the books refused and a person entered, about which nobody has decided', () => {
  const firm = setUpEntered()

  it('is not posted to the next books, which carried the entry over, before a person has looked', async () => {
    const { xero } = firm
    await firm.enterRefused()
    const moved = xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 120, '1042')
    xero.books.settle(moved, 50, 'AmountPaid')
    expect(await firm.move('xero')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(xero.books.list('Payments')).toEqual([])
    expect(await firm.titles()).toEqual([expect.stringMatching(/Xero did not take payment/)])
  })

  it('is asked about again after the way back, and counts once', async () => {
    const { intuit } = firm
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(intuit.books.list('Payment').map(({ PaymentRefNum }) => PaymentRefNum)).toEqual(['HER-1'])
    await firm.decide(/QuickBooks Online did not take payment/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect(await firm.owed('1042')).toBe(70_00n)
    expect(await firm.titles()).toEqual([])
  })
})

describe('a payment that the books refused, of an invoice on which nothing was entered there', () => {
  const firm = setUpMovingFirm()

  it('is posted to the next books without a question', async () => {
    const { intuit, xero } = firm
    const customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
    intuit.books.addInvoice(customer, 120, '1042')
    expect(await firm.connect('quickbooks')).toBe('done')
    intuit.books.isClosed = true
    await firm.pay('1042', '50.00')
    expect(await firm.sync()).toBe('done')
    xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 120, '1042')
    expect(await firm.move('xero')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(xero.books.list('Payments')).toHaveLength(1)
    expect([await firm.owed('1042'), await firm.conflicts()]).toEqual([70_00n, []])
  })
})
