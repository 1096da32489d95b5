import type { Books } from '../model/books.ts'
import type { Company } from '../world/company.ts'
import { payersInvoice, portalAccount, portalHome, portalInvoices, portalMemos } from './views/portal.ts'
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
import type { View } from './views/view.ts'

/** Every page that shows money. */
const VIEWS: readonly View[] = [
  invoiceDetail,
  portalAccount,
  paymentDetail,
  payersInvoice,
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
]

/** One page after a step, another after the next: what it shows and shouldn't (I15). */
export const lookOnce = (company: Company, books: Books, turn: number): Promise<string[]> =>
  VIEWS[turn % VIEWS.length]!({ company, books, turn: Math.floor(turn / VIEWS.length) })

const BY_CUSTOMER = new Set<View>([
  portalAccount,
  customerDetail,
  invoiceList,
  portalHome,
  portalInvoices,
  portalMemos,
])

/** Every kind of page: of each customer, and of the latest invoice, payment and credit memo. */
export async function lookAround(company: Company, books: Books): Promise<string[]> {
  const found: string[] = []
  for (const view of VIEWS) {
    const turns = BY_CUSTOMER.has(view) ? books.customers.length : 1
    for (let turn = 0; turn < turns; turn++) found.push(...(await view({ company, books, turn })))
  }
  return found
}
