import { contract } from '../../../../contract/index.ts'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import type { Books } from '../../model/books.ts'
import { aging, formatAmount, today } from '../../model/figures.ts'
import * as report from '../../model/report.ts'
import { call, type Principal } from '../../world/call.ts'
import type { Company } from '../../world/company.ts'
import { checkPage, compareFields, type Shown, STAFF, type View, type ViewContext } from './view.ts'

const CURRENCIES = ['USD', 'JPY']
const ANYBODY: Principal = { as: 'anybody' }

const formatAging = (books: Books, currency: string, customer?: number): Shown => {
  const sums = Object.entries(aging(books, currency, customer))
  return { currency, ...Object.fromEntries(sums.map(([name, sum]) => [name, formatAmount(sum, currency)])) }
}

/** The receivables in a currency, as the dashboard and the shared report show them. */
const owedIn = (books: Books, currency: string): Shown => {
  const invoices = report.findOwedInvoices(books, currency)
  return {
    currency,
    owed: formatAmount(aging(books, currency).total, currency),
    past_due: formatAmount(report.pastDue(books, currency), currency),
    open_invoices: invoices.length,
    customers_owing: new Set(invoices.map(({ customer }) => customer)).size,
    aging: formatAging(books, currency),
    aging_counts: report.agingCounts(books, currency),
  }
}

const idsOf = ({ customers }: Company): string[] => customers.map(({ id }) => id)

/** Compares the rows by currency, including their order. */
function compareCurrencies(page: string, rows: readonly Shown[], expected: readonly Shown[]): string[] {
  const codes = (all: readonly Shown[]) => all.map(({ currency }) => currency)
  return [
    ...compareFields(page, { currencies: codes(rows) }, { currencies: codes(expected) }),
    ...expected.flatMap((should) =>
      compareFields(
        `${page} in ${should.currency}`,
        rows.find((row) => row.currency === should.currency) ?? {},
        should,
      ),
    ),
  ]
}

export const dashboard: View = (context) => {
  const { company, books } = context
  const collected = report.collectedLately(books)
  const shownIn = CURRENCIES.filter(
    (currency) =>
      currency === 'USD' || report.findOwedInvoices(books, currency).length > 0 || collected.has(currency),
  )
  return checkPage(context, STAFF, contract.reports.dashboard, {}, (shown, page) => [
    ...compareCurrencies(
      page,
      shown.currencies as Shown[],
      shownIn.map((currency) => ({
        ...owedIn(books, currency),
        due_in_7_days: formatAmount(report.dueSoon(books, currency), currency),
        collected_30_days: formatAmount(collected.get(currency) ?? 0n, currency),
        in_flight: formatAmount(report.pending(books, currency), currency),
      })),
    ),
    ...compareFields(page, shown, {
      today: today(books),
      counts: countsOf(books),
      top_debtors: CURRENCIES.flatMap((currency) => debtorsOf(company, books, currency)),
    }),
  ])
}

const countsOf = (books: Books): Shown => ({
  customers: books.customers.length,
  invoices: CURRENCIES.reduce((sum, currency) => sum + report.findOwedInvoices(books, currency).length, 0),
  drafts: [...books.invoices.values()].filter(({ state }) => state === 'draft').length,
})

const debtorsOf = (company: Company, books: Books, currency: string): Shown[] =>
  report.debtors(books, currency, idsOf(company)).map((one) => ({
    customer: { pk: company.customers[one.customer]!.id, short_name: `Customer ${one.customer}` },
    currency,
    owed: formatAmount(one.owed, currency),
    past_due: formatAmount(one.pastDue, currency),
    open_invoices: one.invoices,
    oldest_days: one.oldestDays,
    aging: formatAging(books, currency, one.customer),
  }))

interface SharedLink {
  readonly token: string
  readonly endsAt: number
}
const links = new WeakMap<Company, SharedLink>()

/** Returns the secret of a share link that has not expired. */
async function getShareToken(company: Company, now: number): Promise<string> {
  const known = links.get(company)
  if (known && known.endsAt > now) return known.token
  const body = { recipient: 'The bank', days: 365, shows_customers: true }
  const made = await call(company, STAFF, contract.reports.share, { body })
  const token = new URL(String(made.body.url)).searchParams.get('token')!
  links.set(company, { token, endsAt: now + 364 * DAY_MS })
  return token
}

/** The report behind a share link. */
export const sharedReport: View = async (context) => {
  const { company, books } = context
  const body = { token: await getShareToken(company, books.now) }
  const shownIn = CURRENCIES.filter((currency) => report.isReported(books, currency))
  return checkPage(context, ANYBODY, contract.reports.readShared, { body }, (shown, page) => [
    ...compareFields(page, shown, { today: today(books) }),
    ...compareCurrencies(
      page,
      shown.currencies as Shown[],
      shownIn.map((currency) => sharedFigures(context, currency)),
    ),
  ])
}

function sharedFigures({ company, books }: ViewContext, currency: string): Shown {
  const { months, dso } = report.trend(books, currency)
  return {
    ...owedIn(books, currency),
    dso: { days: dso.days, invoiced: formatAmount(dso.invoiced, currency), over_days: dso.over },
    top_debtors: report.debtors(books, currency, idsOf(company)).map((one) => ({
      name: `Customer ${one.customer}`,
      owed: formatAmount(one.owed, currency),
      past_due: formatAmount(one.pastDue, currency),
      open_invoices: one.invoices,
      oldest_days: one.oldestDays,
    })),
    months: months.map((month) => ({
      until: month.until,
      invoiced: formatAmount(month.invoiced, currency),
      collected: formatAmount(month.collected, currency),
      owed: formatAmount(month.owed, currency),
      dso_days: month.dso,
    })),
  }
}
