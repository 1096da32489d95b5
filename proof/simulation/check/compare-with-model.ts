import type { Books, Payment } from '../model/books.ts'
import { customerFigures, memoRemaining, remaining, reserved, totalWithFees } from '../model/figures.ts'
import { feeKey } from '../model/late-fees.ts'
import { isLive } from '../model/plans/installments.ts'
import { findBookedPayment } from '../model/processor/late-charges.ts'
import type { Company } from '../world/company.ts'
import { getLast4 } from '../world/wire-format.ts'
import { compareCases } from './cases.ts'
import type { Ledger } from './read-ledger.ts'

type Row = Record<string, unknown> & { readonly id: string }
type ExpectRows = (company: Company, books: Books) => Row[]

const idOf =
  ({ ids }: Company) =>
  (key: string): string =>
    ids.get(key) ?? `no id for ${key}`

const invoices: ExpectRows = (company, books) =>
  [...books.invoices.values()].map((invoice) => ({
    id: idOf(company)(invoice.key),
    state: invoice.state,
    customer: company.customers[invoice.customer]!.id,
    total: `${totalWithFees(books, invoice)}`,
    tax: `${invoice.tax}`,
    due: invoice.due,
    revision: invoice.revision,
    remaining: `${remaining(books, invoice)}`,
    reserved: `${reserved(books, invoice)}`,
  }))

const plans: ExpectRows = (company, books) =>
  [...books.plans.values()].map((plan) => ({
    id: idOf(company)(plan.key),
    state: plan.state,
    live: isLive(plan) ? plan.invoices.length : 0,
  }))

const fees: ExpectRows = (company, books) =>
  books.fees.map((fee) => ({
    id: idOf(company)(feeKey(fee)),
    day: fee.day,
    bookedOn: fee.bookedOn,
    amount: `${fee.amount}`,
    waived: fee.waived === null ? null : `${fee.waived}`,
  }))

const refunds: ExpectRows = (company, books) =>
  [...books.refunds.values()].map((refund) => {
    const byHand = books.payments.get(refund.payment)!.method === 'manual'
    return {
      id: idOf(company)(refund.key),
      request: refund.outside ? 'outside' : refund.key,
      status: refund.status,
      amount: `${refund.amount}`,
      surcharge: `${refund.surcharge}`,
      afterReturn: refund.failure === 'after_return',
      given: refund.executed && !refund.outside && !byHand ? `${refund.amount}` : null,
    }
  })

const memos: ExpectRows = (company, books) =>
  [...books.memos.values()].map((memo) => ({
    id: idOf(company)(memo.key),
    state: memo.state,
    total: `${memo.total}`,
    remaining: `${memoRemaining(books, memo)}`,
  }))

const applications: ExpectRows = (company, books) =>
  [...books.applications.values()].map(({ key, requestFingerprint, amount, active }) => ({
    id: idOf(company)(key),
    request: requestFingerprint === '' ? null : key,
    amount: `${amount}`,
    active,
  }))

const methods: ExpectRows = (company, books) =>
  books.methods.map(({ customer, method, removedAt }, index) => ({
    id: company.methods[index]!,
    customer: company.customers[customer]!.id,
    last4: getLast4(method),
    removed: removedAt !== null,
  }))

const payments: ExpectRows = (company, books) =>
  [...books.payments.values()].map((payment) => ({
    ...paymentFacts(idOf(company), payment),
    // The processor has exactly one matching charge. It books a late charge under the abandoned attempt.
    charges: payment.lateOf === null ? chargesOf(findBookedPayment(books, payment)) : [],
  }))

const chargesOf = ({ charge }: Payment): object[] =>
  charge === null
    ? []
    : [{ status: charge.status, captured: `${charge.captured}`, refunded: `${charge.refunded}` }]

const attempts: ExpectRows = (company, books) =>
  books.attempts.map((one) => ({
    id: one.id,
    state: one.state,
    amount: `${one.amount}`,
    next: one.nextAt === null ? null : `${one.nextAt}`,
    payment: one.hasPayment ? idOf(company)(one.request) : null,
  }))

