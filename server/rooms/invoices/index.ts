import './tables.ts'

export { createInvoice } from './actions/create-invoice.ts'
export { createPayLink } from './actions/create-pay-link.ts'
export { duplicateInvoice } from './actions/duplicate-invoice.ts'
export {
  type ImportedInvoice,
  type ImportOutcome,
  importOpenInvoices,
} from './actions/import-open-invoices.ts'
export type { NewPayLink } from './actions/issue-pay-link.ts'
export { type InvoiceSelection, listInvoices } from './actions/list-invoices.ts'
export { markViewed } from './actions/mark-viewed.ts'
export { readInvoice } from './actions/read-invoice.ts'
export { readInvoiceForPayer } from './actions/read-invoice-for-payer.ts'
export { invoicePdfOf } from './actions/read-invoice-pdf.ts'
export { type Issuer, readIssuer } from './actions/read-issuer.ts'
export { type PayLinkPage, payLinkPage } from './actions/read-pay-link-page.ts'
export { pdfCompanyOf } from './actions/read-pdf-company.ts'
export { removeDraft } from './actions/remove-draft.ts'
export { reopenWrittenOff } from './actions/reopen-written-off.ts'
export { type PresentedPayLink, resolvePayLink } from './actions/resolve-pay-link.ts'
export { sendInvoice } from './actions/send-invoice.ts'
export { updateInvoice } from './actions/update-invoice.ts'
export { verifyInvoiceTallies } from './actions/verify-invoice-tallies.ts'
export { voidInvoice } from './actions/void-invoice.ts'
export { writeOffInvoice } from './actions/write-off-invoice.ts'
export { invoicesRoutes } from './routes.ts'
export {
  documentFileName,
  type LineInput,
  PAID_LINK_LIFE_MS,
  type ReadDueDate,
  type ReadLines,
  readDueDate,
  readLines,
  type WrittenLine,
} from './rules.ts'
export { findInvoiceNumbers, type InvoiceFacts, type NumberMatch, readInvoiceFacts } from './store/facts.ts'
export { skipUsedNumbers, takeNumber } from './store/numbers.ts'
export { type Match, searchNumbers } from './store/search.ts'
export { countAllInvoices } from './store/tallies.ts'
