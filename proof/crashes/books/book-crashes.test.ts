import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type SimulatedBooks,
  simulateQuickBooks,
  simulateXero,
} from '../../../testing/accounting/accounting-platforms.ts'
import { sampleOf } from '../../ring.ts'
import { timeOutAfter } from '../crash-test.ts'
import { type Machine, startMachine } from '../machine.ts'
import { type BooksCompany, openBooks } from './open-books.ts'

/*
 * The worker is killed around the call that posts a payment to an accounting platform on its real wire. Afterwards the platform has
 * the payment once, and both sides say that the same is owed.
 */

const FAILPOINTS = sampleOf(['books.post_noted', 'books.post_answered', 'books.post_recorded'] as const, 2)

/** Each takes a machine of its own, and each kill a minute, because the lease of the killed worker has to end. */
const PLATFORMS = sampleOf(
  [
    ['QuickBooks Online', simulateQuickBooks],
    ['Xero', simulateXero],
  ] as const,
  1,
)

describe.each(PLATFORMS)('%s', (_, simulate) => {
  let there: SimulatedBooks
  let machine: Machine
  let books: BooksCompany
  beforeAll(async () => {
    there = await simulate()
    const customer = there.addCustomer('Alder Clinic')
    for (const name of FAILPOINTS) invoices.set(name, there.addInvoice(customer, 100, name))
    machine = await startMachine({ environment: there.env })
    books = await openBooks(machine.origin)
    await books.connect(there.provider)
  })
  afterAll(async () => {
    await machine?.stop()
    await there?.close()
  })
  const invoices = new Map<string, string>()

  it.each(FAILPOINTS)('has a payment once when the worker is killed at %s', async (name) => {
    await machine.query('delete from throttle_counters')
    await machine.arm('worker', `${name}@1`)
    const posting = books.postPayment(name, '40.00')
    expect(await Promise.race([machine.waitForEnd('worker'), timeOutAfter(posting)])).toBe('SIGKILL')
    await machine.restart('worker')
    expect(there.countPayments(await posting)).toBe(1)
    expect(there.balanceOf(invoices.get(name)!)).toBe(60)
    await books.syncNow()
    const owed = await machine.query<{ remaining: string }>(
      `select remaining_minor::text as remaining from receivables r join invoices i on i.id = r.invoice_id where i.number = $1`,
      [name],
    )
    expect(owed).toEqual([{ remaining: '6000' }])
    expect(there.violations).toEqual([])
  })
})
