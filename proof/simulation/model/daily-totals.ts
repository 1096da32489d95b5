import type { Books } from './books.ts'
import { today } from './figures.ts'
import { feeKey } from './late-fees.ts'

/** The amounts of one business event: invoiced, collected, and the change of the receivable. */
interface BookedAmounts {
  readonly currency: string
  readonly invoiced: bigint
  readonly collected: bigint
  readonly owed: bigint
  /**
   * The document's own date; null for the day of booking. Later changes count on the day on which they
   * happen.
   */
  readonly date: string | null
}

export type Bookings = ReadonlyMap<string, BookedAmounts>

const NOTHING: Omit<BookedAmounts, 'currency'> = {
  invoiced: 0n,
  collected: 0n,
  owed: 0n,
  date: null,
}

/** Lists the amounts of all business events by name. */
export function readBookings(books: Books): Bookings {
  const bookings = new Map<string, BookedAmounts>()
  const currencyOf = (customer: number): string => books.customers[customer]!.currency
  for (const invoice of books.invoices.values()) {
    if (invoice.state === 'draft') continue
    const { key, total, paidBeforeImport, writtenOff, date } = invoice
    const base = { ...NOTHING, currency: currencyOf(invoice.customer) }
    bookings.set(`invoice ${key}`, { ...base, invoiced: total, owed: total, date })
    if (invoice.state === 'void') bookings.set(`voided ${key}`, { ...base, invoiced: -total, owed: -total })
    if (paidBeforeImport > 0n)
      bookings.set(`paid before ${key}`, {
        ...base,
        collected: paidBeforeImport,
        owed: -paidBeforeImport,
        date,
      })
    // Kept at zero, so that undoing a write-off counts as its change.
    bookings.set(`written off ${key}`, { ...base, owed: -writtenOff })
  }
  // A late fee is owed and not a sale.
  for (const fee of books.fees) {
    const currency = currencyOf(books.invoices.get(fee.invoice)!.customer)
    const amount = fee.amount - (fee.waived ?? 0n)
    bookings.set(`fee ${feeKey(fee)}`, { ...NOTHING, currency, owed: amount })
  }
  for (const application of books.applications.values()) {
    const currency = currencyOf(books.memos.get(application.memo)!.customer)
    const owed = application.active ? -application.amount : 0n
    bookings.set(`application ${application.key}`, { ...NOTHING, currency, owed })
  }
  for (const [name, booking] of readPaymentBookings(books)) bookings.set(name, booking)
  return bookings
}

/** Yields the amounts received and returned for each payment, without surcharges, which settle no invoice. */
function* readPaymentBookings(books: Books): Generator<[string, BookedAmounts]> {
  for (const payment of books.payments.values()) {
    if (payment.captured === 0n) continue
    const base = { ...NOTHING, currency: books.customers[payment.customer]!.currency }
    let [settled, reversed] = [0n, 0n]
    for (const share of payment.shares) {
      if (share.state !== 'applied' && share.state !== 'reversed') continue
      settled += share.amount
      reversed += share.reversed
    }
    const { key, amount, unapplied, receivedOn } = payment
    yield [`received ${key}`, { ...base, collected: amount, owed: -settled, date: receivedOn }]
    const back = amount - (settled - reversed) - unapplied
    yield [`returned ${key}`, { ...base, collected: -back, owed: reversed }]
  }
}

/** Adds the changes since `before` to the totals of their days. */
export function updateDailyTotals(books: Books, before: Bookings): void {
  for (const [name, booking] of readBookings(books)) {
    const past = before.get(name)
    const was = past ?? NOTHING
    const change = {
      invoiced: booking.invoiced - was.invoiced,
      collected: booking.collected - was.collected,
      owed: booking.owed - was.owed,
    }
    const { currency } = booking
    if (change.invoiced === 0n && change.collected === 0n && change.owed === 0n) continue
    const day = past ? today(books) : (booking.date ?? today(books))
    const key = `${day} ${currency}`
    const known = books.dailyTotals.get(key) ?? { day, currency, invoiced: 0n, collected: 0n, owed: 0n }
    books.dailyTotals.set(key, {
      ...known,
      invoiced: known.invoiced + change.invoiced,
      collected: known.collected + change.collected,
      owed: known.owed + change.owed,
    })
  }
}
