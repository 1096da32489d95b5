import type { Books } from './books.ts'
import { today } from './figures.ts'

/** What one deed comes to: what it charged, what came in by it, and by how much more is owed. */
interface Fact {
  readonly currency: string
  readonly invoiced: bigint
  readonly collected: bigint
  readonly owed: bigint
  /** The day that it bears itself; null for that on which it happens. Whatever changes it later does so on its own day. */
  readonly on: string | null
  /** Money moved. */
  readonly money: boolean
  /** What went back of it, even where nothing of that had been counted as collected. */
  readonly gone: bigint
}

export type Facts = ReadonlyMap<string, Fact>

const NOTHING: Omit<Fact, 'currency'> = {
  invoiced: 0n,
  collected: 0n,
  owed: 0n,
  on: null,
  money: false,
  gone: 0n,
}

/** All that the books come to by now, each deed by itself. */
export function factsOf(books: Books): Facts {
  const facts = new Map<string, Fact>()
  const currencyOf = (customer: number): string => books.customers[customer]!.currency
  for (const invoice of books.invoices.values()) {
    if (invoice.state === 'draft') continue
    const { key, total, formerlyPaid, writtenOff, date } = invoice
    const base = { ...NOTHING, currency: currencyOf(invoice.customer) }
    facts.set(`invoice ${key}`, { ...base, invoiced: total, owed: total, on: date })
    if (invoice.state === 'void') facts.set(`voided ${key}`, { ...base, invoiced: -total, owed: -total })
    if (formerlyPaid > 0n)
      facts.set(`paid before ${key}`, {
        ...base,
        collected: formerlyPaid,
        owed: -formerlyPaid,
        on: date,
        money: true,
      })
    if (writtenOff > 0n) facts.set(`written off ${key}`, { ...base, owed: -writtenOff })
  }
  for (const application of books.applications.values()) {
    const currency = currencyOf(books.memos.get(application.memo)!.customer)
    const owed = application.standing ? -application.amount : 0n
    facts.set(`application ${application.key}`, { ...NOTHING, currency, owed })
  }
  for (const [name, fact] of moneyIn(books)) facts.set(name, fact)
  return facts
}

/** Of each payment what came in and what went back. A surcharge is no money of an invoice's, and isn't counted. */
function* moneyIn(books: Books): Generator<[string, Fact]> {
  for (const payment of books.payments.values()) {
    if (payment.captured === 0n) continue
    const base = { ...NOTHING, currency: books.customers[payment.customer]!.currency, money: true }
    let [settled, reversed] = [0n, 0n]
    for (const share of payment.shares) {
      if (share.state !== 'applied' && share.state !== 'reversed') continue
      settled += share.amount
      reversed += share.reversed
    }
    const { key, amount, unapplied, receivedOn, refunded } = payment
    yield [`came ${key}`, { ...base, collected: amount, owed: -settled, on: receivedOn }]
    const back = amount - (settled - reversed) - unapplied
    yield [`went back ${key}`, { ...base, collected: -back, owed: reversed, gone: refunded }]
  }
}

/** Writes down what has changed since the facts were as before: on which day it is booked, and when money moved. */
export function writeDiary(books: Books, before: Facts): void {
  for (const [name, fact] of factsOf(books)) {
    const past = before.get(name)
    const was = past ?? NOTHING
    const change = {
      invoiced: fact.invoiced - was.invoiced,
      collected: fact.collected - was.collected,
      owed: fact.owed - was.owed,
    }
    const { currency, money } = fact
    const moved = change.collected !== 0n || fact.gone !== was.gone
    if (money && moved) books.moves.push({ at: books.now, currency, amount: change.collected })
    if (change.invoiced === 0n && change.collected === 0n && change.owed === 0n) continue
    const day = past ? today(books) : (fact.on ?? today(books))
    const key = `${day} ${currency}`
    const known = books.days.get(key) ?? { day, currency, invoiced: 0n, collected: 0n, owed: 0n }
    books.days.set(key, {
      ...known,
      invoiced: known.invoiced + change.invoiced,
      collected: known.collected + change.collected,
      owed: known.owed + change.owed,
    })
  }
}
