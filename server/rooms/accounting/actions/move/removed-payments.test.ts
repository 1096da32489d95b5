import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { setUpMovingCompany } from '../../../../../testing/accounting/moving-company.ts'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { refundPayment } from '../../../payments/index.ts'
import { connectTo, syncNow } from '../../testing.ts'
import { resolveConflict } from '../conflicts/resolve-conflict.ts'
import { disconnect } from '../connect/end-connection.ts'
import { syncBooks } from '../sync/sync-books.ts'

/*
 * Somebody removes a payment of ours from the books, often because they entered it themselves. It is posted there again only when a person
 * says so, however often the company moves before.
 */

const AMOUNT = 120

/** Sets up a company of which a payment of 50 was posted to QuickBooks, and deleted there. */
function setUpRemovedPayment() {
  const company = setUpMovingCompany({ 1042: AMOUNT })
  const { tenant, intuit, old, test } = company
  return {
    ...company,
    removePayment: async (): Promise<string> => {
      const { pk } = await company.pay({ 1042: '50.00' }, '50.00')
      expect(await syncNow(tenant)).toBe('done')
      const [ours] = intuit.books.list('Payment')
      test.clock.advance(HOUR_MS)
      intuit.books.delete('Payment', ours!.Id)
      // The simulator leaves the balance as it was.
      intuit.books.put('Invoice', { ...intuit.books.find('Invoice', old.get('1042')!), Balance: AMOUNT })
      expect(await syncNow(tenant)).toBe('done')
      await company.conflictAbout(/was deleted in QuickBooks/)
      return pk
    },
    references: () => intuit.books.list('Payment').map(({ PaymentRefNum }) => PaymentRefNum),
    openKinds: async () => (await company.openConflicts()).map(({ kind }) => kind),
  }
}

describe('a payment that somebody removed and entered themselves', () => {
  const company = setUpRemovedPayment()

  it('is not posted beside their entry by the way back, and is asked about again', async () => {
    const { tenant, xero, intuit, old } = company
    await company.removePayment()
    const invoice = intuit.books.find('Invoice', old.get('1042')!)
    intuit.books.pay('her own', {
      ...{ CustomerRef: invoice.CustomerRef, TotalAmt: 50, PaymentRefNum: 'HER-1' },
      Line: [{ Amount: 50, LinkedTxn: [{ TxnId: invoice.Id, TxnType: 'Invoice' }] }],
    })
    expect(await syncNow(tenant)).toBe('done')
    const moved = xero.books.addInvoice(xero.books.addContact('Alder Clinic'), AMOUNT, '1042')
    xero.books.settle(moved, 50, 'AmountPaid')
    await company.move('xero')
    expect(await syncNow(tenant)).toBe('done')
    expect(company.paymentsInXero()).toEqual([])

    await company.move('quickbooks')
    expect(await syncNow(tenant)).toBe('done')
    expect(company.references()).toEqual(['HER-1'])
    expect(await company.openKinds()).toEqual(['removed_there'])
  })

  it('counts once after a person has left it out', async () => {
    const { tenant } = company
    const { id } = await company.conflictAbout(/was deleted in QuickBooks/)
    await tenant.run((ctx) => resolveConflict(ctx, id, 'leave_out'))
    expect(await syncNow(tenant)).toBe('done')
    expect(await company.remainingOf('1042')).toBe(70_00n)
    expect(company.references()).toEqual(['HER-1'])
  })
})

describe('a payment that somebody removed, and a move that is given up before anything was read', () => {
  const company = setUpRemovedPayment()

  it('is posted again only after a person said so', async () => {
    const { tenant, test } = company
    await company.removePayment()
    await company.move('xero')
    await disconnect(tenant.uow(), 'xero')
    test.clock.advance(HOUR_MS)
    expect(await connectTo(tenant, 'quickbooks')).toBe('done')
    expect(await syncNow(tenant)).toBe('done')
    expect(company.references()).toEqual([])

    const { id } = await company.conflictAbout(/was deleted in QuickBooks/)
    await tenant.run((ctx) => resolveConflict(ctx, id, 'post_again'))
    expect(await syncNow(tenant)).toBe('done')
    expect(company.references()).toHaveLength(1)
    expect(await company.remainingOf('1042')).toBe(70_00n)
  })
})

describe('a payment that somebody removed, of which a part is refunded', () => {
  const company = setUpRemovedPayment()

  it('is posted with its rest only after a person said so', async () => {
    const { tenant, intuit } = company
    const payment = await company.removePayment()
    const refund = { total: '20.00', total_currency: 'USD', reason: '', request_id: 'part' } as const
    await refundPayment(tenant.uow(), payment, refund)
    expect(await syncNow(tenant)).toBe('done')
    expect(company.references()).toEqual([])

    const { id } = await company.conflictAbout(/was deleted in QuickBooks/)
    await tenant.run((ctx) => resolveConflict(ctx, id, 'post_again'))
    expect(await syncNow(tenant)).toBe('done')
    expect(intuit.books.list('Payment').map(({ TotalAmt }) => TotalAmt)).toEqual([30])
  })
})

