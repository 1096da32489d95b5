import { describe, expect, it } from 'vitest'
import { setUpMovingFirm } from '../../../../../testing/accounting/moving-firm.ts'
import { disconnect } from '../connect/end-connection.ts'

/*
 * A person has entered in Clio what was asked for, and it changes here before anybody has read that. The entry is read first, so that it is
 * asked to be taken back or corrected.
 */

/** Sets up a firm with bills in Clio, each of 80. */
function setUpBills(...numbers: readonly string[]) {
  const firm = setUpMovingFirm()
  const bills: string[] = []
  let client = ''
  return {
    ...firm,
    bills,
    connectClio: async () => {
      client = firm.clio.books.addContact('Alder Clinic')
      for (const number of numbers) bills.push(firm.clio.books.addBill(client, 80, number))
      expect(await firm.connect('clio')).toBe('done')
    },
    addCreditMemo: (amount: number): string => firm.clio.books.addCreditMemo(client, amount),
    /** Reads Clio twice, since a task may end only in the next run. */
    readTwice: async () => {
      expect(await firm.sync()).toBe('done')
      expect(await firm.sync()).toBe('done')
    },
  }
}

describe.each([
  ['40.00', 'Remove a payment in Clio', 8000n],
  ['10.00', 'Correct a payment in Clio', 5000n],
])('a payment of 40 of which %s is paid back', (back, task, owed) => {
  const firm = setUpBills('1042')
  it('is asked to be changed there', async () => {
    await firm.connectClio()
    const { pk } = await firm.pay('1042', '40.00')
    expect(await firm.sync()).toBe('done')
    firm.clio.books.pay(firm.bills[0]!, 40)
    await firm.refund(pk, back)
    await firm.readTwice()
    expect([await firm.titles(), await firm.tasks(), await firm.owed('1042')]).toEqual([[], [task], owed])
  })
})

describe('a payment that is paid back while Clio is disconnected', () => {
  const firm = setUpBills('1042')
  it('is asked to be removed there', async () => {
    await firm.connectClio()
    const { pk } = await firm.pay('1042', '40.00')
    expect(await firm.sync()).toBe('done')
    await disconnect(firm.tenant.uow(), 'clio')
    firm.clio.books.pay(firm.bills[0]!, 40)
    await firm.refund(pk, '40.00')
    expect(await firm.connect('clio')).toBe('done')
    expect(await firm.sync()).toBe('done')
    expect([await firm.tasks(), await firm.owed('1042')]).toEqual([['Remove a payment in Clio'], 8000n])
  })
})

describe('a payment of two bills, of which the part of one is paid back', () => {
  const firm = setUpBills('1042', '1043')
  it('is asked to be removed from that one', async () => {
    await firm.connectClio()
    const { pk } = await firm.payTwo('40.00', '40.00')
    expect(await firm.sync()).toBe('done')
    for (const bill of firm.bills) firm.clio.books.pay(bill, 40)
    await firm.refund(pk, '40.00')
    await firm.readTwice()
    expect(await firm.tasks()).toEqual(['Remove a payment in Clio'])
    expect([await firm.owed('1042'), await firm.owed('1043')].toSorted()).toEqual([4000n, 8000n])
  })
})

describe('a use of credit that is taken back', () => {
  const firm = setUpBills('1042')
  it('is asked to be removed there', async () => {
    const { clio } = firm
    await firm.connectClio()
    const memoThere = firm.addCreditMemo(20)
    expect(await firm.sync()).toBe('done')
    const takeBack = await firm.useMemo('1042', '5.00')
    expect(await firm.sync()).toBe('done')
    clio.books.pay(firm.bills[0]!, 5, { creditMemo: memoThere })
    await takeBack()
    await firm.readTwice()
    expect([await firm.tasks(), await firm.owed('1042')]).toEqual([
      ['Remove the use of a credit in Clio'],
      8000n,
    ])
  })
})

describe('payments of more bills than a run reads', () => {
  const numbers = Array.from({ length: 12 }, (_, at) => `${1042 + at}`)
  const firm = setUpBills(...numbers)
  it('are all asked to be removed after some runs', async () => {
    await firm.connectClio()
    const paid: string[] = []
    for (const number of numbers) paid.push((await firm.pay(number, '40.00')).pk)
    await firm.readTwice()
    for (const bill of firm.bills) firm.clio.books.pay(bill, 40)
    for (const pk of paid) await firm.refund(pk, '40.00')
    await firm.readTwice()
    expect((await firm.tasks()).filter((task) => /^Remove/.test(task))).toHaveLength(12)
    for (const number of numbers) expect(await firm.owed(number)).toBe(8000n)
  })
})

describe('a payment of more bills than a run reads', () => {
  const numbers = Array.from({ length: 11 }, (_, at) => `${2000 + at}`)
  const firm = setUpBills('1042', ...numbers)
  it('is asked to be removed too, and holds up no other one', async () => {
    await firm.connectClio()
    const { pk } = await firm.payParts(Object.fromEntries(numbers.map((number) => [number, '10.00'])))
    expect(await firm.sync()).toBe('done')
    const other = await firm.pay('1042', '40.00')
    expect(await firm.sync()).toBe('done')
    expect(await firm.tasks()).toHaveLength(2)
    const [bill, first] = firm.bills
    const entries = [firm.clio.books.pay(bill!, 40), firm.clio.books.pay(first!, 10)]
    await firm.refund(pk, '110.00')
    await firm.refund(other.pk, '40.00')
    await firm.readTwice()
    expect(await firm.tasks()).toEqual(['Remove a payment in Clio', 'Remove a payment in Clio'])
    for (const entry of entries) firm.clio.books.voidPayment(entry)
    await firm.readTwice()
    expect([await firm.titles(), await firm.tasks()]).toEqual([[], []])
    for (const number of ['1042', ...numbers]) expect(await firm.owed(number)).toBe(8000n)
  })
})

describe('a payment that is paid back while a run reads the bill of another one', () => {
  const firm = setUpBills('1042', '1043')
  it('is asked to be removed too', async () => {
    const { clio } = firm
    await firm.connectClio()
    const first = await firm.pay('1042', '40.00')
    const second = await firm.pay('1043', '40.00')
    await firm.readTwice()
    for (const bill of firm.bills) clio.books.pay(bill, 40)
    await firm.refund(first.pk, '40.00')
    let isBack = false
    clio.beforeNext(new RegExp(`/bills/${firm.bills[0]}\\b`), async () => {
      await firm.refund(second.pk, '40.00')
      isBack = true
    })
    await firm.readTwice()
    await firm.readTwice()
    expect(isBack).toBe(true)
    expect(await firm.tasks()).toEqual(['Remove a payment in Clio', 'Remove a payment in Clio'])
    expect([await firm.owed('1042'), await firm.owed('1043')]).toEqual([8000n, 8000n])
  })
})
