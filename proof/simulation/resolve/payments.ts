import type {
  AmountSpec,
  Command,
  PayCommand,
  RecordCommand,
  RefundCommand,
  UseCommand,
} from '../commands.ts'
import type { Books, Invoice, Payment } from '../model/books.ts'
import {
  leftOver,
  losesReply,
  payable,
  refundable,
  remaining,
  share,
  smaller,
  today,
} from '../model/figures.ts'
import { currencyOf } from '../model/invoices.ts'
import type {
  OrderOperation,
  PayOperation,
  RecordOperation,
  RefundOperation,
  UseOperation,
} from '../model/operations.ts'
import { held, payerOf } from '../model/payments.ts'
import { isSurcharged } from '../model/processor.ts'
import { all, amountOf, choose, newRequest, pick, type Requests, type Resolved } from './choosing.ts'

export function payOf(books: Books, requests: Requests, command: PayCommand): PayOperation | null {
  const invoice = choose(all(books.invoices), (one) => payable(books, one) > 0n, command.invoice)
  if (!invoice) return null
  const stored = command.method === 'stored' ? storedOf(books, invoice, command.invoice) : null
  const method = stored === null ? nameOf(command) : books.methods[stored]!.method
  const ppm = isSurcharged(method) ? books.surchargePpm : 0n
  const currency = currencyOf(books, invoice)
  const by = command.by === 'link' && isOwed(books, invoice) ? 'link' : 'portal'
  const sibling = command.by === 'sibling' ? 1 : 0
  const customer = (invoice.customer + sibling) % books.customers.length
  const own = held(books, invoice, payerOf(books, invoice, { by, customer }))
  const amount = amountOf(payable(books, invoice) + own, command.amount, (part) =>
    losesReply(part + share(part, ppm), currency),
  )
  const isHeldBack = own === 0n && stored === null && method !== 'order' && command.trouble === null
  const heldBack = (isHeldBack && command.heldBack) || null
  const operation: PayOperation = {
    op: 'pay',
    request: newRequest(requests),
    invoice: invoice.key,
    by,
    customer,
    method,
    stored,
    amount,
    store: command.store && stored === null && method !== 'order',
    agree: (command.agree ?? false) && method !== 'order',
    heldBack,
    // Letting go of an attempt before is a call of its own, in which nothing goes wrong here.
    trouble: own > 0n ? null : heldBack ? 'timeoutBefore' : command.trouble,
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

type Wishes = RecordCommand['shares']

/** Invoices of a customer and what is meant for them, each once. */
function namedOf(books: Books, customer: number, wishes: Wishes): { invoice: string; amount: bigint }[] {
  const own = all(books.invoices).filter((one) => one.customer === customer)
  const named = new Map<string, bigint>()
  for (const wish of wishes ?? []) {
    const invoice = choose(own, (one) => payable(books, one) > 0n, wish.invoice)
    if (!invoice) continue
    const amount = amountOf(payable(books, invoice), wish.amount, () => false)
    named.set(invoice.key, amount)
  }
  return [...named].map(([invoice, amount]) => ({ invoice, amount }))
}

/** Of a payment that left something over, mostly; with shares that it can pay for, mostly. */
export function creditUseOf(books: Books, requests: Requests, command: UseCommand): UseOperation | null {
  const payment = choose(all(books.payments), (one) => leftOver(books, one) > 0n, command.payment)
  if (!payment) return null
  const named = namedOf(books, payment.customer, command.shares)
  const fitting = named.map(({ invoice, amount }) => ({
    invoice,
    amount: command.payment % 5 === 0 ? amount : smaller(amount, leftOver(books, payment)),
  }))
  const shares = fitting.length > 0 ? fitting : null
  const request = newRequest(requests)
  const operation: UseOperation = {
    op: 'useCredit',
    request,
    payment: payment.key,
    shares,
    crash: command.crash,
  }
  requests.uses.push(operation)
  return operation
}

export function recordOf(books: Books, requests: Requests, command: RecordCommand): RecordOperation {
  const customer = command.customer % books.customers.length
  const named = namedOf(books, customer, command.shares)
  const shares = command.shares && named
  const settled = named.reduce((sum, one) => sum + one.amount, 0n)
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

/** Of one that is confirmed and not marked yet, mostly. */
export function postOf(
  books: Books,
  { payment: number, crash }: Extract<Command, { kind: 'post' }>,
): Resolved {
  const isNew = (one: Payment) => one.status === 'confirmed' && !one.posted
  const payment = choose(all(books.payments), isNew, number)
  return payment ? { op: 'post', payment: payment.key, crash } : null
}

/** A deed on one payment by a processor; null for every other command. */
export function resolveMove(books: Books, command: Command): Resolved {
  if (!Object.hasOwn(PAYMENT_KINDS, command.kind)) return null
  const wanted = command as Extract<Command, { kind: keyof typeof PAYMENT_KINDS }>
  const charged = all(books.payments).filter((one) => one.method !== 'manual')
  const payment = choose(charged, PAYMENT_KINDS[wanted.kind], wanted.payment)
  if (!payment) return null
  const { trouble } = wanted
  // All of a late charge may be credit, which is of no invoice on whose page one could answer.
  if (wanted.kind === 'answer' && payment.shares.length === 0) return null
  if (wanted.kind === 'answer')
    return { op: 'answer', payment: payment.key, approve: wanted.approve, trouble }
  if (wanted.kind === 'capture') return { op: 'capture', payment: payment.key, trouble }
  return { op: 'voidPayment', payment: payment.key, trouble }
}

const newOrder = ({ payment, trouble }: Extract<Command, { kind: 'order' }>): PayCommand => ({
  kind: 'pay',
  invoice: payment,
  by: 'portal',
  method: 'order',
  amount: { of: payment % 2 === 0 ? 'part' : 'all', permille: 1 + (payment % 999) },
  store: false,
  trouble,
})

/** What is done next with an order that still waits for its payer, mostly; where there is none, one is made. */
export function orderOf(
  books: Books,
  requests: Requests,
  command: Extract<Command, { kind: 'order' }>,
): OrderOperation | PayOperation | null {
  const { trouble } = command
  const known = all(books.payments).filter((one) => one.method === 'order' && one.ref !== null)
  const order = choose(known, (one) => one.status === 'input', command.payment)
  if (!order) return payOf(books, requests, newOrder(command))
  const deed = command.action === 'approve' && order.charge?.approved ? 'take' : command.action
  const request = newRequest(requests)
  const isThere = deed === 'approve' || deed === 'refuse'
  return { op: 'order', request, payment: order.key, deed, trouble: isThere ? null : trouble }
}

export function refundOf(
  books: Books,
  requests: Requests,
  number: number,
  wish: AmountSpec,
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
