import type { AmountWish, Command, PayCommand, RecordCommand, RefundCommand } from '../commands.ts'
import type { Books, Invoice, Payment } from '../model/books.ts'
import { losesReply, payable, refundable, remaining, share, today } from '../model/figures.ts'
import { currencyOf } from '../model/invoices.ts'
import type { PayOperation, RecordOperation, RefundOperation } from '../model/operations.ts'
import { held, payerOf } from '../model/payments.ts'
import { isECheck } from '../model/processor.ts'
import { all, amountOf, choose, newRequest, pick, type Requests, type Resolved } from './choosing.ts'

export function payOf(books: Books, requests: Requests, command: PayCommand): PayOperation | null {
  const invoice = choose(all(books.invoices), (one) => payable(books, one) > 0n, command.invoice)
  if (!invoice) return null
  const stored = command.method === 'stored' ? storedOf(books, invoice, command.invoice) : null
  const method = stored === null ? nameOf(command) : books.methods[stored]!.method
  const ppm = isECheck(method) ? 0n : books.surchargePpm
  const currency = currencyOf(books, invoice)
  const by = command.by === 'link' && isOwed(books, invoice) ? 'link' : 'portal'
  const sibling = command.by === 'sibling' ? 1 : 0
  const customer = (invoice.customer + sibling) % books.customers.length
  const own = held(books, invoice, payerOf(invoice, { by, customer }))
  const amount = amountOf(payable(books, invoice) + own, command.amount, (part) =>
    losesReply(part + share(part, ppm), currency),
  )
  const operation: PayOperation = {
    op: 'pay',
    request: newRequest(requests),
    invoice: invoice.key,
    by,
    customer,
    method,
    stored,
    amount,
    store: command.store && stored === null,
    // Letting go of an attempt before is a call of its own, in which nothing goes wrong here.
    trouble: own > 0n ? null : command.trouble,
  }
  requests.pays.push(operation)
  return operation
}

/** The links of an invoice that is closed, or was paid long ago, open nothing; that they don't is another test's business. */
const isOwed = (books: Books, invoice: Invoice): boolean =>
  invoice.state === 'open' && remaining(books, invoice) > 0n

const LINKS_OUTLIVE_MS = 29 * 86_400_000

/** May the link still be open by which this was asked? */
export function opensStill(books: Books, { by, invoice, request }: PayOperation): boolean {
  const paid = books.invoices.get(invoice)!
  if (by === 'portal' || isOwed(books, paid)) return true
  const since = books.payments.get(request)?.createdAt ?? Number.NEGATIVE_INFINITY
  return paid.state === 'open' && books.now - since < LINKS_OUTLIVE_MS
}

const nameOf = (command: PayCommand) => (command.method === 'stored' ? 'good' : command.method)

function storedOf(books: Books, invoice: Invoice, number: number): number | null {
  const own = books.methods
    .map((one, place) => ({ one, place }))
    .filter(({ one }) => one.customer === invoice.customer)
  return pick(own, number)?.place ?? null
}

export function recordOf(books: Books, requests: Requests, command: RecordCommand): RecordOperation {
  const customer = command.customer % books.customers.length
  const own = all(books.invoices).filter((one) => one.customer === customer)
  const named = new Map<string, bigint>()
  for (const wish of command.shares ?? []) {
    const invoice = choose(own, (one) => payable(books, one) > 0n, wish.invoice)
    if (invoice)
      named.set(
        invoice.key,
        amountOf(payable(books, invoice), wish.amount, () => false),
      )
  }
  const shares = command.shares && [...named].map(([invoice, amount]) => ({ invoice, amount }))
  const settled = [...named.values()].reduce((sum, amount) => sum + amount, 0n)
  const operation: RecordOperation = {
    op: 'record',
    request: newRequest(requests),
    date: today(books),
    customer,
    total: settled + BigInt(command.rest),
    shares,
    crash: command.crash,
  }
  requests.records.push(operation)
  return operation
}

const PAYMENT_KINDS = {
  answer: (one: Payment) => one.status === 'input',
  capture: (one: Payment) => one.status === 'preauth',
  voidPayment: (one: Payment) => one.status === 'preauth' || one.status === 'input' || one.status === 'error',
} as const

/** A deed on one payment by a processor; null for every other command. */
export function resolveMove(books: Books, command: Command): Resolved {
  if (!Object.hasOwn(PAYMENT_KINDS, command.kind)) return null
  const wanted = command as Extract<Command, { kind: keyof typeof PAYMENT_KINDS }>
  const charged = all(books.payments).filter((one) => one.method !== 'manual')
  const payment = choose(charged, PAYMENT_KINDS[wanted.kind], wanted.payment)
  if (!payment) return null
  const { trouble } = wanted
  if (wanted.kind === 'answer')
    return { op: 'answer', payment: payment.key, approve: wanted.approve, trouble }
  return { op: wanted.kind, payment: payment.key, trouble }
}

export function refundOf(
  books: Books,
  requests: Requests,
  number: number,
  wish: AmountWish,
  trouble: RefundOperation['trouble'],
): RefundOperation | null {
  const payment = choose(all(books.payments), (one) => refundable(books, one) > 0n, number)
  if (!payment) return null
  const { currency } = books.customers[payment.customer]!
  const amount = amountOf(refundable(books, payment), wish, (part) => losesReply(part, currency))
  // Money that came by hand goes back by hand: there is no call in which anything could go wrong.
  const harm = payment.method === 'manual' && trouble !== 'before' ? null : trouble
  const operation: RefundOperation = {
    op: 'refund',
    request: newRequest(requests),
    payment: payment.key,
    amount,
    trouble: harm,
  }
  requests.refunds.push(operation)
  return operation
}

/**
 * Another refund while the outcome of one is open, of what there would be without that one. Where none is open, one is
 * asked for of which nobody hears, so that the next may come upon it.
 */
export function refundAgainOf(
  books: Books,
  requests: Requests,
  { payment: number, amount: wish, trouble }: RefundCommand,
): RefundOperation | null {
  const open = new Set(all(books.refunds).flatMap((one) => (one.status === 'waiting' ? [one.payment] : [])))
  const payment = pick(
    all(books.payments).filter((one) => one.status === 'confirmed' && open.has(one.key)),
    number,
  )
  if (!payment) return refundOf(books, requests, number, wish, trouble ?? 'called')
  const amount = amountOf(payment.captured - payment.refunded, wish, () => false)
  const request = newRequest(requests)
  const operation: RefundOperation = { op: 'refund', request, payment: payment.key, amount, trouble }
  requests.refunds.push(operation)
  return operation
}
