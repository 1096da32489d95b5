import { contract } from '../../../contract/index.ts'
import type { Route } from '../../../contract/route.ts'
import type { Books, Invoice } from '../model/books.ts'
import {
  aging,
  customerFigures,
  memoRemaining,
  payable,
  refundable,
  remaining,
  reserved,
  written,
} from '../model/figures.ts'
import { held } from '../model/payments.ts'
import { call, type Request, type Who } from '../world/call.ts'
import type { Company } from '../world/company.ts'

/** What a page shows, against what it has to show. */
type View = (look: Look) => Promise<string[]>

interface Look {
  readonly company: Company
  readonly books: Books
  /** Which of the things there are. */
  readonly turn: number
}

const STAFF: Who = { as: 'staff' }
const pick = <T>(map: ReadonlyMap<string, T>, turn: number): T | undefined =>
  [...map.values()].at(-1 - (turn % Math.max(1, map.size)))

async function read(
  { company }: Look,
  who: Who,
  route: Route,
  request: Request,
  expected: Record<string, unknown>,
): Promise<string[]> {
  const reply = await call(company, who, route, request)
  const page = `${route.method} ${route.path}`
  if (reply.status !== 200) return [`I15: ${page} answers ${reply.status} ${JSON.stringify(reply.body)}`]
  return Object.entries(expected)
    .filter(([name, value]) => JSON.stringify(reply.body[name]) !== JSON.stringify(value))
    .map(
      ([name, value]) =>
        `I15: ${page} shows ${name} ${JSON.stringify(reply.body[name])}, should be ${JSON.stringify(value)}`,
    )
}

function settledOn(books: Books, invoice: Invoice): { paid: bigint; credited: bigint } {
  const sums = { paid: invoice.formerlyPaid, credited: 0n }
  for (const payment of books.payments.values())
    for (const share of payment.shares)
      if (share.invoice === invoice.key && share.state === 'applied')
        sums.paid += share.amount - share.reversed
  for (const application of books.applications.values())
    if (application.invoice === invoice.key && application.standing) sums.credited += application.amount
  return sums
}

const invoiceDetail: View = async (look) => {
  const { books, company, turn } = look
  const invoice = pick(books.invoices, turn)
  if (!invoice) return []
  const { currency } = books.customers[invoice.customer]!
  const { paid, credited } = settledOn(books, invoice)
  return read(
    look,
    STAFF,
    contract.invoices.read,
    { params: { invoice: company.ids.get(invoice.key)! } },
    {
      state: invoice.state,
      total: written(invoice.total, currency),
      remaining: written(remaining(books, invoice), currency),
      in_flight: written(reserved(books, invoice), currency),
      paid: written(paid, currency),
      credited: written(credited, currency),
    },
  )
}

const invoiceList: View = async ({ company, books, turn }) => {
  const customer = turn % books.customers.length
  const { currency } = books.customers[customer]!
  const query = { customer: company.customers[customer]!.id, page_size: '100' }
  const reply = await call(company, STAFF, contract.invoices.list, { query })
  const told = new Map(
    (reply.body.results as { id: string; remaining: string }[]).map((row) => [row.id, row.remaining]),
  )
  return [...books.invoices.values()]
    .filter((invoice) => invoice.customer === customer)
    .filter((invoice) => told.get(invoice.id) !== written(remaining(books, invoice), currency))
    .map((invoice) => `I15: the list shows ${invoice.key} with ${told.get(invoice.id)}`)
}

