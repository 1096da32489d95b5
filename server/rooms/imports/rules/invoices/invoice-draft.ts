import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import type { PaymentTerms } from '../../../../../domain/dates/terms.ts'

/** A line as the file has it. Quantities and percentages are plain decimals, amounts still the file's own text; '' is none. */
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
 * An invoice as the file has it, before its customer is known: that decides the currency, and so how amounts are read.
 * It is kept as JSON between checking and writing.
 */
export interface InvoiceDraft {
  readonly number: string
  readonly customerName: string
  readonly customerEmail: string
  readonly invoiceDate: CalendarDate
  readonly dueDate: CalendarDate | null
  readonly terms: PaymentTerms | null
  /** Days of terms that aren't among ours. */
  readonly termDays: number | null
  readonly currency: string | null
  readonly total: string
  readonly amountPaid: string
  readonly balance: string
  /** What the file's status says of what is paid. */
  readonly standing: 'open' | 'part_paid' | 'paid'
  readonly notes: string
  /** True when the file has a price or an amount for each line; otherwise there is one line, of the total. */
  readonly hasLines: boolean
  readonly lines: readonly DraftLine[]
}
