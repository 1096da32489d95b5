import type { Books, Payment } from '../model/books.ts'
import { customerFigures, memoRemaining, remaining, reserved } from '../model/figures.ts'
import { bearerOf } from '../model/late-charges.ts'
import type { Company } from '../world/company.ts'
import { last4Of } from '../world/wire.ts'
import { casesApart } from './cases.ts'
import type { Ledger } from './ledger.ts'

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
      request: refund.outside ? 'outside' : refund.key,
      status: refund.status,
      amount: `${refund.amount}`,
      surcharge: `${refund.surcharge}`,
      afterReturn: refund.failure === 'after_return',
      given: refund.given && !refund.outside && !byHand ? `${refund.amount}` : null,
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
  books.methods.map(({ customer, method, removedAt }, place) => ({
    id: company.methods[place]!,
    customer: company.customers[customer]!.id,
    last4: last4Of(method),
    removed: removedAt !== null,
  }))

const payments: Expected = (company, books) =>
  [...books.payments.values()].map((payment) => ({
    ...paymentFacts(idOf(company), payment),
    // I12: what the processor has in its books for it, no more and no less. A late charge is the attempt's there.
    charges: payment.lateOf === null ? chargesOf(bearerOf(books, payment)) : [],
  }))

const chargesOf = ({ charge }: Payment): object[] =>
  charge === null
    ? []
    : [{ status: charge.status, captured: `${charge.captured}`, refunded: `${charge.refunded}` }]

const tries: Expected = (company, books) =>
  books.tries.map((one) => ({
    id: one.id,
    state: one.state,
    amount: `${one.amount}`,
    next: one.nextAt === null ? null : `${one.nextAt}`,
    payment: one.joined ? idOf(company)(one.request) : null,
  }))

/** What has no name in the model is compared as a heap. */
function heapsApart(company: Company, books: Books, ledger: Ledger): string[] {
  const id = idOf(company)
  const consents = books.consents.map(({ customer, method, since, ended }) => ({
    customer: company.customers[customer]!.id,
    method: company.methods[method]!,
    since: `${since}`,
    ended: ended?.because ?? null,
  }))
  const seen = ledger.consents.map(({ payment, ...one }) => one)
  const notices = books.notices.map(({ invoice, total, at }) => ({
    invoice: id(invoice),
    total: `${total}`,
    at: `${at}`,
  }))
  return [...heapApart('agreement', seen, consents), ...heapApart('notice', ledger.notices, notices)]
}

function heapApart(what: string, rows: readonly object[], expected: readonly object[]): string[] {
  const left = expected.map((one) => JSON.stringify(one))
  const found: string[] = []
  for (const row of rows.map((one) => JSON.stringify(one))) {
    const place = left.indexOf(row)
    if (place < 0) found.push(`${what} should not be there: ${row}`)
    else left.splice(place, 1)
  }
  return [...found, ...left.map((one) => `${what} is not there: ${one}`)]
}

/** Every way in which the product's tables differ from the model, in words. */
export function compare(company: Company, books: Books, ledger: Ledger): string[] {
  const tables: readonly [string, readonly { id: string }[], Expected][] = [
    ['invoice', ledger.invoices, invoices],
    ['payment', ledger.payments, payments],
    ['refund', ledger.refunds, refunds],
    ['credit memo', ledger.memos, memos],
    ['application', ledger.applications, applications],
    ['stored method', ledger.methods, methods],
    ['automatic try', ledger.tries, tries],
  ]
  return [
    ...tables.flatMap(([what, rows, expected]) =>
      differences(what, rows as readonly Row[], expected(company, books)),
    ),
    ...customersApart(company, books, ledger),
    ...heapsApart(company, books, ledger),
    ...casesApart(books, ledger),
    ...ledger.strangers.map((one) => `I12: the processor charged ${one}, which is no payment`),
  ]
}

const paymentFacts = (id: (key: string) => string, payment: Payment): Row => ({
  id: id(payment.key),
  status: payment.status,
  asks: payment.asks,
  posted: payment.posted,
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