describe('a payment that somebody removed, and that is refunded whole', () => {
  const company = setUpRemovedPayment()

  it('is asked about no more', async () => {
    const { tenant } = company
    const payment = await company.removePayment()
    const refund = { total: '50.00', total_currency: 'USD', reason: '', request_id: 'all' } as const
    await refundPayment(tenant.uow(), payment, refund)
    expect(await syncNow(tenant)).toBe('done')
    expect([company.references(), await company.openKinds()]).toEqual([[], []])
  })
})

describe('an overpayment that somebody voided', () => {
  const firm = setUpMovingFirm()

  it('is not posted again by the way back', async () => {
    const { intuit, xero } = firm
    xero.books.addInvoice(xero.books.addContact('Alder Clinic'), AMOUNT, '1042')
    expect(await firm.connect('xero')).toBe('done')
    await firm.pay('1042', '150.00', '120.00')
    expect(await firm.sync()).toBe('done')
    const [over] = xero.books.list('Overpayments')
    xero.books.put('Overpayments', { ...over, Status: 'VOIDED', RemainingCredit: 0 })
    expect(await firm.sync()).toBe('done')
    expect((await firm.conflicts()).map(({ kind }) => kind)).toEqual(['removed_there'])

    const customer = { value: intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id }
    const moved = intuit.books.addInvoice(customer.value, AMOUNT, '1042').Id
    intuit.books.pay('there', {
      ...{ CustomerRef: customer, TotalAmt: AMOUNT, PaymentRefNum: 'CHK-1' },
      Line: [{ Amount: AMOUNT, LinkedTxn: [{ TxnId: moved, TxnType: 'Invoice' }] }],
    })
    expect(await firm.move('quickbooks')).toBe('done')
    const [reported] = await firm.conflicts()
    expect(reported!.theirs[0]!.value).toMatch(/A part of it was deleted in .*Xero/)

    expect(await firm.move('xero')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect((await firm.conflicts()).map(({ kind }) => kind)).toEqual(['removed_there'])
    expect(xero.books.list('Overpayments').filter(({ Status }) => Status !== 'VOIDED')).toEqual([])
  })
})

describe('an overpayment that somebody voided while its payment waited for its change', () => {
  const firm = setUpMovingFirm()

  it('is posted again only after a person said so', async () => {
    const { xero, tenant } = firm
    firm.addToXero({ 1042: AMOUNT, 1043: 80 })
    expect(await firm.connect('xero')).toBe('done')
    const first = await firm.pay('1043', '40.00')
    expect(await firm.sync()).toBe('done')
    const second = await firm.pay('1042', '150.00', '120.00')
    expect(await firm.sync()).toBe('done')
    await firm.refund(first.pk, '5.00')
    await firm.refund(second.pk, '10.00')
    xero.failNext('down')
    expect(await syncBooks(tenant.uow(), 'posts')).toBe('failed')
    const [over] = xero.books.list('Overpayments')
    xero.books.put('Overpayments', { ...over, Status: 'VOIDED', RemainingCredit: 0 })
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect((await firm.conflicts()).map(({ kind }) => kind)).toEqual(['removed_there'])
    const live = () => xero.books.list('Overpayments').filter(({ Status }) => Status !== 'VOIDED')
    expect(live()).toEqual([])

    await firm.decide(/overpayment .* was deleted in Xero/, 'post_again')
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), live()]).toEqual([[], [expect.objectContaining({ RemainingCredit: 20 })]])
  })
})

describe('an overpayment that Quittance itself was removing when Xero asked it to wait', () => {
  const firm = setUpMovingFirm()

  it('is not asked about, and is posted with its change', async () => {
    const { xero, tenant } = firm
    firm.addToXero({ 1042: AMOUNT })
    expect(await firm.connect('xero')).toBe('done')
    const { pk } = await firm.pay('1042', '150.00', '120.00')
    expect(await firm.sync()).toBe('done')
    const live = () => xero.books.list('Overpayments').filter(({ Status }) => Status !== 'VOIDED')
    const [over] = live()
    await firm.refund(pk, '10.00')
    xero.failNext('limited')
    expect(await syncBooks(tenant.uow(), 'posts')).toBe('failed')
    // The first of two calls took effect.
    xero.books.put('Overpayments', { ...over, Status: 'VOIDED', RemainingCredit: 0 })
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), live()]).toEqual([[], [expect.objectContaining({ RemainingCredit: 20 })]])
  })
})

describe('a payment that Quittance itself was removing when QuickBooks asked it to wait', () => {
  const firm = setUpMovingFirm()

  it('is not asked about when it is gone there, and is posted with its change', async () => {
    const { intuit, tenant } = firm
    const { 1042: invoice } = firm.addToQuickBooks({ 1042: AMOUNT })
    expect(await firm.connect('quickbooks')).toBe('done')
    const { pk } = await firm.pay('1042', '50.00')
    expect(await firm.sync()).toBe('done')
    const [posted] = intuit.books.list('Payment')
    await firm.refund(pk, '20.00')
    intuit.failNext('limited')
    expect(await syncBooks(tenant.uow(), 'posts')).toBe('failed')
    // The call that seemed to be refused took effect.
    intuit.books.delete('Payment', posted!.Id)
    intuit.books.put('Invoice', { ...intuit.books.find('Invoice', invoice!), Balance: AMOUNT })
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([])
    expect(intuit.books.list('Payment').map(({ TotalAmt }) => TotalAmt)).toEqual([30])
    expect(await firm.owed('1042')).toBe(90_00n)
  })
})
