import type { CalendarDate, DateFormat } from '../../../../domain/dates/calendar.ts'
import type { CurrencyCode } from '../../../../domain/money/money.ts'
import type { Logo } from './logo.ts'

/** Who issues the document. Address lines are written as they are, one a line. */
export interface PdfCompany {
  readonly name: string
  readonly addressLines: readonly string[]
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
  /** ISO 3166 code; the United States, Canada and Mexico print on Letter, all others on A4. */
  readonly countryCode?: string | null | undefined
  /** Bytes of a PNG. Nothing is ever loaded from an address or a path. */
  readonly logoPng?: Buffer | null | undefined
  /** The same, once it was prepared: whoever draws needs no pictures' library then. */
  readonly logo?: Logo | null | undefined
  /** '#0e6553': the colour of the one link. Ink is used where it would be hard to read on white. */
  readonly accentColor?: string | null | undefined
}

export interface PdfCustomer {
  readonly name: string
  /** Shown first when it differs from the name. */
  readonly companyName?: string | null | undefined
  readonly addressLines: readonly string[]
}

/** A discreet mark below the number: PAID, VOID, DRAFT. */
export interface PdfStamp {
  readonly text: string
  readonly tone: 'paid' | 'overdue' | 'quiet'
}

/** What every document has. Amounts are minor units of the one currency. */
export interface PdfDocument {
  readonly company: PdfCompany
  readonly customer: PdfCustomer
  readonly number: string
  readonly currency: CurrencyCode
  readonly dateFormat: DateFormat
  /** Epoch milliseconds that the file says it was made at; the same data then gives the same bytes. */
  readonly createdMs: number
  readonly stamp?: PdfStamp | null | undefined
  /** Words to the customer, with line breaks as written. */
  readonly notes?: string | null | undefined
}

export interface PdfLine {
  readonly description: string
  readonly detail?: string | null | undefined
  /** Ten-thousandths of a unit. */
  readonly quantity: bigint
  readonly unitPriceMinor: bigint
  /** Parts per million off the line. */
  readonly discountPpm: number
  readonly taxName?: string | null | undefined
  readonly taxPpm: number
  /** After the discount, before tax. */
  readonly amountMinor: bigint
}

export interface PdfTax {
  readonly name: string
  readonly ratePpm: number
  readonly taxMinor: bigint
}

export interface PdfTotals {
  readonly subtotalMinor: bigint
  readonly discountMinor: bigint
  readonly taxes: readonly PdfTax[]
  readonly totalMinor: bigint
}

export interface InvoicePdf extends PdfDocument {
  readonly invoiceDate: CalendarDate
  readonly dueDate: CalendarDate
  /** 'Net 30' */
  readonly termsLabel?: string | null | undefined
  readonly lines: readonly PdfLine[]
  readonly totals: PdfTotals
  readonly paidMinor: bigint
  readonly creditedMinor: bigint
  readonly writtenOffMinor?: bigint | undefined
  readonly dueMinor: bigint
  /** Terms of sale, below the notes. */
  readonly terms?: string | null | undefined
  /** Where the invoice can be paid; left out of documents that have nothing to pay. */
  readonly payUrl?: string | null | undefined
}

export interface PdfAllocation {
  readonly invoiceNumber: string
  readonly invoiceDate?: CalendarDate | null | undefined
  readonly invoiceTotalMinor: bigint
  readonly paidMinor: bigint
  /** What the invoice still owes after this payment. */
  readonly remainingMinor: bigint
}

export interface ReceiptPdf extends PdfDocument {
  readonly paidOn: CalendarDate
  /** 'Visa •••• 4242' */
  readonly methodText: string
  /** All that was charged, surcharge included. */
  readonly amountMinor: bigint
  readonly surchargeMinor: bigint
  /** 'Credit card surcharge' */
  readonly surchargeLabel?: string | null | undefined
  readonly allocations: readonly PdfAllocation[]
  /** The part kept as credit of the customer. */
  readonly unappliedMinor: bigint
}

export interface PdfCreditUse {
  readonly invoiceNumber: string
  readonly appliedOn: CalendarDate
  readonly amountMinor: bigint
}

export interface CreditMemoPdf extends PdfDocument {
  readonly issuedOn: CalendarDate
  readonly lines: readonly PdfLine[]
  readonly totals: PdfTotals
  readonly uses: readonly PdfCreditUse[]
  readonly remainingMinor: bigint
}

/** A document to be drawn, of whichever kind. Nothing but plain values: it goes to another thread as it is. */
export type Paper =
  | { readonly kind: 'invoice'; readonly data: InvoicePdf }
  | { readonly kind: 'receipt'; readonly data: ReceiptPdf }
  | { readonly kind: 'credit_memo'; readonly data: CreditMemoPdf }

export interface NamedDocument {
  /** 'Invoice INV-1042.pdf' */
  readonly name: string
  readonly paper: Paper
}
