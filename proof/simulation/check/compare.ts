import type { Books, MethodName, Payment } from '../model/books.ts'
import { customerFigures, memoRemaining, remaining, reserved } from '../model/figures.ts'
import { observe } from '../model/payment-moves.ts'
import { observeRefund } from '../model/refunds.ts'
import type { Company } from '../world/company.ts'
import { last4Of } from '../world/wire.ts'
import type { Ledger } from './ledger.ts'

/** Learns by what ids the product calls what is new, and what it found out by itself about doubtful payments. */
export function learn(company: Company, books: Books, ledger: Ledger): void {
  const { ids } = company
  const known = new Set(ids.values())
  bind(ids, known, [...books.invoices.keys()], ledger.invoices)
  bind(ids, known, [...books.memos.keys()], ledger.memos)
  for (const { request, id } of [...ledger.payments, ...ledger.refunds, ...ledger.applications])
    ids.set(request, id)
  for (const invoice of books.invoices.values()) invoice.id = ids.get(invoice.key) ?? ''
  const refunds = (afterReturn: boolean): void => {
    for (const seen of ledger.refunds) {
      const refund = books.refunds.get(seen.request)
      if (refund && seen.afterReturn === afterReturn) observeRefund(books, refund, seen.status)
    }
  }
  refunds(false)
  for (const seen of ledger.payments) {
    const payment = books.payments.get(seen.request)
    if (payment) observe(books, payment, seen)
  }
  refunds(true)
  for (const [place, { customer, method }] of books.methods.entries())
    company.methods[place] ??= methodOf(company, ledger, customer, method) ?? `nothing for method ${place}`
}

const methodOf = (
  company: Company,
  ledger: Ledger,
  customer: number,
  method: MethodName,
): string | undefined =>
  ledger.methods.find(
    (row) =>
      row.customer === company.customers[customer]!.id &&
      row.last4 === last4Of(method) &&
      !company.methods.includes(row.id),
  )?.id

/** What has no name yet is named after what nobody knows yet. */
function bind(
  ids: Map<string, string>,
  known: ReadonlySet<string>,
  keys: readonly string[],
  rows: readonly { id: string }[],
): void {
  const fresh = rows.filter((row) => !known.has(row.id)).map((row) => row.id)
  for (const key of keys) {
    const id = ids.has(key) ? undefined : fresh.shift()
    if (id !== undefined) ids.set(key, id)
  }
}

type Facts = Record<string, unknown>

type Row = Facts & { readonly id: string }
type Expected = (company: Company, books: Books) => Row[]

const idOf =
  ({ ids }: Company) =>
  (key: string): string =>
    ids.get(key) ?? `nothing for ${key}`

const invoices: Expected = (company, books) =>
  [...books.invoices.values()].map((invoice) => ({
    id: idOf(company)(invoice.key),
    state: invoice.state,
    customer: company.customers[invoice.customer]!.id,
    total: `${invoice.total}`,
    tax: `${invoice.tax}`,
    due: invoice.due,
    revision: invoice.revision,
    remaining: `${remaining(books, invoice)}`,
    reserved: `${reserved(books, invoice)}`,
  }))

const refunds: Expected = (company, books) =>
  [...books.refunds.values()].map((refund) => {
    const byHand = books.payments.get(refund.payment)!.method === 'manual'
    return {
      id: idOf(company)(refund.key),
      request: refund.key,
      status: refund.status,
      amount: `${refund.amount}`,
      surcharge: `${refund.surcharge}`,
      afterReturn: refund.failure === 'after_return',
      given: refund.given && !byHand ? `${refund.amount}` : null,
    }
  })

const memos: Expected = (company, books) =>
  [...books.memos.values()].map((memo) => ({
    id: idOf(company)(memo.key),
    state: memo.state,
    total: `${memo.total}`,
    remaining: `${memoRemaining(books, memo)}`,
  }))

const applications: Expected = (company, books) =>
  [...books.applications.values()].map(({ key, amount, standing }) => ({
    id: idOf(company)(key),
    request: key,
    amount: `${amount}`,
    standing,
  }))

const methods: Expected = (company, books) =>
  books.methods.map(({ customer, method, removed }, place) => ({
    id: company.methods[place]!,
    customer: company.customers[customer]!.id,
    last4: last4Of(method),
    removed,
  }))

const payments: Expected = (company, books) =>
  [...books.payments.values()].map((payment) => paymentFacts(idOf(company), payment))

/** Every way in which the product's tables differ from the model, in words. */
export function compare(company: Company, books: Books, ledger: Ledger): string[] {
  const tables: readonly [string, readonly { id: string }[], Expected][] = [
    ['invoice', ledger.invoices, invoices],
    ['payment', ledger.payments, payments],
    ['refund', ledger.refunds, refunds],
    ['credit memo', ledger.memos, memos],
    ['application', ledger.applications, applications],
    ['stored method', ledger.methods, methods],
  ]
  return [
    ...tables.flatMap(([what, rows, expected]) =>
      differences(what, rows as readonly Row[], expected(company, books)),
    ),
    ...customersApart(company, books, ledger),
    ...ledger.strangers.map((one) => `I12: the processor charged ${one}, which is no payment`),
  ]
}

const paymentFacts = (id: (key: string) => string, payment: Payment): Row => ({
  id: id(payment.key),
  request: payment.key,
  status: payment.status,
  asks: payment.asks,
  amount: `${payment.amount}`,
  surcharge: `${payment.surcharge}`,
  captured: `${payment.captured}`,
  refunded: `${payment.refunded}`,
  surchargeRefunded: `${payment.surchargeRefunded}`,
  unapplied: `${payment.unapplied}`,
  failure: payment.failure,
  shares: payment.shares.map((share) => ({
    invoice: id(share.invoice),
    amount: `${share.amount}`,
    reversed: `${share.reversed}`,
    state: share.state,
  })),
  // I12: what the processor has in its books for it, no more and no less.
  charges: payment.charge
    ? [
        {
          status: payment.charge.status,
          captured: `${payment.charge.captured}`,
          refunded: `${payment.charge.refunded}`,
        },
      ]
    : [],
})

function differences(what: string, rows: readonly Row[], expected: readonly Row[]): string[] {
  const found: string[] = []
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const should of expected) {
    const is = byId.get(should.id)
    byId.delete(should.id)
    if (!is) {
      found.push(`${what} ${should.id} is not there: ${JSON.stringify(should)}`)
      continue
    }
    for (const [name, value] of Object.entries(should)) {
      const [said, meant] = [JSON.stringify(is[name]), JSON.stringify(value)]
      if (said !== meant) found.push(`${what} ${should.id}: ${name} is ${said}, should be ${meant}`)
    }
  }
  for (const row of byId.values()) found.push(`${what} ${row.id} should not be there: ${JSON.stringify(row)}`)
  return found
}

function customersApart({ customers }: Company, books: Books, ledger: Ledger): string[] {
  return customers.flatMap(({ id }, index) => {
    const is = ledger.customers.find((one) => one.id === id) ?? { owed: '0', paid: '0', unapplied: '0' }
    const should = customerFigures(books, index)
    return (['owed', 'paid', 'unapplied'] as const)
      .filter((name) => is[name] !== `${should[name]}`)
      .map((name) => `customer ${index}: ${name} is ${is[name]}, should be ${should[name]}`)
  })
}
