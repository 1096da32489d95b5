import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import type { PaymentTerms } from '../../../../../domain/dates/terms.ts'

/**
 * A line of the file. Quantities and percentages are plain decimals, amounts the file's own text; '' for
 * none.
 */
export interface DraftLine {
  readonly description: string
  readonly detail: string
  readonly quantity: string
  readonly unitPrice: string
  readonly amount: string
  readonly discount: string
  readonly taxRate: string
  readonly taxAmount: string
}

/**
 * An invoice of the file before its customer is known, who decides the currency and so how amounts are
 * read. Stored as JSON between check and import.
 */
export interface InvoiceDraft {
  readonly number: string
  readonly customerName: string
  readonly customerEmail: string
  readonly invoiceDate: CalendarDate
  readonly dueDate: CalendarDate | null
  readonly terms: PaymentTerms | null
  /** Days of terms that are not standard. */
  readonly termDays: number | null
  readonly currency: string | null
  readonly total: string
  readonly amountPaid: string
  readonly balance: string
  /** Payment status in the file. */
  readonly standing: 'open' | 'part_paid' | 'paid'
  readonly notes: string
  /** True when the file has a price or an amount per line; otherwise one line holds the total. */
  readonly hasLines: boolean
  readonly lines: readonly DraftLine[]
}
