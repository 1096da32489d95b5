import { contract } from '../../../../contract/index.ts'
import { creditOf } from '../../model/credit/credit-first.ts'
import { formatAmount, payable } from '../../model/figures.ts'
import { findChallengedAttempts, reservedByChallenges } from '../../model/payments.ts'
import { checkPage, compareFields, type Shown, type View } from './view.ts'

/** Invoices that a customer can pay at once, with the credit that they can use first. */
export const openInvoices: View = async (context) => {
  const { books, company, turn } = context
  const customer = turn % books.customers.length
  const payer = `portal ${customer}`
  const open = [...books.invoices.values()].filter(
    (invoice) => invoice.customer === customer && invoice.state === 'open',
  )
  if (open.length === 0) return []
  const { currency } = books.customers[customer]!
  const own = open.flatMap((invoice) => findChallengedAttempts(books, invoice, payer))
  const query = { invoices: open.map(({ key }) => company.ids.get(key)!).join(',') }
  return checkPage(
    context,
    { as: 'portal', customer },
    contract.openInvoices.list,
    { query },
    (shown, page) => {
      const lines = new Map((shown.lines as Shown[]).map((line) => [line.pk, line]))
      return [
        ...compareFields(page, shown, { credit: formatAmount(creditOf(books, customer, own), currency) }),
        ...open.flatMap((invoice) => {
          const free = payable(books, invoice) + reservedByChallenges(books, invoice, payer)
          const line = lines.get(company.ids.get(invoice.key)!) ?? {}
          return compareFields(`${page} ${invoice.key}`, line, { payable: formatAmount(free, currency) })
        }),
      ]
    },
  )
}
