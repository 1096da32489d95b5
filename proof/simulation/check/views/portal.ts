import { contract } from '../../../../contract/index.ts'
import type { Books, Invoice } from '../../model/books.ts'
import {
  aging,
  customerFigures,
  formatAmount,
  inFlight,
  memoRemaining,
  payable,
  remaining,
  settledAmounts,
  totalWithFees,
} from '../../model/figures.ts'
import { reservedByChallenges } from '../../model/payments.ts'
import { call, type Principal } from '../../world/call.ts'
import {
  checkFields,
  checkList,
  checkPage,
  compareFields,
  compareListRows,
  pick,
  type Rows,
  type Shown,
  type View,
  type ViewContext,
} from './view.ts'

/** The figures of an invoice in its customer's portal. */
const portalFigures = (books: Books, invoice: Invoice): Shown => {
  const { currency } = books.customers[invoice.customer]!
  return {
    currency,
    due_date: invoice.due,
    total: formatAmount(totalWithFees(books, invoice), currency),
    remaining: formatAmount(remaining(books, invoice), currency),
    in_flight: formatAmount(inFlight(books, invoice), currency),
  }
}

export const portalInvoice: View = async (context) => {
  const { books, company, turn } = context
  const invoice = pick(books.invoices, turn)
  if (!invoice || invoice.state === 'draft' || invoice.state === 'void') return []
  const { currency } = books.customers[invoice.customer]!
  const { paid, credited } = settledAmounts(books, invoice)
  const params = { invoice: company.ids.get(invoice.key)! }
  const principal: Principal = { as: 'portal', customer: invoice.customer }
  const shown = await checkFields(
    context,
    principal,
    contract.portal.invoice,
    { params },
    {
      ...portalFigures(books, invoice),
      paid: formatAmount(paid, currency),
      credited: formatAmount(credited, currency),
    },
  )
  const options = await call(company, principal, contract.payments.options, { params })
  const balances = Object.values(options.body).map((option) => (option as { balance: string }).balance)
  const free = payable(books, invoice) + reservedByChallenges(books, invoice, `portal ${invoice.customer}`)
  const should = formatAmount(free, currency)
  const wrong =
    free > 0n ? balances.length === 0 || balances.some((one) => one !== should) : balances.length > 0
  return wrong
    ? [...shown, `I15: the balance to pay ${invoice.key} is ${balances}, should be ${should}`]
    : shown
}

/** Selects the customer whose portal is read. */
const selectCustomer = ({ books, turn }: ViewContext): { customer: number; principal: Principal } => {
  const customer = turn % books.customers.length
  return { customer, principal: { as: 'portal', customer } }
}

function readAccountRow(books: Books, customer: number): Shown {
  const { currency } = books.customers[customer]!
  const sums = aging(books, currency, customer)
  const open = [...books.invoices.values()].filter(
    (invoice) => invoice.customer === customer && remaining(books, invoice) > 0n,
  )
  return {
    current_owed: formatAmount(sums.current, currency),
    up_to_30_days_past_due_owed: formatAmount(sums.days_30, currency),
    up_to_60_days_past_due_owed: formatAmount(sums.days_60, currency),
    up_to_90_days_past_due_owed: formatAmount(sums.days_90, currency),
    more_than_90_days_past_due_owed: formatAmount(sums.over_90, currency),
    total_owed: formatAmount(sums.total, currency),
    total_paid: formatAmount(customerFigures(books, customer).paid, currency),
    unpaid_invoices_count: open.length,
  }
}

export const portalAccount: View = (context) => {
  const { customer, principal } = selectCustomer(context)
  return checkFields(context, principal, contract.portal.account, {}, readAccountRow(context.books, customer))
}

/** Returns the customer's open invoices. */
const invoicesOf = (books: Books, customer: number): Rows =>
  [...books.invoices.values()]
    .filter((invoice) => invoice.customer === customer && invoice.state === 'open')
    .map((invoice) => [invoice.id, portalFigures(books, invoice)])

export const portalInvoices: View = (context) => {
  const { customer, principal } = selectCustomer(context)
  return checkList(context, principal, contract.portal.invoices, invoicesOf(context.books, customer))
}

/** Returns the customer's credit memos that are not void. */
function memosOf({ books, company }: ViewContext, customer: number): Rows {
  const { currency } = books.customers[customer]!
  return [...books.memos.values()]
    .filter((memo) => memo.customer === customer && memo.state === 'open')
    .map((memo) => {
      const total = formatAmount(memo.total, currency)
      const left = formatAmount(memoRemaining(books, memo), currency)
      return [
        company.ids.get(memo.key)!,
        { total, total_amount: total, remaining: left, remaining_credit: left },
      ]
    })
}

export const portalMemos: View = (context) => {
  const { customer, principal } = selectCustomer(context)
  return checkList(context, principal, contract.portal.creditMemos, memosOf(context, customer))
}

const MAX_LATEST = 5

/** Compares a short list that may show any of the rows, at most five. */
function compareLatest(page: string, shown: readonly Shown[], all: Rows): string[] {
  const wanted = all.filter(([id]) => shown.some(({ pk }) => pk === id))
  const count = Math.min(MAX_LATEST, all.length)
  return [
    ...compareFields(page, { count: shown.length }, { count }),
    ...compareListRows(page, { results: shown, count: wanted.length }, wanted),
  ]
}

export const portalHome: View = (context) => {
  const { customer, principal } = selectCustomer(context)
  const memos = memosOf(context, customer)
  return checkPage(context, principal, contract.portal.home, {}, (shown, page) => {
    const account = shown.account as Shown
    const credits = shown.credit_memos as Shown
    return [
      ...compareFields(`${page} account`, account, readAccountRow(context.books, customer)),
      ...compareLatest(
        `${page} latest_invoices`,
        account.latest_invoices as Shown[],
        invoicesOf(context.books, customer),
      ),
      ...compareFields(`${page} credit_memos`, credits, { count: memos.length }),
      ...compareLatest(`${page} credit_memos`, credits.results as Shown[], memos),
    ]
  })
}
