import type { Books } from '../model/books.ts'
import type { Company } from '../world/company.ts'
import { openInvoices } from './views/credit.ts'
import { planDetail, planList } from './views/plans.ts'
import { portalAccount, portalHome, portalInvoice, portalInvoices, portalMemos } from './views/portal.ts'
import { dashboard, sharedReport } from './views/reports.ts'
import {
  caseList,
  customerDetail,
  customerList,
  invoiceDetail,
  invoiceList,
  memoDetail,
  memoList,
  paymentDetail,
  paymentList,
} from './views/staff.ts'
import { statement } from './views/statements.ts'
import type { View } from './views/view.ts'

/** Every page that shows amounts. */
const VIEWS: readonly View[] = [
  invoiceDetail,
  portalAccount,
  paymentDetail,
  portalInvoice,
  dashboard,
  customerDetail,
  invoiceList,
  memoDetail,
  sharedReport,
  portalHome,
  paymentList,
  portalInvoices,
  customerList,
  memoList,
  portalMemos,
  caseList,
  statement,
  planDetail,
  planList,
  openInvoices,
]

/** Checks one page after a step, a different one after each. Returns the differences from the model. */
export const checkNextPage = (company: Company, books: Books, turn: number): Promise<string[]> =>
  VIEWS[turn % VIEWS.length]!({ company, books, turn: Math.floor(turn / VIEWS.length) })

const CUSTOMER_VIEWS = new Set<View>([
  portalAccount,
  customerDetail,
  invoiceList,
  portalHome,
  portalInvoices,
  portalMemos,
  statement,
  openInvoices,
])

/** Checks every kind of page: for each customer, and for the latest invoice, payment and credit memo. */
export async function checkAllPages(company: Company, books: Books): Promise<string[]> {
  const found: string[] = []
  for (const view of VIEWS) {
    const turns = CUSTOMER_VIEWS.has(view) ? books.customers.length : 1
    for (let turn = 0; turn < turns; turn++) found.push(...(await view({ company, books, turn })))
  }
  return found
}
