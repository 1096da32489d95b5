import './tables.ts'

export {
  type ChargedFee,
  chargeLateFees,
  type LockedForFees,
  lockForFees,
} from './actions/fees/charge-late-fees.ts'
export { restoreLateFee } from './actions/fees/restore-late-fee.ts'
export { type KeptBecause, type WaiverOutcome, waiveLateFees } from './actions/fees/waive-late-fees.ts'
export {
  changeMirroredInvoice,
  type MirrorOutcome,
  voidMirroredInvoice,
} from './actions/mirror/change-mirrored-invoice.ts'
export {
  type MirroredInvoice,
  mirrorNewInvoices,
  roomForInvoices,
} from './actions/mirror/mirror-new-invoices.ts'
export { exportInvoices } from './actions/read/export-invoices.ts'
export { type InvoiceSelection, listInvoices } from './actions/read/list-invoices.ts'
export { readInvoice } from './actions/read/read-invoice.ts'
export { readInvoiceForPayer } from './actions/read/read-invoice-for-payer.ts'
export { drawInvoicePdf, invoicePdfOf } from './actions/read/read-invoice-pdf.ts'
export { type Issuer, readIssuer } from './actions/read/read-issuer.ts'
export { pdfCompanyOf } from './actions/read/read-pdf-company.ts'
export { pdfCustomerOf } from './actions/read/read-pdf-customer.ts'
export { createJointPayLink } from './actions/send/create-joint-pay-link.ts'
export { createPayLink } from './actions/send/create-pay-link.ts'
export { findPayLinkIssuer } from './actions/send/find-pay-link-issuer.ts'
export {
  type InvoicesToLink,
  issueJointPayLinks,
  issuePayLink,
  issuePayLinks,
  type NewPayLink,
  reusePayLink,
} from './actions/send/issue-pay-link.ts'
export { mailJointPayLink, mailPayLink } from './actions/send/mail-pay-link.ts'
export { type PayLinkPage, payLinkPage } from './actions/send/read-pay-link-page.ts'
export { type PresentedPayLink, resolvePayLink } from './actions/send/resolve-pay-link.ts'
export { sendInvoice } from './actions/send/send-invoice.ts'
export { storeInvoicePdf } from './actions/send/store-invoice-pdf.ts'
export { createInvoice } from './actions/write/create-invoice.ts'
export { duplicateInvoice } from './actions/write/duplicate-invoice.ts'
export {
  type ImportedInvoice,
  type ImportOutcome,
  importOpenInvoices,
} from './actions/write/import-open-invoices.ts'
export { removeDraft } from './actions/write/remove-draft.ts'
export { reopenWrittenOff } from './actions/write/reopen-written-off.ts'
export { undoWriteOff } from './actions/write/undo-write-off.ts'
export { updateInvoice } from './actions/write/update-invoice.ts'
export { voidInvoice } from './actions/write/void-invoice.ts'
export { writeOffInvoice } from './actions/write/write-off-invoice.ts'
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
export { countAllInvoices, verifyInvoiceCounters } from './store/counters.ts'
export { findInvoiceNumbers, type InvoiceFacts, type NumberMatch, readInvoiceFacts } from './store/facts.ts'
export { markViewed, setKeptAfterMove } from './store/invoices.ts'
export type { LateFee, NewLateFee } from './store/late-fees.ts'
export { skipUsedNumbers, takeNumber, takeNumbers } from './store/numbers.ts'
export { linkedInvoices, markLinkOpened, revokePayLinksById } from './store/pay-links.ts'
export { type CountedMatch, type Match, searchNumbersBounded } from './store/search.ts'
