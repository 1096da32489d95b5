import type { PayAllCommand, SingleCrash } from '../commands.ts'
import type { Books, Invoice } from '../model/books.ts'
import { creditOf, type SeenInvoice } from '../model/credit/credit-first.ts'
import { losesResponse, min, multiplyPpm, payable } from '../model/figures.ts'
import type { PayOperation, PayWithCreditOperation } from '../model/operations.ts'
import { findChallengedAttempts, payerKey, reservedByChallenges } from '../model/payments.ts'
import { isSurcharged } from '../model/processor/processor.ts'
import { choose, newRequest, pick, type Requests, resolveAmount } from './selection.ts'

/** Invoices of one customer as the payer sees them. */
interface Seen {
  readonly customer: number
  readonly invoices: readonly SeenInvoice[]
  readonly total: bigint
  /** Credit that can be used first. */
  readonly credit: bigint
  /** Attempts of the same payer wait for their answer, and this one cancels them. */
  readonly cancelsOthers: boolean
}

/** Chooses invoices of one customer. Credit that pays all of them leaves nothing to charge. */
export function resolvePayAll(
  books: Books,
  requests: Requests,
  command: PayAllCommand,
): PayOperation | PayWithCreditOperation | null {
  const seen = readSeen(books, command)
  if (seen.invoices.length === 0) return null
  const stale = command.stale ? 1n : 0n
  const lines = seen.invoices.map(({ invoice, shown }, at) => ({
    invoice: invoice.key,
    shown: at === 0 ? shown + stale : shown,
  }))
  if (command.credit === 'seen' && seen.credit === seen.total)
    return resolvePayWithCredit(requests, command, seen, lines)
  const other = command.credit === 'other' ? 1n : 0n
  const credit = command.credit && seen.credit > 0n ? seen.credit - other : 0n
  return resolvePayment(books, requests, command, seen, lines, credit)
}

/** Usually a customer with credit, when it is to be used. */
function chooseCustomer(books: Books, { customer: number, credit }: PayAllCommand): number {
  const all = [...books.customers.keys()]
  const wanted = (customer: number) =>
    creditOf(books, customer) > 0n &&
    [...books.invoices.values()].some((one) => one.customer === customer && payable(books, one) > 0n)
  return (credit ? choose(all, wanted, number) : undefined) ?? number % all.length
}

function readSeen(books: Books, command: PayAllCommand): Seen {
  const customer = chooseCustomer(books, command)
  const payerOf = (invoice: Invoice): string => payerKey(books, invoice, { by: 'portal', customer })
  const invoices = [...books.invoices.values()]
    .filter((invoice) => invoice.customer === customer)
    .map((invoice) => {
      const held = reservedByChallenges(books, invoice, payerOf(invoice))
      return { invoice, shown: payable(books, invoice) + held }
    })
    .filter(({ shown }) => shown > 0n)
    .slice(0, 2 + (command.most % 4))
  const total = invoices.reduce((sum, { shown }) => sum + shown, 0n)
  const own = invoices.flatMap(({ invoice }) => findChallengedAttempts(books, invoice, payerOf(invoice)))
  const credit = min(creditOf(books, customer, own), total)
  return { customer, invoices, total, credit, cancelsOthers: own.length > 0 }
}

const crashOf = ({ trouble }: PayAllCommand): SingleCrash =>
  trouble === 'before' || trouble === 'settled' ? trouble : null

function resolvePayWithCredit(
  requests: Requests,
  command: PayAllCommand,
  { customer, total, cancelsOthers }: Seen,
  lines: PayWithCreditOperation['lines'],
): PayWithCreditOperation {
  const operation: PayWithCreditOperation = {
    op: 'payWithCredit',
    request: newRequest(requests),
    customer,
    lines,
    credit: total,
    crash: cancelsOthers ? null : crashOf(command),
  }
  requests.credits.push(operation)
  return operation
}

function resolvePayment(
  books: Books,
  requests: Requests,
  command: PayAllCommand,
  { customer, total, cancelsOthers }: Seen,
  lines: NonNullable<PayOperation['lines']>,
  credit: bigint,
): PayOperation {
  const own = [...books.methods.keys()].filter((index) => books.methods[index]!.customer === customer)
  const storedMethod = command.method === 'stored' ? (pick(own, command.customer) ?? null) : null
  const named = command.method === 'stored' || command.method === 'order' ? 'good' : command.method
  const method = storedMethod === null ? named : books.methods[storedMethod]!.method
  const { currency } = books.customers[customer]!
  const ppm = isSurcharged(method) ? books.surchargePpm : 0n
  const operation: PayOperation = {
    op: 'pay',
    request: newRequest(requests),
    invoice: lines[0]!.invoice,
    by: 'portal',
    customer,
    method,
    storedMethod,
    amount: resolveAmount(total - credit, command.amount, (part) =>
      losesResponse(part + multiplyPpm(part, ppm), currency),
    ),
    lines,
    ...(credit > 0n && { credit }),
    store: command.store && storedMethod === null,
    agree: false,
    // Canceling an earlier attempt is a call of its own, into which no fault is injected.
    trouble: cancelsOthers ? null : command.trouble,
  }
  requests.pays.push(operation)
  return operation
}
