import { DAY_MS } from '../../../domain/dates/durations.ts'
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
  losesResponse,
  min,
  multiplyPpm,
  payable,
  refundable,
  remaining,
  today,
  usableCredit,
} from '../model/figures.ts'
import { currencyOf } from '../model/invoices.ts'
import type {
  OrderOperation,
  PayOperation,
  RecordOperation,
  RefundOperation,
  UseCreditOperation,
} from '../model/operations.ts'
import { payerKey, reservedByChallenges } from '../model/payments.ts'
import { isSurcharged } from '../model/processor/processor.ts'
import {
  choose,
  newRequest,
  pick,
  type Requests,
  type Resolved,
  resolveAmount,
  valuesOf,
} from './selection.ts'

export function resolvePay(books: Books, requests: Requests, command: PayCommand): PayOperation | null {
  const invoice = choose(valuesOf(books.invoices), (one) => payable(books, one) > 0n, command.invoice)
  if (!invoice) return null
  const storedMethod =
    command.method === 'stored' ? chooseStoredMethod(books, invoice, command.invoice) : null
  const method = storedMethod === null ? methodNameOf(command) : books.methods[storedMethod]!.method
  const ppm = isSurcharged(method) ? books.surchargePpm : 0n
  const currency = currencyOf(books, invoice)
  const by = command.by === 'link' && isOwed(books, invoice) ? 'link' : 'portal'
  const sibling = command.by === 'sibling' ? 1 : 0
  const customer = (invoice.customer + sibling) % books.customers.length
  const reusable = reservedByChallenges(books, invoice, payerKey(books, invoice, { by, customer }))
  const amount = resolveAmount(payable(books, invoice) + reusable, command.amount, (part) =>
    losesResponse(part + multiplyPpm(part, ppm), currency),
  )
  const canBeDelayed =
    reusable === 0n && storedMethod === null && method !== 'order' && command.trouble === null
  const delayedCharge = (canBeDelayed && command.delayedCharge) || null
  const operation: PayOperation = {
    op: 'pay',
    request: newRequest(requests),
    invoice: invoice.key,
    by,
    customer,
    method,
    storedMethod,
    amount,
    store: command.store && storedMethod === null && method !== 'order',
    agree: (command.agree ?? false) && method !== 'order',
    delayedCharge,
    // Canceling the earlier attempt is a call of its own, into which no fault is injected.
    trouble: reusable > 0n ? null : delayedCharge ? 'timeoutBefore' : command.trouble,
  }
  requests.pays.push(operation)
  return operation
}

/** Links of closed invoices and of invoices paid long ago don't open. Another test covers that. */
const isOwed = (books: Books, invoice: Invoice): boolean =>
  invoice.state === 'open' && remaining(books, invoice) > 0n

const LINK_GRACE_MS = 29 * DAY_MS

/** Whether the link used for the request may still open. */
export function canLinkBeOpen(books: Books, { by, invoice, request }: PayOperation): boolean {
  const paid = books.invoices.get(invoice)!
  if (by === 'portal' || isOwed(books, paid)) return true
  const since = books.payments.get(request)?.createdAt ?? Number.NEGATIVE_INFINITY
  return paid.state === 'open' && books.now - since < LINK_GRACE_MS
}

const methodNameOf = (command: PayCommand) => (command.method === 'stored' ? 'good' : command.method)

function chooseStoredMethod(books: Books, invoice: Invoice, number: number): number | null {
  const own = books.methods
    .map((one, index) => ({ one, index }))
    .filter(({ one }) => one.customer === invoice.customer)
  return pick(own, number)?.index ?? null
}

type ShareSpecs = RecordCommand['shares']

/** Resolves shares to invoices of the customer, each once. */
function resolveShares(
  books: Books,
  customer: number,
  specs: ShareSpecs,
): { invoice: string; amount: bigint }[] {
  const own = valuesOf(books.invoices).filter((one) => one.customer === customer)
  const named = new Map<string, bigint>()
  for (const spec of specs ?? []) {
    const invoice = choose(own, (one) => payable(books, one) > 0n, spec.invoice)
    if (!invoice) continue
    const amount = resolveAmount(payable(books, invoice), spec.amount, () => false)
    named.set(invoice.key, amount)
  }
  return [...named].map(([invoice, amount]) => ({ invoice, amount }))
}

/** Usually chooses a payment with credit, and shares within it. */
export function resolveCreditUse(
  books: Books,
  requests: Requests,
  command: UseCommand,
): UseCreditOperation | null {
  const payment = choose(valuesOf(books.payments), (one) => usableCredit(books, one) > 0n, command.payment)
  if (!payment) return null
  const named = resolveShares(books, payment.customer, command.shares)
  const fitting = named.map(({ invoice, amount }) => ({
    invoice,
    amount: command.payment % 5 === 0 ? amount : min(amount, usableCredit(books, payment)),
  }))
  const shares = fitting.length > 0 ? fitting : null
  const request = newRequest(requests)
  const operation: UseCreditOperation = {
    op: 'useCredit',
    request,
    payment: payment.key,
    shares,
    crash: command.crash,
  }
  requests.uses.push(operation)
  return operation
}

