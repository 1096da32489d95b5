import './tables.ts'

export {
  bookCreditApplied,
  bookCreditMemo,
  bookCreditMemoVoid,
  bookCreditsApplied,
  bookCreditUnapplied,
  type CreditApplied,
} from './actions/book-credit.ts'
export { bookInvoiceChange } from './actions/book-invoice-change.ts'
export { bookInvoice, bookInvoices } from './actions/book-invoices.ts'
export { bookLateFees, bookLateFeeWaivers, type FeeIncome } from './actions/book-late-fees.ts'
export { bookPayment, bookPaymentReturn, bookRefund, bookUnappliedUsed } from './actions/book-payment.ts'
export { bookPayout, type PayoutToBook } from './actions/book-payout.ts'
export {
  bookPlatformChange,
  bookPlatformCredit,
  type PlatformChange,
} from './actions/book-platform-change.ts'
export { bookVoid, bookWriteOff, bookWriteOffReversal } from './actions/close-invoice.ts'
export { rebuildDays } from './actions/rebuild-days.ts'
export { release, reserve, type Share } from './actions/reserve-receivables.ts'
export { translateDescription } from './actions/translate-description.ts'
export { type LedgerReport, verifyLedger } from './actions/verify-ledger.ts'
export {
  addToDay,
  type DayDelta,
  daysThatCount,
  type EntryKind,
  type LedgerAccount,
  type Posting,
} from './rules.ts'
export {
  type Aging,
  agingOf,
  bucketCondition,
  customerBalanceOf,
  nothingOwed,
  reservedOf,
} from './store/aging.ts'
export { type CustomerPosting, selectCustomerPostings } from './store/customer-postings.ts'
export { addToDays } from './store/days.ts'
export {
  entryFacts,
  lockCredit,
  lockHead,
  lockReceivables,
  openReceivablesOf,
  type Receivable,
  readReceivables,
  receivablesDue,
} from './store/entries.ts'
export { deleteDueDateChanges } from './store/projections.ts'
export { readEntry } from './store/read-entry.ts'
export { readWrittenOff } from './store/write-offs.ts'
