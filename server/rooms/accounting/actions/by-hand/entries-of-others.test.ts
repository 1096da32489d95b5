import { describe, expect, it } from 'vitest'
import { connectTwoBills, OLD, owedOfBoth } from '../../../../../testing/accounting/firm-steps.ts'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { verifyLedger } from '../../../ledger/index.ts'

/*
 * An entry in Clio belongs to one payment. One that counts as entered without having been recognized, since other books got it or it was
 * left out, keeps its entry.
 */

describe('a payment that Xero refused, beside one of the same amount that it got', () => {
  const firm = setUpMovingFirm()
  it('is still to be entered in Clio, which has only the other one', async () => {
    const { clio, xero } = firm
    const bill = clio.books.addBill(clio.books.addContact('Alder Clinic'), 120, '1042')
    expect(await firm.connect('clio')).toBe('done')
    await firm.pay('1042', '40.00')
    expect(await firm.sync()).toBe('done')
    firm.addToXero({ 1042: 120 })
    xero.books.isClosed = true
    expect(await firm.move('xero')).toBe('done')
    xero.books.isClosed = false
    await firm.pay('1042', '40.00')
    expect(await firm.sync()).toBe('done')
    clio.books.pay(bill, 40)
    expect(await firm.move('clio')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(await firm.tasks()).toEqual(['Enter a payment of $40.00 in Clio'])
    expect(await firm.owed('1042')).toBe(4000n)

    clio.books.pay(bill, 40)
    expect(await firm.sync()).toBe('done')
    expect([await firm.tasks(), await firm.titles(), await firm.owed('1042')]).toEqual([[], [], 4000n])
  })
})

describe('an entry that somebody voided and a person asks for again', () => {
  const firm = setUpMovingFirm()
  it('is not found in the entry of a payment that Xero got', async () => {
    const { clio, xero } = firm
    const bill = clio.books.addBill(clio.books.addContact('Alder Clinic'), 120, '1042')
    expect(await firm.connect('clio')).toBe('done')
    await firm.pay('1042', '40.00')
    expect(await firm.sync()).toBe('done')
    const entry = clio.books.pay(bill, 40)
    expect(await firm.sync()).toBe('done')
    const { 1042: moved } = firm.addToXero({ 1042: 120 })
    xero.books.settle(moved!, 40, 'AmountPaid')
    expect(await firm.move('xero')).toBe('done')
    await firm.pay('1042', '40.00')
    expect(await firm.sync()).toBe('done')
    clio.books.pay(bill, 40)
    expect(await firm.move('clio')).toBe('done')
    expect(await firm.sync()).toBe('done')
    clio.books.voidPayment(entry)
    expect(await firm.sync()).toBe('done')
    await firm.decide(/removed or changed/, 'post_again')
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect([await firm.tasks(), await firm.owed('1042')]).toEqual([
      ['Enter a payment of $40.00 in Clio'],
      4000n,
    ])
    expect((await firm.tenant.run(verifyLedger)).differences).toEqual([])
  })
})

describe('a part that was left out in Clio, and of which a refund was entered in Xero', () => {
  const firm = setUpMovingFirm()
  it('is recognized once it is corrected in Clio', async () => {
    const { clio, xero } = firm
    const [first, second] = await connectTwoBills(firm)
    const { pk } = await firm.pay('1042', '60.00', '40.00')
    expect(await firm.sync()).toBe('done')
    clio.books.pay(first, 40)
    expect(await firm.sync()).toBe('done')
    await firm.spendRest(pk, '1043', 2000n)
    expect(await firm.sync()).toBe('done')
    const entry = clio.books.pay(second, 20, OLD)
    expect(await firm.sync()).toBe('done')
    await firm.decide(/Another amount or day/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    const moved = firm.addToXero({ 1042: 80, 1043: 70 })
    xero.books.settle(moved[1042]!, 40, 'AmountPaid')
    xero.books.settle(moved[1043]!, 20, 'AmountPaid')
    expect(await firm.move('xero')).toBe('done')
    await firm.refund(pk, '5.00')
    expect(await firm.sync()).toBe('done')
    expect(await owedOfBoth(firm)).toEqual([4000n, 5500n])
    xero.books.settle(moved[1043]!, -5, 'AmountPaid')
    await firm.decide(/does not have the change/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect(await firm.move('clio')).toBe('done')
    expect(await firm.sync()).toBe('done')
    clio.books.voidPayment(entry)
    clio.books.pay(second, 15)
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect([await firm.tasks(), await owedOfBoth(firm)]).toEqual([[], [4000n, 5500n]])
  })
})

describe('a payment in Clio, which carried two of QuickBooks over as one entry', () => {
  const firm = setUpMovingFirm()
  it('is found in its own entry, although one of those two has the same amount', async () => {
    const { clio } = firm
    firm.addToQuickBooks({ 1042: 120 })
    expect(await firm.connect('quickbooks')).toBe('done')
    await firm.pay('1042', '20.00')
    await firm.pay('1042', '40.00')
    expect(await firm.sync()).toBe('done')
    const bill = clio.books.addBill(clio.books.addContact('Alder Clinic'), 120, '1042')
    clio.books.pay(bill, 60)
    expect(await firm.move('clio')).toBe('done')
    expect([await firm.titles(), await firm.owed('1042')]).toEqual([[], 6000n])
    await firm.pay('1042', '40.00')
    expect(await firm.sync()).toBe('done')
    expect(await firm.tasks()).toEqual(['Enter a payment of $40.00 in Clio'])

    clio.books.pay(bill, 40)
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), await firm.tasks(), await firm.owed('1042')]).toEqual([[], [], 2000n])
  })
})

describe('a payment after one of the same amount that was entered as two and left out', () => {
  const firm = setUpMovingFirm()
  it('is found in its own entry', async () => {
    const { clio } = firm
    const bill = clio.books.addBill(clio.books.addContact('Alder Clinic'), 120, '1042')
    expect(await firm.connect('clio')).toBe('done')
    await firm.pay('1042', '40.00')
    expect(await firm.sync()).toBe('done')
    clio.books.pay(bill, 25)
    clio.books.pay(bill, 15)
    expect(await firm.sync()).toBe('done')
    await firm.decide(/Another amount or day/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), await firm.tasks(), await firm.owed('1042')]).toEqual([[], [], 8000n])
    await firm.pay('1042', '40.00')
    expect(await firm.sync()).toBe('done')
    clio.books.pay(bill, 40)
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), await firm.tasks(), await firm.owed('1042')]).toEqual([[], [], 4000n])
  })
})
