import {
  addDays,
  type CalendarDate,
  formatDate,
  isCalendarDate,
} from '../../../../../domain/dates/calendar.ts'
import { dueDate, type PaymentTerms } from '../../../../../domain/dates/terms.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import type { Formats } from '../columns/guess-formats.ts'
import { type Candidate, matchInvoiced } from '../customers/match-customer.ts'
import type { RowErrors, Verdict } from '../row-outcomes.ts'
import type { InvoiceDraft } from './invoice-draft.ts'
import { isPriced, type PricedLine, priceInvoice } from './price-invoice.ts'

/** A customer for an invoice: an existing one, or one that an earlier row adds. */
export interface InvoicedCustomer extends Candidate {
  readonly currency: string
  readonly isActive: boolean
  readonly terms: PaymentTerms | null
}

export interface InvoiceDefaults {
  readonly currency: string
  readonly terms: PaymentTerms
}

/** A valid invoice. Without a `customerId` its customer has to be created first. */
export interface ResolvedInvoice {
  readonly number: string
  readonly customerId: string | null
  readonly customerName: string
  readonly customerEmail: string
  readonly currency: string
  readonly invoiceDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly terms: PaymentTerms
  readonly notes: string
  readonly lines: readonly PricedLine[]
  readonly totalMinor: bigint
  readonly paidMinor: bigint
}

export interface InvoiceDecision extends Verdict {
  readonly invoice?: ResolvedInvoice
}

/**
 * Decides the outcome of an invoice, apart from its number, given the customers with its customer's name or
 * address.
 */
function decideInvoice(
  draft: InvoiceDraft,
  candidates: readonly InvoicedCustomer[],
  formats: Formats,
  defaults: InvoiceDefaults,
): InvoiceDecision {
  const reject = (errors: RowErrors): InvoiceDecision => ({
    outcome: 'reject',
    errors,
    summary: `${draft.number} · ${nameOf(draft)}`,
  })
  const match = matchInvoiced(candidates)
  if (!match.ok) return reject({ [`customer_${match.target}`]: [match.error] })
  const customer = match.customer
  if (customer && !customer.isActive)
    return reject({ customer_name: [`${customer.shortName} is inactive. Activate them to invoice them.`] })
  if (customer && draft.currency && draft.currency !== customer.currency)
    return reject({
      currency: [`${customer.shortName} is invoiced in ${customer.currency}, not ${draft.currency}.`],
    })
  const currency = customer?.currency ?? draft.currency ?? defaults.currency
  const due = readDue(draft, customer?.terms ?? defaults.terms)
  if ('errors' in due) return reject(due.errors)
  const priced = priceInvoice(draft, currency, formats)
  if (!isPriced(priced)) return reject(priced)
  const invoice = {
    number: draft.number,
    customerId: customer?.id ?? null,
    customerName: customer?.shortName ?? nameOf(draft),
    customerEmail: draft.customerEmail,
    currency,
    invoiceDate: draft.invoiceDate,
    ...due,
    notes: draft.notes,
    ...priced,
  }
  return { outcome: 'create', errors: {}, summary: summaryOf(invoice, formats), invoice }
}

function summaryOf(invoice: ResolvedInvoice, formats: Formats): string {
  const open = invoice.totalMinor - invoice.paidMinor
  return [
    invoice.number,
    invoice.customerId === null ? `${invoice.customerName} (new customer)` : invoice.customerName,
    displayAmount(invoice.totalMinor, invoice.currency),
    ...(invoice.paidMinor > 0n
      ? [open === 0n ? 'paid' : `${displayAmount(open, invoice.currency)} open`]
      : []),
    `due ${formatDate(invoice.dueDate, formats.dateOrder)}`,
  ].join(' · ')
}

/**
 * Returns the given due date, or computes it from the terms of the row, or else of the customer or the
 * account.
 */
function readDue(
  draft: InvoiceDraft,
  fallback: PaymentTerms,
): { dueDate: CalendarDate; terms: PaymentTerms } | { errors: RowErrors } {
  if (draft.dueDate !== null) {
    if (draft.dueDate < draft.invoiceDate)
      return {
        errors: {
          due_date: ['The due date is before the invoice date.'],
        },
      }
    const agrees = draft.terms !== null && dueDate(draft.invoiceDate, draft.terms) === draft.dueDate
    return { dueDate: draft.dueDate, terms: agrees ? draft.terms! : 'custom' }
  }
  const terms = draft.terms ?? fallback
  const due =
    draft.termDays === null ? dueDate(draft.invoiceDate, terms) : addDays(draft.invoiceDate, draft.termDays)
  if (due === null) return { errors: { due_date: ['Add a due date.'] } }
  if (!isCalendarDate(due)) return { errors: { due_date: [`${due} is too far away.`] } }
  return { dueDate: due, terms }
}

