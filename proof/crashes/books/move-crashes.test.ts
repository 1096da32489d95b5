import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type SimulatedBooks,
  simulateQuickBooks,
  simulateXero,
} from '../../../testing/accounting/accounting-platforms.ts'
import { type Machine, startMachine } from '../machine.ts'
import { type BooksCompany, openBooks } from './open-books.ts'

/*
 * The worker is killed while a company moves from QuickBooks Online to Xero and back: while the new books are read, and around the call
 * that posts there what no books have. Afterwards each record is here once, and each payment is in one of the books, once.
 */

const POLL_MS = 250

let quickbooks: SimulatedBooks
let xero: SimulatedBooks
let machine: Machine
let books: BooksCompany

beforeAll(async () => {
  quickbooks = await simulateQuickBooks()
  xero = await simulateXero()
  for (const there of [quickbooks, xero]) {
    const customer = there.addCustomer('Alder Clinic')
    for (const number of NUMBERS)
      invoices.set(`${there.provider} ${number}`, there.addInvoice(customer, 100, number))
  }
  machine = await startMachine({ environment: { ...quickbooks.env, ...xero.env } })
  books = await openBooks(machine.origin)
  await books.connect('quickbooks')
})
afterAll(async () => {
  await machine?.stop()
  await quickbooks?.close()
  await xero?.close()
})

const NUMBERS = ['MOVE-1', 'MOVE-2', 'MOVE-3', 'MOVE-4']
const invoices = new Map<string, string>()

/** Returns what is owed here by number, in cents. */
async function owedHere(): Promise<string[]> {
  const rows = await machine.query<{ number: string; remaining: string }>(
    `select i.number, r.remaining_minor::text as remaining from receivables r join invoices i on i.id = r.invoice_id order by 1`,
  )
  return rows.map(({ number, remaining }) => `${number} ${remaining}`)
}

const balances = (there: SimulatedBooks) =>
  NUMBERS.map((number) => there.balanceOf(invoices.get(`${there.provider} ${number}`)!))

/** Moves to other books with the worker killed at a failpoint, and resolves when they are read and nothing waits to be posted. */
async function moveWithKill(provider: string, failpoint: string): Promise<void> {
  await machine.query('delete from throttle_counters')
  await machine.arm('worker', `${failpoint}@1`)
  const moving = books.connect(provider, true)
  expect(await machine.waitForEnd('worker')).toBe('SIGKILL')
  await machine.restart('worker')
  await moving
  for (let poll = 0; poll < 600; poll += 1) {
    const [row] = await machine.query<{ waiting: number }>(
      `select count(*)::int as waiting from accounting_posts where state in ('waiting', 'asked')`,
    )
    if (row?.waiting === 0) return
    if (poll % 40 === 39) await books.syncNow()
    await sleep(POLL_MS)
  }
  throw new Error('something still waits to be posted')
}

/** A move, the failpoint that it reaches, and an invoice that was paid while no books were connected. */
const MOVES = [
  ['Xero', 'books.invoices_applied', 'MOVE-1'],
  ['QuickBooks Online', 'books.post_noted', 'MOVE-2'],
  ['Xero', 'books.post_answered', 'MOVE-3'],
  ['QuickBooks Online', 'books.post_recorded', 'MOVE-4'],
] as const

describe('a move to other books', () => {
  it.each(MOVES)('to %s survives a kill at %s', async (platform, failpoint, number) => {
    const [from, to] = platform === 'Xero' ? [quickbooks, xero] : [xero, quickbooks]
    await books.call('POST', `accounting-connections/${from.provider}/disconnect/`)
    const { transaction_number: payment } = await books.recordPayment(number, '40.00')
    // The bookkeeper brings what the other books have.
    for (const [at, one] of NUMBERS.entries())
      if (balances(from)[at] === 60 && balances(to)[at] === 100)
        to.payThere(invoices.get(`${to.provider} ${one}`)!, 40)
    await moveWithKill(to.provider, failpoint)
    expect(to.countPayments(payment)).toBe(1)
    expect(from.countPayments(payment)).toBe(0)
    const owed = NUMBERS.map((_, at) => (at <= NUMBERS.indexOf(number) ? 60 : 100))
    expect(balances(to)).toEqual(owed)
    expect(await owedHere()).toEqual(NUMBERS.map((one, at) => `${one} ${owed[at]}00`))
    expect(await books.call('GET', 'accounting-conflicts/?state=open')).toMatchObject({ results: [] })
    expect([...quickbooks.violations, ...xero.violations]).toEqual([])
  })
})