export function resolveRecord(books: Books, requests: Requests, command: RecordCommand): RecordOperation {
  const customer = command.customer % books.customers.length
  const named = resolveShares(books, customer, command.shares)
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

/** Usually chooses a confirmed payment that is not marked yet. */
export function resolvePost(
  books: Books,
  { payment: number, crash }: Extract<Command, { kind: 'post' }>,
): Resolved {
  const isNew = (one: Payment) => one.status === 'confirmed' && !one.posted
  const payment = choose(valuesOf(books.payments), isNew, number)
  return payment ? { op: 'post', payment: payment.key, crash } : null
}

/** Resolves an action on a payment at the processor; null for every other command. */
export function resolvePaymentAction(books: Books, command: Command): Resolved {
  if (!Object.hasOwn(PAYMENT_KINDS, command.kind)) return null
  const wanted = command as Extract<Command, { kind: keyof typeof PAYMENT_KINDS }>
  const charged = valuesOf(books.payments).filter((one) => one.method !== 'manual')
  const payment = choose(charged, PAYMENT_KINDS[wanted.kind], wanted.payment)
  if (!payment) return null
  const { trouble } = wanted
  // A late charge may be all credit. Then there is no invoice on whose page the payer could answer.
  if (wanted.kind === 'answer' && payment.shares.length === 0) return null
  if (wanted.kind === 'answer')
    return { op: 'answer', payment: payment.key, approve: wanted.approve, trouble }
  if (wanted.kind === 'capture') return { op: 'capture', payment: payment.key, trouble }
  return { op: 'voidPayment', payment: payment.key, trouble }
}

const payByOrder = ({ payment, trouble }: Extract<Command, { kind: 'order' }>): PayCommand => ({
  kind: 'pay',
  invoice: payment,
  by: 'portal',
  method: 'order',
  amount: { of: payment % 2 === 0 ? 'part' : 'all', permille: 1 + (payment % 999) },
  store: false,
  trouble,
})

/** Usually acts on an order that waits for its payer. Creates an order when there is none. */
export function resolveOrder(
  books: Books,
  requests: Requests,
  command: Extract<Command, { kind: 'order' }>,
): OrderOperation | PayOperation | null {
  const { trouble } = command
  const known = valuesOf(books.payments).filter((one) => one.method === 'order' && one.ref !== null)
  const order = choose(known, (one) => one.status === 'input', command.payment)
  if (!order) return resolvePay(books, requests, payByOrder(command))
  const action = command.action === 'approve' && order.charge?.approved ? 'take' : command.action
  const request = newRequest(requests)
  const isOnProcessorPage = action === 'approve' || action === 'refuse'
  return { op: 'order', request, payment: order.key, action, trouble: isOnProcessorPage ? null : trouble }
}

export function resolveRefund(
  books: Books,
  requests: Requests,
  number: number,
  spec: AmountSpec,
  trouble: RefundOperation['trouble'],
): RefundOperation | null {
  const payment = choose(valuesOf(books.payments), (one) => refundable(books, one) > 0n, number)
  if (!payment) return null
  const { currency } = books.customers[payment.customer]!
  const amount = resolveAmount(refundable(books, payment), spec, (part) => losesResponse(part, currency))
  // A refund of a manual payment calls no processor, so only a crash before the commit applies.
  const effectiveTrouble = payment.method === 'manual' && trouble !== 'before' ? null : trouble
  const operation: RefundOperation = {
    op: 'refund',
    request: newRequest(requests),
    payment: payment.key,
    amount,
    trouble: effectiveTrouble,
  }
  requests.refunds.push(operation)
  return operation
}

/**
 * Requests a refund while another one is pending, as if that one did not exist. Without a pending one, makes
 * a refund whose response is lost, for a later command to meet.
 */
export function resolveSecondRefund(
  books: Books,
  requests: Requests,
  { payment: number, amount: spec, trouble }: RefundCommand,
): RefundOperation | null {
  const open = new Set(
    valuesOf(books.refunds).flatMap((one) => (one.status === 'waiting' ? [one.payment] : [])),
  )
  const payment = pick(
    valuesOf(books.payments).filter((one) => one.status === 'confirmed' && open.has(one.key)),
    number,
  )
  if (!payment) return resolveRefund(books, requests, number, spec, trouble ?? 'called')
  const amount = resolveAmount(payment.captured - payment.refunded, spec, () => false)
  const request = newRequest(requests)
  const operation: RefundOperation = { op: 'refund', request, payment: payment.key, amount, trouble }
  requests.refunds.push(operation)
  return operation
}
