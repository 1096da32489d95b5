import { expect } from 'vitest'
import type { MovingFirm } from './moving-firm.ts'

/* Steps that several tests of a moving firm begin with. */

/** A day so long before that an entry in Clio isn't recognized. */
export const OLD = { date: '2026-10-01' } as const

/** Adds bills 1042, of 80, and 1043, of 70, to Clio and connects it. Returns their ids there. */
export async function connectTwoBills(firm: MovingFirm): Promise<readonly [string, string]> {
  const { books } = firm.clio
  const client = books.addContact('Alder Clinic')
  const bills = [books.addBill(client, 80, '1042'), books.addBill(client, 70, '1043')] as const
  expect(await firm.connect('clio')).toBe('done')
  return bills
}

export const owedOfBoth = async (firm: MovingFirm): Promise<bigint[]> => [
  await firm.owed('1042'),
  await firm.owed('1043'),
]

/** Connects QuickBooks, which refuses the payment that `pay` records, and then gets it as credit. Returns what `pay` returns. */
export async function postAsCredit<T>(
  firm: MovingFirm,
  invoices: Readonly<Record<string, number>>,
  pay: () => Promise<T>,
): Promise<T> {
  firm.addToQuickBooks(invoices)
  expect(await firm.connect('quickbooks')).toBe('done')
  firm.intuit.books.isClosed = true
  const paid = await pay()
  expect(await firm.sync()).toBe('done')
  firm.intuit.books.isClosed = false
  await firm.decide(/did not take payment/, 'as_credit')
  expect(await firm.sync()).toBe('done')
  expect(await firm.titles()).toEqual([])
  return paid
}
