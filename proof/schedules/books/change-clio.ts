import { entriesByHand } from '../../../server/rooms/accounting/testing.ts'
import type { ClioSimulator } from '../../../simulators/clio/index.ts'
import type { Tenant } from '../../../testing/test-app.ts'
import { pickOf, type Random } from './random.ts'

type Books = ClioSimulator['books']
type Wire = ReturnType<Books['list']>[number]

const CLIENTS = 8
const BILLS = 24

const cents = (of: Wire, field: string): number => Math.round(Number(of[field]) * 100) // not money: JSON of the wire
const isOpen = (bill: Wire): boolean => bill.state === 'awaiting_payment' && cents(bill, 'balance') > 0
const isUntouched = (bill: Wire): boolean => isOpen(bill) && cents(bill, 'paid') === 0

/** Fills the books of a firm. */
export function fillClio(books: Books): void {
  const ids = Array.from({ length: CLIENTS }, (_, at) => books.addContact(`Client ${at}`))
  for (let at = 0; at < BILLS; at++)
    books.addBill(ids[at % CLIENTS]!, (5000 + at * 731) / 100, `${1000 + at}`)
  for (const id of ids.slice(0, 4)) books.addCreditMemo(id, 12.34)
}

interface ClioChange {
  readonly model: 'bill'
  readonly record: Wire
}

/** Does a bookkeeper's day in the books of Clio. Returns what Clio would tell of it. */
export function changeClio(books: Books, random: Random, day: number): ClioChange[] {
  const changed = new Set<string>()
  const client = String(pickOf(random, books.list('contacts'))!.id)
  changed.add(books.addBill(client, (1000 + random(9000)) / 100, `D-${day}`))
  const paid = pickOf(random, books.list('bills').filter(isOpen))
  if (paid && random(2) === 0) {
    const due = cents(paid, 'balance')
    const amount = (random(2) === 0 ? due : 1 + random(due)) / 100 // not money: JSON of the wire
    const id = books.pay(String(paid.id), amount, { date: '2026-11-18' })
    books.put('allocations', { ...books.find('allocations', Number(id))!, description: `CHK-${day}` }) // not money: an id
    changed.add(String(paid.id))
  }
  const voided = pickOf(random, books.list('bills').filter(isUntouched))
  if (voided && random(4) === 0) {
    books.voidBill(String(voided.id))
    changed.add(String(voided.id))
  }
  const theirs = books
    .list('allocations')
    .filter(({ description, voided_at }) => String(description).startsWith('CHK-') && voided_at === null)
  const undone = pickOf(random, theirs)
  if (undone && random(6) === 0) {
    books.voidPayment(String(undone.id))
    changed.add(String((undone.bill as Wire).id))
  }
  if (random(5) === 0) books.addCreditMemo(client, 12.34)
  return [...changed].map((id) => ({ model: 'bill', record: books.bill(id) }))
}

/** Enters and removes in Clio what the open tasks ask for, as far as the bills and the credit memos have room for it. */
export async function enterTasks(tenant: Tenant, books: Books): Promise<void> {
  for (const { toRemove, toEnter } of await entriesByHand(tenant)) {
    for (const allocation of toRemove)
      if (books.find('allocations', Number(allocation))?.voided_at === null) books.voidPayment(allocation) // not money: an id
    for (const { bill, minor, on, memo } of toEnter) {
      const amount = Number(minor) / 100 // not money: JSON of the wire
      const hasCredit = memo === null || books.creditLeft(memo) >= amount
      if (hasCredit && cents(books.bill(bill), 'balance') >= Number(minor))
        // not money: JSON of the wire
        books.pay(bill, amount, { date: on, ...(memo !== null && { creditMemo: memo }) })
    }
  }
}
