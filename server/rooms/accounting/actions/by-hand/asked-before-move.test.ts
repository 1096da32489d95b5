import { describe, expect, it } from 'vitest'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'

/* What people were asked to change in Clio, or had entered there in part, is told in the books that the account moves to. */

type Firm = ReturnType<typeof setUpMovingFirm>

/** Enters 40 of a payment on the bill of 80 in Clio, beside which there may be a second bill, and returns both. */
async function enterPayment(firm: Firm, total = '40.00', second = 0) {
  const { books } = firm.clio
  const client = books.addContact('Alder Clinic')
  const bill = books.addBill(client, 80, '1042')
  if (second > 0) books.addBill(client, second, '1043')
  expect(await firm.connect('clio')).toBe('done')
  const { pk } = await firm.pay('1042', total, '40.00')
  expect(await firm.sync()).toBe('done')
  const entry = books.pay(bill, 40)
  expect(await firm.sync()).toBe('done')
  return { pk, bill, entry }
}

/** Moves to Xero, which has what was entered in Clio. Returns the invoice there. */
async function moveToXero(
  firm: Firm,
  amounts: Readonly<Record<string, number>>,
): Promise<Record<string, string>> {
  const moved = firm.addToXero(amounts)
  firm.xero.books.settle(moved[1042]!, 40, 'AmountPaid')
  expect(await firm.move('xero')).toBe('done')
  expect(await firm.sync()).toBe('done')
  return moved
}

describe.each([10, 40])('a refund of %d for which the task in Clio is open', (back) => {
  const firm = setUpMovingFirm()
  it('is told in the next books', async () => {
    const { pk } = await enterPayment(firm)
    await firm.refund(pk, back.toFixed(2))
    expect(await firm.sync()).toBe('done')
    expect(await firm.tasks()).toHaveLength(1)
    const { 1042: moved } = await moveToXero(firm, { 1042: 80 })
    expect([await firm.tasks(), await firm.titles()]).toEqual([
      [],
      [expect.stringMatching(/does not have the change/)],
    ])
    const owed = BigInt(40 + back) * 100n
    expect(await firm.owed('1042')).toBe(owed)
    firm.xero.books.settle(moved!, -back, 'AmountPaid')
    expect(await firm.sync()).toBe('done')
    await firm.decide(/does not have the change/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), await firm.owed('1042')]).toEqual([[], owed])
  })
})

describe('the use of a rest for which the task in Clio is open', () => {
  const firm = setUpMovingFirm()
  it('is told in the next books', async () => {
    const { pk } = await enterPayment(firm, '60.00', 70)
    await firm.spendRest(pk, '1043', 2000n)
    expect(await firm.sync()).toBe('done')
    expect(await firm.tasks()).toEqual(['Enter a payment of $20.00 in Clio'])
    const { 1043: moved } = await moveToXero(firm, { 1042: 80, 1043: 70 })
    expect(await firm.titles()).toEqual([expect.stringMatching(/has only a part of payment/)])
    expect([await firm.tasks(), await firm.owed('1043')]).toEqual([[], 5000n])
    firm.xero.books.settle(moved!, 20, 'AmountPaid')
    await firm.decide(/has only a part/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), await firm.owed('1043')]).toEqual([[], 5000n])
  })
})

describe('a rest that is paid back in the next books', () => {
  const firm = setUpMovingFirm()
  it('is asked for no more', async () => {
    const { pk } = await enterPayment(firm, '60.00')
    await moveToXero(firm, { 1042: 80 })
    expect(await firm.titles()).toEqual([expect.stringMatching(/has only a part of payment/)])
    await firm.refund(pk, '20.00')
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), await firm.owed('1042')]).toEqual([[], 4000n])
  })
})

describe('a payment of two bills that was entered in part, and is paid back whole in the next books', () => {
  const firm = setUpMovingFirm()
  it('is a change to enter and no rest, and nothing after the way back', async () => {
    const { clio, xero } = firm
    const client = clio.books.addContact('Alder Clinic')
    const bill = clio.books.addBill(client, 80, '1042')
    clio.books.addBill(client, 70, '1043')
    expect(await firm.connect('clio')).toBe('done')
    const { pk } = await firm.payTwo('40.00', '30.00')
    expect(await firm.sync()).toBe('done')
    clio.books.pay(bill, 40)
    expect(await firm.sync()).toBe('done')
    const moved = await moveToXero(firm, { 1042: 80, 1043: 70 })
    expect(await firm.titles()).toEqual([expect.stringMatching(/has only a part of payment/)])
    await firm.refund(pk, '70.00')
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/does not have the change of payment/)])
    xero.books.settle(moved[1042]!, -40, 'AmountPaid')
    await firm.decide(/does not have the change/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    const owed = async () => [await firm.owed('1042'), await firm.owed('1043')]
    expect(await owed()).toEqual([8000n, 7000n])
    expect(await firm.move('clio')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(await owed()).toEqual([8000n, 7000n])
  })
})

describe('an entry that was corrected with an odd day and left out, and changed once more in the next books', () => {
  const firm = setUpMovingFirm()
  it('is not said to be deleted after the way back', async () => {
    const { clio, xero } = firm
    const { pk, bill, entry } = await enterPayment(firm)
    await firm.refund(pk, '10.00')
    expect(await firm.sync()).toBe('done')
    clio.books.voidPayment(entry)
    clio.books.pay(bill, 30, { date: '2026-10-01' })
    expect(await firm.sync()).toBe('done')
    await firm.decide(/Another amount or day/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    const { 1042: moved } = firm.addToXero({ 1042: 80 })
    xero.books.settle(moved!, 30, 'AmountPaid')
    expect(await firm.move('xero')).toBe('done')
    await firm.refund(pk, '5.00')
    expect(await firm.sync()).toBe('done')
    xero.books.settle(moved!, -5, 'AmountPaid')
    await firm.decide(/does not have the change/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect(await firm.move('clio')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/Clio does not have the change/)])
    expect(await firm.owed('1042')).toBe(5500n)
  })
})

describe('the use of a credit memo that is to be removed in Clio', () => {
  const firm = setUpMovingFirm()
  it('is told in the next books', async () => {
    const { clio, xero } = firm
    const client = clio.books.addContact('Alder Clinic')
    const bill = clio.books.addBill(client, 80, '1042')
    const memoThere = clio.books.addCreditMemo(client, 20)
    expect(await firm.connect('clio')).toBe('done')
    const takeBack = await firm.useMemo('1042', '5.00')
    expect(await firm.sync()).toBe('done')
    clio.books.pay(bill, 5, { creditMemo: memoThere })
    expect(await firm.sync()).toBe('done')
    await takeBack()
    expect(await firm.sync()).toBe('done')
    expect(await firm.tasks()).toEqual(['Remove the use of a credit in Clio'])
    const { 1042: moved } = firm.addToXero({ 1042: 80 })
    xero.books.settle(moved!, 5, 'AmountCredited')
    expect(await firm.move('xero')).toBe('done')
    await firm.decide(/1 credit memo/, 'keep')
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([
      expect.stringMatching(/does not have the change of the use of a credit/),
    ])
    expect([await firm.tasks(), await firm.owed('1042')]).toEqual([[], 8000n])
  })
})