const payersInvoice: View = async (look) => {
  const { books, company, turn } = look
  const invoice = pick(books.invoices, turn)
  if (!invoice || invoice.state === 'draft' || invoice.state === 'void') return []
  const { currency } = books.customers[invoice.customer]!
  const params = { invoice: company.ids.get(invoice.key)! }
  const who: Who = { as: 'portal', customer: invoice.customer }
  const shown = await read(
    look,
    who,
    contract.portal.invoice,
    { params },
    {
      total: written(invoice.total, currency),
      remaining: written(remaining(books, invoice), currency),
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

const portalAccount: View = async (look) => {
  const { books, turn } = look
  const customer = turn % books.customers.length
  const { currency } = books.customers[customer]!
  const sums = aging(books, currency, customer)
  const open = [...books.invoices.values()].filter(
    (invoice) => invoice.customer === customer && remaining(books, invoice) > 0n,
  )
  return read(
    look,
    { as: 'portal', customer },
    contract.portal.account,
    {},
    {
      current_owed: written(sums.current, currency),
      up_to_30_days_past_due_owed: written(sums.days_30, currency),
      up_to_60_days_past_due_owed: written(sums.days_60, currency),
      up_to_90_days_past_due_owed: written(sums.days_90, currency),
      more_than_90_days_past_due_owed: written(sums.over_90, currency),
      total_owed: written(sums.total, currency),
      total_paid: written(customerFigures(books, customer).paid, currency),
      unpaid_invoices_count: open.length,
    },
  )
}

const dashboard: View = async ({ company, books }) => {
  const reply = await call(company, STAFF, contract.reports.dashboard, {})
  const rows = reply.body.currencies as ({ currency: string; owed: string; in_flight: string } & {
    aging: Record<string, string>
  })[]
  return ['USD', 'JPY'].flatMap((currency) => {
    const sums = aging(books, currency)
    const row = rows.find((one) => one.currency === currency)
    if (!row) return sums.total === 0n ? [] : [`I15: the dashboard forgets ${currency}`]
    const inFlight = [...books.invoices.values()]
      .filter((invoice) => books.customers[invoice.customer]!.currency === currency)
      .reduce((sum, invoice) => sum + reserved(books, invoice), 0n)
    const should: Record<string, string> = {
      owed: written(sums.total, currency),
      in_flight: written(inFlight, currency),
    }
    for (const [name, sum] of Object.entries(sums)) should[name] = written(sum, currency)
    const shown: Record<string, string> = { ...row.aging, owed: row.owed, in_flight: row.in_flight }
    return Object.entries(should)
      .filter(([name, value]) => shown[name] !== value)
      .map(
        ([name, value]) => `I15: the dashboard shows ${name} ${shown[name]} ${currency}, should be ${value}`,
      )
  })
}

const paymentDetail: View = async (look) => {
  const { books, company, turn } = look
  const payment = pick(books.payments, turn)
  if (!payment) return []
  const { currency } = books.customers[payment.customer]!
  return read(
    look,
    STAFF,
    contract.payments.read,
    { params: { payment: company.ids.get(payment.key)! } },
    {
      status: payment.status,
      posted: payment.posted,
      total: written(payment.amount + payment.surcharge, currency),
      captured_amount: written(payment.captured, currency),
      refunded_amount: written(payment.refunded, currency),
      refundable_amount: written(refundable(books, payment), currency),
      unapplied_amount: written(payment.unapplied, currency),
    },
  )
}

const memoDetail: View = async (look) => {
  const { books, company, turn } = look
  const memo = pick(books.memos, turn)
  if (!memo) return []
  const { currency } = books.customers[memo.customer]!
  return read(
    look,
    STAFF,
    contract.creditMemos.read,
    { params: { memo: company.ids.get(memo.key)! } },
    {
      total: written(memo.total, currency),
      remaining: written(memoRemaining(books, memo), currency),
    },
  )
}

const customerDetail: View = async (look) => {
  const { books, company, turn } = look
  const customer = turn % books.customers.length
  const { currency } = books.customers[customer]!
  const { owed, paid, unapplied } = customerFigures(books, customer)
  return read(
    look,
    STAFF,
    contract.customers.read,
    { params: { customer: company.customers[customer]!.id } },
    {
      balance: written(owed, currency),
      total_paid: written(paid, currency),
      unapplied_credit: written(unapplied, currency),
    },
  )
}

const caseList: View = async ({ company, books }) => {
  const reply = await call(company, STAFF, contract.paymentCases.list, { query: { page_size: '100' } })
  const shown = (reply.body.results as { id: string }[]).map(({ id }) => id).sort()
  const open = [...books.cases.values()].filter(({ state }) => state === 'open')
  const should = open.map(({ id }) => id).sort()
  if (shown.join() === should.join() && reply.body.count === should.length) return []
  return [`I15: the list of cases shows ${shown}, should be ${should}`]
}

const VIEWS: readonly View[] = [
  invoiceDetail,
  portalAccount,
  paymentDetail,
  payersInvoice,
  dashboard,
  customerDetail,
  invoiceList,
  memoDetail,
  caseList,
]

/** One page after a step, another after the next: what it shows and shouldn't (I15). */
export const lookOnce = (company: Company, books: Books, turn: number): Promise<string[]> =>
  VIEWS[turn % VIEWS.length]!({ company, books, turn: Math.floor(turn / VIEWS.length) })

const BY_CUSTOMER = new Set<View>([portalAccount, customerDetail, invoiceList])

/** Every kind of page: of each customer, and of the latest invoice, payment and credit memo. */
export async function lookAround(company: Company, books: Books): Promise<string[]> {
  const found: string[] = []
  for (const view of VIEWS) {
    const turns = BY_CUSTOMER.has(view) ? books.customers.length : 1
    for (let turn = 0; turn < turns; turn++) found.push(...(await view({ company, books, turn })))
  }
  return found
}
