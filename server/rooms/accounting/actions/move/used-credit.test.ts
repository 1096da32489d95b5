import { describe, expect, it } from 'vitest'
import { postAsCredit } from '../../../../../testing/accounting/firm-steps.ts'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { verifyLedger } from '../../../ledger/index.ts'

/*
 * The rest of a payment is credit here, and its open item was carried over to new books under our reference. Who uses it there settles an
 * invoice with it, so it can't be used here as well. The way back brings that use to the books that got the payment.
 */

function setUpCarriedOver() {
  const firm = setUpMovingFirm()
  return {
    ...firm,
    /** Records a payment of 150, of which 120 settle invoice 1042, and returns its reference. */
    payTooMuch: async () => {
      const { pk } = await firm.pay('1042', '150.00', '120.00')
      expect(await firm.sync()).toBe('done')
      const { reference } = await firm.tenant.run(({ db }) =>
        db.selectFrom('accounting_posts').select('reference').executeTakeFirstOrThrow(),
      )
      return { pk, reference }
    },
    creditOf: async (payment: string) =>
      (
        await firm.tenant.run(({ db }) =>
          db
            .selectFrom('payments')
            .select('unapplied_minor')
            .where('id', '=', payment)
            .executeTakeFirstOrThrow(),
        )
      ).unapplied_minor,
    expectAgreement: async () => {
      expect(await firm.titles()).toEqual([])
      expect((await firm.tenant.run(verifyLedger)).differences).toEqual([])
    },
  }
}

describe('credit of a payment that QuickBooks got, and that Xero carried over as an overpayment', () => {
  const firm = setUpCarriedOver()
  let payment: string

  it('is no credit here any more when it is used there', async () => {
    const { intuit, xero } = firm
    const customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
    intuit.books.addInvoice(customer, 120, '1042')
    intuit.books.addInvoice(customer, 80, '1043')
    expect(await firm.connect('quickbooks')).toBe('done')
    const { pk, reference } = await firm.payTooMuch()
    payment = pk
    const clinic = xero.books.addContact('Alder Clinic')
    xero.books.settle(xero.books.addInvoice(clinic, 120, '1042'), 120, 'AmountPaid')
    const open = xero.books.addInvoice(clinic, 80, '1043')
    const over = xero.books.addReceived('Overpayments', clinic, 30, reference)
    expect(await firm.move('xero')).toBe('done')
    expect(await firm.creditOf(payment)).toBe(30_00n)

    xero.books.put('Overpayments', {
      ...xero.books.find('Overpayments', over),
      RemainingCredit: 0,
      Allocations: [{ Amount: 30, Invoice: { InvoiceID: open }, Date: '/Date(1763596800000+0000)/' }],
    })
    xero.books.settle(open, 30, 'AmountCredited')
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect([await firm.creditOf(payment), await firm.owed('1043')]).toEqual([0n, 50_00n])
    await firm.expectAgreement()
  })

  it('is used in QuickBooks too after the way back', async () => {
    const { intuit } = firm
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect([await firm.creditOf(payment), await firm.owed('1043')]).toEqual([0n, 50_00n])
    const balances = intuit.books.list('Invoice').map(({ DocNumber, Balance }) => [DocNumber, Balance])
    expect(balances).toEqual([
      ['1042', 0],
      ['1043', 50],
    ])
    expect(intuit.books.list('Payment').map(({ TotalAmt }) => TotalAmt)).toEqual([150])
    await firm.expectAgreement()
  })
})

describe('credit of a payment that Xero got, and that QuickBooks carried over as an unapplied payment', () => {
  const firm = setUpCarriedOver()

  it('is no credit here any more when it is used there', async () => {
    const { intuit, xero } = firm
    const clinic = xero.books.addContact('Alder Clinic')
    xero.books.addInvoice(clinic, 120, '1042')
    xero.books.addInvoice(clinic, 80, '1043')
    expect(await firm.connect('xero')).toBe('done')
    const { pk, reference } = await firm.payTooMuch()
    const customer = { value: intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id }
    const [paid, open] = [120, 80].map((amount, at) =>
      intuit.books.addInvoice(customer.value, amount, `${1042 + at}`),
    )
    const lineOf = (invoice: typeof paid, amount: number) => ({
      Amount: amount,
      LinkedTxn: [{ TxnId: invoice!.Id, TxnType: 'Invoice' }],
    })
    const settled = { CustomerRef: customer, TotalAmt: 120, Line: [lineOf(paid, 120)] }
    intuit.books.pay('paid', settled)
    const rest = { CustomerRef: customer, TotalAmt: 30, PaymentRefNum: reference, Line: [] }
    const carried = intuit.books.pay('carried over', rest)
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.creditOf(pk)).toBe(30_00n)

    intuit.books.pay('used', { ...carried, Line: [lineOf(open, 30)] })
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect([await firm.creditOf(pk), await firm.owed('1043')]).toEqual([0n, 50_00n])
    await firm.expectAgreement()
  })
})

