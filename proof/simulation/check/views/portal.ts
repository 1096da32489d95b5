import { contract } from '../../../../contract/index.ts'
import type { Books, Invoice } from '../../model/books.ts'
import {
  aging,
  customerFigures,
  memoRemaining,
  onItsWay,
  payable,
  remaining,
  settledOn,
  written,
} from '../../model/figures.ts'
import { held } from '../../model/payments.ts'
import { call, type Who } from '../../world/call.ts'
import {
  ask,
  differing,
  differingRows,
  type Look,
  pick,
  type Rows,
  read,
  readRows,
  type Shown,
  type View,
} from './view.ts'

/** An invoice as its customer has it before them. */
const asTheyOwe = (books: Books, invoice: Invoice): Shown => {
  const { currency } = books.customers[invoice.customer]!
  return {
    currency,
    due_date: invoice.due,
    total: written(invoice.total, currency),
    remaining: written(remaining(books, invoice), currency),
    in_flight: written(onItsWay(books, invoice), currency),
  }
}

export const payersInvoice: View = async (look) => {
  const { books, company, turn } = look
  const invoice = pick(books.invoices, turn)
  if (!invoice || invoice.state === 'draft' || invoice.state === 'void') return []
  const { currency } = books.customers[invoice.customer]!
  const { paid, credited } = settledOn(books, invoice)
  const params = { invoice: company.ids.get(invoice.key)! }
  const who: Who = { as: 'portal', customer: invoice.customer }
  const shown = await read(
    look,
    who,
    contract.portal.invoice,
    { params },
    {
      ...asTheyOwe(books, invoice),
      paid: written(paid, currency),
      credited: written(credited, currency),
    },
  )
  const options = await call(company, who, contract.payments.options, { params })
  const balances = Object.values(options.body).map((option) => (option as { balance: string }).balance)
  const free = payable(books, invoice) + held(books, invoice, `portal ${invoice.customer}`)
  const should = written(free, currency)
  const wrong =
    free > 0n ? balances.length === 0 || balances.some((one) => one !== should) : balances.length > 0
  return wrong ? [...shown, `I15: to pay ${invoice.key} ${balances} is offered, should be ${should}`] : shown
}

/** Which customer's turn it is, in whose own words everything is told. */
const whoseTurn = ({ books, turn }: Look): { customer: number; who: Who } => {
  const customer = turn % books.customers.length
  return { customer, who: { as: 'portal', customer } }
}

function accountOf(books: Books, customer: number): Shown {
  const { currency } = books.customers[customer]!
  const sums = aging(books, currency, customer)
  const open = [...books.invoices.values()].filter(
    (invoice) => invoice.customer === customer && remaining(books, invoice) > 0n,
  )
  return {
    current_owed: written(sums.current, currency),
    up_to_30_days_past_due_owed: written(sums.days_30, currency),
    up_to_60_days_past_due_owed: written(sums.days_60, currency),
    up_to_90_days_past_due_owed: written(sums.days_90, currency),
    more_than_90_days_past_due_owed: written(sums.over_90, currency),
    total_owed: written(sums.total, currency),
    total_paid: written(customerFigures(books, customer).paid, currency),
    unpaid_invoices_count: open.length,
  }
}

export const portalAccount: View = (look) => {
  const { customer, who } = whoseTurn(look)
  return read(look, who, contract.portal.account, {}, accountOf(look.books, customer))
}

/** What was sent to them and is neither void nor written off. */
const invoicesOf = (books: Books, customer: number): Rows =>
  [...books.invoices.values()]
    .filter((invoice) => invoice.customer === customer && invoice.state === 'open')
    .map((invoice) => [invoice.id, asTheyOwe(books, invoice)])

export const portalInvoices: View = (look) => {
  const { customer, who } = whoseTurn(look)
  return readRows(look, who, contract.portal.invoices, invoicesOf(look.books, customer))
}

/** Those that are not void. */
function memosOf({ books, company }: Look, customer: number): Rows {
  const { currency } = books.customers[customer]!
  return [...books.memos.values()]
    .filter((memo) => memo.customer === customer && memo.state === 'open')
    .map((memo) => {
      const total = written(memo.total, currency)
      const left = written(memoRemaining(books, memo), currency)
      return [
        company.ids.get(memo.key)!,
        { total, total_amount: total, remaining: left, remaining_credit: left },
      ]
    })
}

export const portalMemos: View = (look) => {
  const { customer, who } = whoseTurn(look)
  return readRows(look, who, contract.portal.creditMemos, memosOf(look, customer))
}

const LATEST = 5

/** Some of these rows are shown: as many as there are, or as there is room for. */
function differingLatest(page: string, shown: readonly Shown[], all: Rows): string[] {
  const should = all.filter(([id]) => shown.some(({ pk }) => pk === id))
  const told = { count: Math.min(LATEST, all.length), results: shown }
  return [
    ...differing(page, { count: shown.length }, { count: told.count }),
    ...differingRows(page, { ...told, count: should.length }, should),
  ]
}

export const portalHome: View = (look) => {
  const { customer, who } = whoseTurn(look)
  const memos = memosOf(look, customer)
  return ask(look, who, contract.portal.home, {}, (shown, page) => {
    const account = shown.account as Shown
    const credits = shown.credit_memos as Shown
    return [
      ...differing(`${page} account`, account, accountOf(look.books, customer)),
      ...differingLatest(
        `${page} latest_invoices`,
        account.latest_invoices as Shown[],
        invoicesOf(look.books, customer),
      ),
      ...differing(`${page} credit_memos`, credits, { count: memos.length }),
      ...differingLatest(`${page} credit_memos`, credits.results as Shown[], memos),
    ]
  })
}