/** An existing invoice with the number. */
export interface NumberTaken {
  /** Returns whether it has the same content as the row. */
  isSame(invoice: ResolvedInvoice): boolean
}

/** Leaves the same invoice unchanged; refuses another one with a used number. */
function settleNumber(decision: InvoiceDecision, taken: NumberTaken): InvoiceDecision {
  const { invoice, summary } = decision
  if (!invoice) return decision
  if (taken.isSame(invoice)) return { outcome: 'unchanged', errors: {}, summary }
  return {
    outcome: 'reject',
    errors: { number: ['This number is already used. Enter another one.'] },
    summary,
  }
}

export interface InvoiceToJudge {
  readonly draft: InvoiceDraft
  readonly rowNumber: number
  readonly candidates: readonly InvoicedCustomer[]
  readonly taken: NumberTaken | null
}

/** Records earlier rows: used numbers, and customers to be created. */
export class InvoicesOfFile {
  readonly #numbers = new Map<string, { rowNumber: number; facts: string }>()
  readonly #customers = new Map<string, InvoicedCustomer[]>()

  /** Judges an invoice and records it unless it is rejected. */
  judge(given: InvoiceToJudge, formats: Formats, defaults: InvoiceDefaults): InvoiceDecision {
    const { draft, rowNumber } = given
    const again = this.#again(draft)
    if (again) return again
    const candidates = [...given.candidates, ...this.#addedFor(draft)]
    const decided = decideInvoice(draft, candidates, formats, defaults)
    const decision = given.taken ? settleNumber(decided, given.taken) : decided
    const { invoice } = decision
    if (decision.outcome !== 'reject')
      this.remember(draft, rowNumber, invoice && invoice.customerId === null ? invoice.currency : null)
    return decision
  }

  /** Records an invoice, and the currency of the customer it adds, if any. */
  remember(draft: InvoiceDraft, rowNumber: number, addsCustomerIn: string | null): void {
    this.#numbers.set(draft.number.toLowerCase(), { rowNumber, facts: JSON.stringify(draft) })
    if (addsCustomerIn === null) return
    const id = newCustomerKey(rowNumber)
    const added = { id, shortName: nameOf(draft), currency: addsCustomerIn, isActive: true, terms: null }
    this.#note(`short_name ${added.shortName.toLowerCase()}`, { ...added, by: 'short_name' })
    if (draft.customerEmail) this.#note(`email ${draft.customerEmail}`, { ...added, by: 'email' })
  }

  #again(draft: InvoiceDraft): Verdict | null {
    const first = this.#numbers.get(draft.number.toLowerCase())
    if (!first) return null
    if (first.facts === JSON.stringify(draft))
      return {
        outcome: 'duplicate',
        errors: {},
        summary: `${draft.number} · the same as row ${first.rowNumber}`,
      }
    const sentence = `This number is already used in row ${first.rowNumber}.`
    return {
      outcome: 'reject',
      errors: { number: [sentence] },
      summary: `${draft.number} · ${nameOf(draft)}`,
    }
  }

  /** Customers that earlier rows add, by this row's name and address. */
  #addedFor(draft: InvoiceDraft): InvoicedCustomer[] {
    return [
      ...(this.#customers.get(`short_name ${nameOf(draft).toLowerCase()}`) ?? []),
      ...(draft.customerEmail ? (this.#customers.get(`email ${draft.customerEmail}`) ?? []) : []),
    ]
  }

  #note(key: string, customer: InvoicedCustomer): void {
    this.#customers.set(key, [...(this.#customers.get(key) ?? []), customer])
  }
}

/** Placeholder id of the customer whom a row adds. */
export const newCustomerKey = (rowNumber: number): string => `row ${rowNumber}`

/** Names a customer without a name by their address. */
const nameOf = (draft: InvoiceDraft): string => draft.customerName || draft.customerEmail