describe('a payment of no invoice that QuickBooks got, and that Xero carried over', () => {
  const firm = setUpCarriedOver()

  it('is used in QuickBooks too after the way back', async () => {
    const { intuit, xero } = firm
    firm.addToQuickBooks({ 1042: 80 })
    expect(await firm.connect('quickbooks')).toBe('done')
    const { pk } = await firm.pay('1042', '30.00', '')
    expect(await firm.sync()).toBe('done')
    const [posted] = intuit.books.list('Payment')
    const there = firm.addToXero({ 1042: 80 })
    const over = xero.books.addReceived('Overpayments', there.customer!, 30, String(posted!.PaymentRefNum))
    expect(await firm.move('xero')).toBe('done')
    xero.books.put('Overpayments', {
      ...xero.books.find('Overpayments', over),
      RemainingCredit: 0,
      Allocations: [{ Amount: 30, Invoice: { InvoiceID: there[1042] }, Date: '/Date(1763596800000+0000)/' }],
    })
    xero.books.settle(there[1042]!, 30, 'AmountCredited')
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect([await firm.creditOf(pk), await firm.owed('1042')]).toEqual([0n, 50_00n])
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(intuit.books.list('Invoice').map(({ Balance }) => Balance)).toEqual([50])
    expect([await firm.creditOf(pk), await firm.owed('1042')]).toEqual([0n, 50_00n])
    await firm.expectAgreement()
  })
})

describe('a payment that QuickBooks got as credit, and that Xero carried over as an overpayment', () => {
  const firm = setUpCarriedOver()
  let posted: string

  it('settles its invoice once when the credit is used on it there', async () => {
    const { intuit, xero } = firm
    await postAsCredit(firm, { 1042: 120 }, () => firm.pay('1042', '50.00'))
    const [payment] = intuit.books.list('Payment')
    posted = payment!.Id
    const there = firm.addToXero({ 1042: 120 })
    const over = xero.books.addReceived('Overpayments', there.customer!, 50, String(payment!.PaymentRefNum))
    expect(await firm.move('xero')).toBe('done')
    expect([await firm.titles(), await firm.owed('1042')]).toEqual([[], 70_00n])
    xero.books.put('Overpayments', {
      ...xero.books.find('Overpayments', over),
      RemainingCredit: 0,
      Allocations: [{ Amount: 50, Invoice: { InvoiceID: there[1042] }, Date: '/Date(1763596800000+0000)/' }],
    })
    xero.books.settle(there[1042]!, 50, 'AmountCredited')
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(await firm.owed('1042')).toBe(70_00n)
    await firm.expectAgreement()
  })

  it('is left as it was in QuickBooks by the way back', async () => {
    const { intuit } = firm
    expect(await firm.move('quickbooks')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(intuit.books.list('Payment').map(({ Id, TotalAmt }) => [Id, TotalAmt])).toEqual([[posted, 50]])
    expect(await firm.owed('1042')).toBe(70_00n)
    await firm.expectAgreement()
  })
})

describe.each(['clio', 'xero'] as const)(
  'a payment that QuickBooks got as credit, and that %s has as paid',
  (next) => {
    const firm = setUpCarriedOver()
    it('settles its invoice once when a person joins them', async () => {
      const { clio, xero } = firm
      await postAsCredit(firm, { 1042: 120 }, () => firm.pay('1042', '50.00'))
      if (next === 'clio')
        clio.books.pay(clio.books.addBill(clio.books.addContact('Alder Clinic'), 120, '1042'), 50)
      else xero.books.settle(firm.addToXero({ 1042: 120 })[1042]!, 50, 'AmountPaid')
      expect(await firm.move(next)).toBe('done')
      await firm.decide(/differs/, 'same_record')
      expect(await firm.sync()).toBe('done')
      expect(await firm.sync()).toBe('done')
      expect(await firm.owed('1042')).toBe(70_00n)
      await firm.expectAgreement()
    })
  },
)
