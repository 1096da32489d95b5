import { contract } from '../../../contract/index.ts'
import type { Books } from '../model/books.ts'
import { formatAmount } from '../model/figures.ts'
import type { PayWithCreditOperation } from '../model/operations.ts'
import type { ApiCall } from './api-call.ts'
import type { Company } from './company.ts'

export function buildPayWithCreditCall(
  company: Company,
  books: Books,
  operation: PayWithCreditOperation,
): ApiCall {
  const { customer, lines, request } = operation
  const { currency } = books.customers[customer]!
  const invoices = toSeenInvoices(company, lines, currency)
  const body = { invoices, credit: formatAmount(operation.credit, currency), request_id: request }
  return { principal: { as: 'portal', customer }, route: contract.openInvoices.payWithCredit, body }
}

export const toSeenInvoices = ({ ids }: Company, lines: PayWithCreditOperation['lines'], currency: string) =>
  lines.map((one) => ({ invoice: ids.get(one.invoice)!, amount: formatAmount(one.shown, currency) }))