/** Compares consents and notices, which have no key in the model, without regard to order. */
function compareUnnamed(company: Company, books: Books, ledger: Ledger): string[] {
  const id = idOf(company)
  const consents = books.consents.map(({ customer, method, since, ended }) => ({
    customer: company.customers[customer]!.id,
    method: company.methods[method]!,
    since: `${since}`,
    ended: ended?.reason ?? null,
  }))
  const seen = ledger.consents.map(({ payment, ...one }) => one)
  const notices = books.notices.map(({ invoice, total, at }) => ({
    invoice: id(invoice),
    total: `${total}`,
    at: `${at}`,
  }))
  const statements = books.statements.map(({ customer, form, from, to, owed, closing }) => ({
    customer: company.customers[customer]!.id,
    form,
    from,
    to,
    owed: `${owed}`,
    closing: `${closing}`,
  }))
  const creditPlans = [...books.credit.plans.values()].map(({ request, customer, shares }) => ({
    request,
    customer: company.customers[customer]!.id,
    planned: `${sumOf(shares.map(({ planned }) => planned))}`,
    used: shares[0]!.used === null ? null : `${sumOf(shares.map(({ used }) => used ?? 0n))}`,
    shares: shares.map(({ invoice, planned, used }) => ({
      invoice: id(invoice),
      planned: `${planned}`,
      used: used === null ? null : `${used}`,
    })),
  }))
  return [
    ...compareUnordered('credit plan', ledger.creditPlans, creditPlans),
    ...compareUnordered('consent', seen, consents),
    ...compareUnordered('notice', ledger.notices, notices),
    ...compareUnordered('statement', ledger.statements, statements),
  ]
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)

function compareUnordered(label: string, rows: readonly object[], expected: readonly object[]): string[] {
  const missing = expected.map((one) => JSON.stringify(one))
  const found: string[] = []
  for (const row of rows.map((one) => JSON.stringify(one))) {
    const index = missing.indexOf(row)
    if (index < 0) found.push(`${label} should not be there: ${row}`)
    else missing.splice(index, 1)
  }
  return [...found, ...missing.map((one) => `${label} is not there: ${one}`)]
}

/** Describes every difference between the product's tables and the model. */
export function compareWithModel(company: Company, books: Books, ledger: Ledger): string[] {
  const tables: readonly [string, readonly { id: string }[], ExpectRows][] = [
    ['invoice', ledger.invoices, invoices],
    ['payment plan', ledger.plans, plans],
    ['late fee', ledger.fees, fees],
    ['payment', ledger.payments, payments],
    ['refund', ledger.refunds, refunds],
    ['credit memo', ledger.memos, memos],
    ['application', ledger.applications, applications],
    ['stored method', ledger.methods, methods],
    ['charge attempt', ledger.attempts, attempts],
  ]
  return [
    ...tables.flatMap(([label, rows, expected]) =>
      compareRows(label, rows as readonly Row[], expected(company, books)),
    ),
    ...compareCustomers(company, books, ledger),
    ...compareUnnamed(company, books, ledger),
    ...compareCases(books, ledger),
    ...ledger.unknownCharges.map((one) => `I12: the processor charged ${one}, which is no payment`),
  ]
}

const paymentFacts = (id: (key: string) => string, payment: Payment): Row => ({
  id: id(payment.key),
  status: payment.status,
  isChallenged: payment.isChallenged,
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

function compareRows(label: string, rows: readonly Row[], expected: readonly Row[]): string[] {
  const found: string[] = []
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const should of expected) {
    const is = byId.get(should.id)
    byId.delete(should.id)
    if (!is) {
      found.push(`${label} ${should.id} is not there: ${JSON.stringify(should)}`)
      continue
    }
    for (const [name, value] of Object.entries(should)) {
      const [actual, wanted] = [JSON.stringify(is[name]), JSON.stringify(value)]
      if (actual !== wanted) found.push(`${label} ${should.id}: ${name} is ${actual}, should be ${wanted}`)
    }
  }
  for (const row of byId.values())
    found.push(`${label} ${row.id} should not be there: ${JSON.stringify(row)}`)
  return found
}

function compareCustomers({ customers }: Company, books: Books, ledger: Ledger): string[] {
  return customers.flatMap(({ id }, index) => {
    const is = ledger.customers.find((one) => one.id === id) ?? { owed: '0', paid: '0', unapplied: '0' }
    const should = customerFigures(books, index)
    return (['owed', 'paid', 'unapplied'] as const)
      .filter((name) => is[name] !== `${should[name]}`)
      .map((name) => `customer ${index}: ${name} is ${is[name]}, should be ${should[name]}`)
  })
}
