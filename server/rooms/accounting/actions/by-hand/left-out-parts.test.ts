import { describe, expect, it } from 'vitest'
import { connectTwoBills, OLD, owedOfBoth } from '../../../../../testing/accounting/firm-steps.ts'
import { type MovingFirm, setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'

/*
 * A payment of two bills has two entries in Clio. What was entered otherwise on one of them and left out counts for that bill, and the
 * other one goes on being asked for, recognized and watched.
 */

/** Connects Clio, where a person is asked to enter 40 on the first bill and 30 on the second one. */
async function askForTwo(firm: MovingFirm) {
  const [first, second] = await connectTwoBills(firm)
  const { pk } = await firm.payTwo('40.00', '30.00')
  expect(await firm.sync()).toBe('done')
  return { first, second, pk }
}

/** Enters the first part, and the second one with an odd day, which is left out. */
async function leaveOutSecond(firm: MovingFirm) {
  const { books } = firm.clio
  const asked = await askForTwo(firm)
  const entry = books.pay(asked.first, 40)
  const odd = books.pay(asked.second, 30, OLD)
  expect(await firm.sync()).toBe('done')
  await firm.decide(/Another amount or day/, 'leave_out')
  expect(await firm.sync()).toBe('done')
  await expectEntered(firm)
  return { ...asked, entry, odd }
}

/** Voids the first entry, and has a person ask for it again. */
async function askAgain(firm: MovingFirm, entry: string): Promise<void> {
  firm.clio.books.voidPayment(entry)
  expect(await firm.sync()).toBe('done')
  await firm.decide(/was removed or changed in Clio/, 'post_again')
  expect(await firm.sync()).toBe('done')
  expect(await firm.tasks()).toEqual(['Enter a payment of $40.00 in Clio'])
}

/** Expects that nobody is asked anything, and that each part lowers what is owed once. */
async function expectEntered(firm: MovingFirm): Promise<void> {
  expect([await firm.titles(), await firm.tasks(), await owedOfBoth(firm)]).toEqual([[], [], [4000n, 4000n]])
}

describe('a payment of two bills, one entry of which was left out', () => {
  const firm = setUpMovingFirm()
  it('is told when the other entry is removed', async () => {
    const { entry } = await leaveOutSecond(firm)
    firm.clio.books.voidPayment(entry)
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/was removed or changed in Clio/)])
  })
})

describe('a payment of two bills, of which one was entered otherwise and left out before the other was entered', () => {
  const firm = setUpMovingFirm()
  it('is still to be entered on the other one', async () => {
    const { first, second } = await askForTwo(firm)
    firm.clio.books.pay(first, 40, OLD)
    expect(await firm.sync()).toBe('done')
    await firm.decide(/was entered on bill 1042/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect(await firm.tasks()).toEqual(['Enter a payment of $30.00 in Clio'])
    expect([await firm.titles(), await owedOfBoth(firm)]).toEqual([[], [4000n, 4000n]])

    firm.clio.books.pay(second, 30)
    expect(await firm.sync()).toBe('done')
    await expectEntered(firm)
  })
})

describe('a payment of two bills that was entered with an odd day on both', () => {
  const firm = setUpMovingFirm()
  it('is asked about for each bill, and settles both once they are left out one after the other', async () => {
    const { first, second } = await askForTwo(firm)
    firm.clio.books.pay(first, 40, OLD)
    firm.clio.books.pay(second, 30, OLD)
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toHaveLength(2)
    await firm.decide(/on bill 1042/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect(await firm.titles()).toEqual([expect.stringMatching(/on bill 1043/)])
    await firm.decide(/on bill 1043/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    await expectEntered(firm)
  })
})

describe('an odd entry on the second bill that is corrected after the first one was left out', () => {
  const firm = setUpMovingFirm()
  it('closes its question', async () => {
    const { books } = firm.clio
    const { first, second } = await askForTwo(firm)
    books.pay(first, 40, OLD)
    const odd = books.pay(second, 30, OLD)
    expect(await firm.sync()).toBe('done')
    await firm.decide(/on bill 1042/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    books.voidPayment(odd)
    books.pay(second, 30)
    expect(await firm.sync()).toBe('done')
    await expectEntered(firm)
  })
})

describe('an entry that somebody voided and a person asks for again, beside one that was left out', () => {
  const firm = setUpMovingFirm()
  it('completes the payment once it is there again', async () => {
    const { first, entry } = await leaveOutSecond(firm)
    await askAgain(firm, entry)
    firm.clio.books.pay(first, 40)
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    await expectEntered(firm)
  })
})

describe('an entry that a person asks for again, beside one that was left out and is corrected', () => {
  const firm = setUpMovingFirm()
  it('completes the payment once it is there again', async () => {
    const { books } = firm.clio
    const { first, second, entry, odd } = await leaveOutSecond(firm)
    await askAgain(firm, entry)
    books.voidPayment(odd)
    books.pay(second, 30)
    books.pay(first, 40)
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    await expectEntered(firm)
  })
})

describe('a payment of two bills, one entry of which was left out, that is paid back', () => {
  const firm = setUpMovingFirm()
  it('is asked to be removed from both, and is not said to be removed by somebody', async () => {
    const { books } = firm.clio
    const { pk, entry, odd } = await leaveOutSecond(firm)
    await firm.refund(pk, '70.00')
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), await firm.tasks()]).toEqual([[], ['Remove a payment in Clio']])
    books.voidPayment(entry)
    books.voidPayment(odd)
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect([await firm.titles(), await firm.tasks(), await owedOfBoth(firm)]).toEqual([
      [],
      [],
      [8000n, 7000n],
    ])
  })
})

describe('an entry that is to be corrected after a refund, while the one on the other bill is left out', () => {
  const firm = setUpMovingFirm()
  it('is still known, and is still to be corrected', async () => {
    const { books } = firm.clio
    const [first, second] = await connectTwoBills(firm)
    const { pk } = await firm.pay('1042', '80.00', '40.00')
    expect(await firm.sync()).toBe('done')
    await firm.spendRest(pk, '1043', 4000n)
    expect(await firm.sync()).toBe('done')
    const entry = books.pay(second, 40)
    expect(await firm.sync()).toBe('done')
    // A refund takes back first what was settled last.
    await firm.refund(pk, '10.00')
    expect(await firm.sync()).toBe('done')
    expect([await firm.tasks(), await owedOfBoth(firm)]).toEqual([
      ['Correct a payment in Clio'],
      [4000n, 4000n],
    ])
    books.pay(first, 40, OLD)
    expect(await firm.sync()).toBe('done')
    await firm.decide(/on bill 1042/, 'leave_out')
    expect(await firm.sync()).toBe('done')
    expect([await firm.tasks(), await owedOfBoth(firm)]).toEqual([
      ['Correct a payment in Clio'],
      [4000n, 4000n],
    ])
    books.voidPayment(entry)
    books.pay(second, 30)
    expect(await firm.sync()).toBe('done')
    expect(await firm.sync()).toBe('done')
    await expectEntered(firm)
  })
})
