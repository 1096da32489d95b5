import { contract } from '../../../../contract/index.ts'
import { addDays, aging, customerFigures, formatAmount, today } from '../../model/figures.ts'
import { hasEntries, statementFigures } from '../../model/statements.ts'
import { checkPage, compareFields, type Shown, STAFF, type View } from './view.ts'

/** Longer than any run and what was imported before it, and less than the two years of a statement. */
const ALL_DAYS = 700

/** A statement of all days: it begins with nothing, and its entries add up to what the customer owes less all credit. */
export const statement: View = (context) => {
  const { books, company, turn } = context
  const customer = turn % books.customers.length
  if (!hasEntries(books, customer)) return Promise.resolve([])
  const { currency } = books.customers[customer]!
  const { owed, credit, closing } = statementFigures(books, customer)
  const ages = Object.entries(aging(books, currency, customer)).map(([name, sum]) => [
    name,
    formatAmount(sum, currency),
  ])
  const day = today(books)
  const request = {
    params: { customer: company.customers[customer]!.id },
    query: { from: addDays(day, -ALL_DAYS), to: day, kind: 'balance_forward' },
  }
  return checkPage(context, STAFF, contract.statements.read, request, (shown, page) => {
    const sum = (shown.lines as { amount: string }[]).reduce((so, line) => so + toMinor(line.amount), 0n)
    const expected: Shown = {
      opening: formatAmount(0n, currency),
      closing: formatAmount(closing, currency),
      owed: formatAmount(owed, currency),
      credit: formatAmount(credit, currency),
      unapplied: formatAmount(customerFigures(books, customer).unapplied, currency),
      entries: formatAmount(closing, currency),
    }
    const { currency: _, ...shownAges } = shown.aging as Shown
    return [
      ...compareFields(page, { ...shown, entries: formatAmount(sum, currency) }, expected),
      ...compareFields(page, shownAges, Object.fromEntries(ages)),
    ]
  })
}

/** An amount without its decimal point. */
const toMinor = (amount: string): bigint => BigInt(amount.replace('.', ''))
