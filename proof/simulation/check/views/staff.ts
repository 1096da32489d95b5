import { contract } from '../../../../contract/index.ts'
import type { Books, Invoice, Memo, Payment } from '../../model/books.ts'
import {
  customerFigures,
  formatAmount,
  memoRemaining,
  refundable,
  remaining,
  reserved,
  settledAmounts,
  totalWithFees,
} from '../../model/figures.ts'
import { findOwedInvoices } from '../../model/report.ts'
import { call } from '../../world/call.ts'
import {
  ALL_ROWS,
  checkFields,
  checkList,
  checkPage,
  compareFields,
  compareListRows,
  pick,
  type Rows,
  type Shown,
  STAFF,
  type View,
} from './view.ts'

export const invoiceDetail: View = async (context) => {
  const { books, company, turn } = context
  const invoice = pick(books.invoices, turn)
  if (!invoice) return []
  const { currency } = books.customers[invoice.customer]!
  const { paid, credited } = settledAmounts(books, invoice)
  return checkFields(
    context,
    STAFF,
    contract.invoices.read,
    { params: { invoice: company.ids.get(invoice.key)! } },
    {
      state: invoice.state,
      total: formatAmount(totalWithFees(books, invoice), currency),
      remaining: formatAmount(remaining(books, invoice), currency),
      in_flight: formatAmount(reserved(books, invoice), currency),
      paid: formatAmount(paid, currency),
      credited: formatAmount(credited, currency),
    },
  )
}

const invoiceRow = (books: Books, invoice: Invoice): Shown => {
  const { currency } = books.customers[invoice.customer]!
  return {
    state: invoice.state,
    currency,
    due_date: invoice.due,
    total: formatAmount(totalWithFees(books, invoice), currency),
    remaining: formatAmount(remaining(books, invoice), currency),
    in_flight: formatAmount(reserved(books, invoice), currency),
  }
}

export const invoiceList: View = async (context) => {
  const { company, books, turn } = context
  const customer = turn % books.customers.length
  const own = [...books.invoices.values()].filter((invoice) => invoice.customer === customer)
  const rows: Rows = own.map((invoice) => [invoice.id, invoiceRow(books, invoice)])
  return checkList(context, STAFF, contract.invoices.list, rows, {
    customer: company.customers[customer]!.id,
  })
}

const paymentFigures = (books: Books, payment: Payment): Shown => {
  const { currency } = books.customers[payment.customer]!
  return {
    status: payment.status,
    posted: payment.posted,
    total: formatAmount(payment.amount + payment.surcharge, currency),
    captured_amount: formatAmount(payment.captured, currency),
    refunded_amount: formatAmount(payment.refunded, currency),
    refundable_amount: formatAmount(refundable(books, payment), currency),
    unapplied_amount: formatAmount(payment.unapplied, currency),
  }
}

export const paymentDetail: View = async (context) => {
  const { books, company, turn } = context
  const payment = pick(books.payments, turn)
  if (!payment) return []
  const params = { payment: company.ids.get(payment.key)! }
  return checkFields(context, STAFF, contract.payments.read, { params }, paymentFigures(books, payment))
}

export const paymentList: View = (context) => {
  const { books, company } = context
  const rows: Rows = [...books.payments.values()].map((payment) => [
    company.ids.get(payment.key)!,
    paymentFigures(books, payment),
  ])
  const sums = [
    ...Map.groupBy(books.payments.values(), ({ customer }) => books.customers[customer]!.currency),
  ]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, payments]) => ({
      currency,
      total: formatAmount(
        sumOf(payments, ({ amount, surcharge }) => amount + surcharge),
        currency,
      ),
      collected: formatAmount(sumOf(payments, kept), currency),
    }))
  return checkPage(context, STAFF, contract.payments.list, { query: ALL_ROWS }, (shown, page) => [
    ...compareListRows(page, shown, rows),
    ...compareFields(page, shown, { sums }),
  ])
}

const sumOf = (payments: readonly Payment[], of: (payment: Payment) => bigint): bigint =>
  payments.reduce((sum, payment) => sum + of(payment), 0n)

/** The part of a payment that the company keeps, without its surcharge. */
const kept = ({ status, amount, refunded, surchargeRefunded }: Payment): bigint =>
  status === 'confirmed' || status === 'refunded' ? amount - refunded + surchargeRefunded : 0n

const memoFigures = (books: Books, memo: Memo): Shown => {
  const { currency } = books.customers[memo.customer]!
  return {
    total: formatAmount(memo.total, currency),
    remaining: formatAmount(memoRemaining(books, memo), currency),
  }
}

export const memoDetail: View = async (context) => {
  const { books, company, turn } = context
  const memo = pick(books.memos, turn)
  if (!memo) return []
  const params = { memo: company.ids.get(memo.key)! }
  return checkFields(context, STAFF, contract.creditMemos.read, { params }, memoFigures(books, memo))
}

export const memoList: View = (context) => {
  const { books, company } = context
  const rows: Rows = [...books.memos.values()].map((memo) => [
    company.ids.get(memo.key)!,
    memoFigures(books, memo),
  ])
  return checkList(context, STAFF, contract.creditMemos.list, rows)
}

export const customerDetail: View = async (context) => {
  const { books, company, turn } = context
  const customer = turn % books.customers.length
  const { currency } = books.customers[customer]!
  const { owed, paid, unapplied } = customerFigures(books, customer)
  return checkFields(
    context,
    STAFF,
    contract.customers.read,
    { params: { customer: company.customers[customer]!.id } },
    {
      balance: formatAmount(owed, currency),
      total_paid: formatAmount(paid, currency),
      unapplied_credit: formatAmount(unapplied, currency),
    },
  )
}

export const customerList: View = (context) => {
  const { books, company } = context
  const rows: Rows = books.customers.map(({ currency }, customer) => [
    company.customers[customer]!.id,
    {
      balance: formatAmount(customerFigures(books, customer).owed, currency),
      open_invoices_count: findOwedInvoices(books, currency, customer).length,
    },
  ])
  return checkList(context, STAFF, contract.customers.list, rows)
}

export const caseList: View = async ({ company, books }) => {
  const reply = await call(company, STAFF, contract.paymentCases.list, { query: ALL_ROWS })
  const shown = (reply.body.results as { id: string }[]).map(({ id }) => id).sort()
  const open = [...books.cases.values()].filter(({ state }) => state === 'open')
  const should = open.map(({ id }) => id).sort()
  if (shown.join() === should.join() && reply.body.count === should.length) return []
  return [`I15: the list of cases shows ${shown}, should be ${should}`]
}
