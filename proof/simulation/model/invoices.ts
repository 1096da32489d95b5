import {
  type Books,
  CREATED,
  type Invoice,
  invalidField,
  NO_REPLY,
  OK,
  type ReplySummary,
  refusal,
} from './books.ts'
import { addDays, invoiceTotals, isUntouched, remaining, reserved, today } from './figures.ts'
import { waiveAll } from './late-fees.ts'
import type { DraftOperation, EditOperation, Operation } from './operations.ts'
import { isOnAgreedPlan } from './plans/installments.ts'

const WRONG_STATE = refusal(409, 'wrong_state')
export const TERM_DAYS = { due_on_receipt: 0, net_7: 7, net_30: 30, net_60: 60 }

type Of<O extends Operation['op']> = Extract<Operation, { op: O }>

/** A draft may have a total of zero. Only sending requires a positive total. */
export function createDraft(books: Books, operation: DraftOperation): ReplySummary {
  const { key, customer, lines, terms, date } = operation
  books.invoices.set(key, {
    key,
    id: '',
    customer,
    state: 'draft',
    lines,
    terms,
    date,
    due: addDays(date, TERM_DAYS[terms]),
    ...invoiceTotals(lines),
    revision: 1,
    issuedAt: null,
    number: null,
    importFingerprint: null,
    paidBeforeImport: 0n,
    writtenOff: 0n,
    linkGeneration: 0,
  })
  return CREATED
}

/**
 * A draft can be changed freely. An open invoice can be changed while it is untouched, and keeps its
 * currency.
 */
export function editInvoice(books: Books, operation: EditOperation): ReplySummary {
  const invoice = books.invoices.get(operation.invoice)!
  if (invoice.state === 'void' || invoice.state === 'written_off') return WRONG_STATE
  if (operation.revision !== invoice.revision) return refusal(409, 'conflict')
  const isOut = invoice.state === 'open'
  if (isOut && !isUntouched(books, invoice)) return WRONG_STATE
  const after = invoiceTotals(operation.lines)
  const { currency } = books.customers[operation.customer]!
  if (isOut && currency !== books.customers[invoice.customer]!.currency) return invalidField('customer')
  if (isOut && after.total === 0n) return invalidField('lines')
  const isSame =
    after.total === invoice.total && after.tax === invoice.tax && operation.customer === invoice.customer
  if (isOut && !isSame && isOnAgreedPlan(books, invoice.key)) return WRONG_STATE
  return commitUnlessCrashed(operation.crash, OK, () => {
    if (isOut && invoice.customer !== operation.customer) {
      invoice.linkGeneration++
      books.formerCustomers.push(invoice.customer)
    }
    Object.assign(invoice, after, { lines: operation.lines, customer: operation.customer })
    invoice.revision++
  })
}

/** Sending issues a draft. An open invoice is only sent again. */
export function sendInvoice(books: Books, operation: Of<'send'>): ReplySummary {
  const invoice = books.invoices.get(operation.invoice)!
  if (invoice.state === 'void' || invoice.state === 'written_off') return WRONG_STATE
  if (invoice.state === 'draft' && invoice.total === 0n) return WRONG_STATE
  return commitUnlessCrashed(operation.crash, OK, () => {
    invoice.state = 'open'
    invoice.issuedAt ??= books.now
  })
}

export function deleteDraft(books: Books, operation: Of<'remove'>): ReplySummary {
  const invoice = books.invoices.get(operation.invoice)!
  if (invoice.state !== 'draft') return WRONG_STATE
  books.invoices.delete(invoice.key)
  return { status: 204 }
}

export function duplicateInvoice(books: Books, operation: Of<'duplicate'>): ReplySummary {
  const { customer, lines, terms } = books.invoices.get(operation.invoice)!
  return createDraft(books, { op: 'draft', key: operation.key, customer, lines, terms, date: today(books) })
}

/** Only an untouched invoice can be voided. Its late fees are waived first. */
export function voidInvoice(books: Books, operation: Of<'voidInvoice'>): ReplySummary {
  const invoice = books.invoices.get(operation.invoice)!
  if (invoice.state !== 'open' || !isUntouched(books, invoice)) return WRONG_STATE
  return commitUnlessCrashed(operation.crash, OK, () => {
    waiveAll(books, invoice)
    invoice.state = 'void'
    invoice.linkGeneration++
  })
}

/** Writes off the remaining amount, unless a payment is pending. */
export function writeOffInvoice(books: Books, operation: Of<'writeOff'>): ReplySummary {
  const invoice = books.invoices.get(operation.invoice)!
  const left = remaining(books, invoice)
  if (invoice.state !== 'open' || reserved(books, invoice) !== 0n || left === 0n) return WRONG_STATE
  return commitUnlessCrashed(operation.crash, OK, () => {
    invoice.state = 'written_off'
    invoice.writtenOff += left
    invoice.linkGeneration++
  })
}

/** Reopens written-off invoices that are owed again. */
export function reopenInvoices(books: Books, keys: readonly string[]): void {
  for (const key of keys) {
    const invoice = books.invoices.get(key)!
    if (invoice.state === 'written_off' && remaining(books, invoice) > 0n) invoice.state = 'open'
  }
}

/** Models one transaction: a crash before the commit changes nothing, a crash after it changes everything. */
export function commitUnlessCrashed(
  crash: 'before' | 'settled' | null,
  reply: ReplySummary,
  change: () => void,
): ReplySummary {
  if (crash !== 'before') change()
  return crash === null ? reply : NO_REPLY
}

export const currencyOf = (books: Books, invoice: Invoice): 'USD' | 'JPY' =>
  books.customers[invoice.customer]!.currency
