import type { CalendarDate, DateFormat } from '../../../../domain/dates/calendar.ts'
import type { AgingBucket } from '../../../../domain/invoices/aging.ts'
import type { Language } from '../../../../domain/mails/languages.ts'
import type { CurrencyCode } from '../../../../domain/money/money.ts'
import type { OtherWay } from '../../../../domain/payments/bank-details.ts'
import type { OpenCredit, OpenInvoice, StatementLine } from '../../../../domain/statements/build-statement.ts'
import type { StatementKind } from '../../../../domain/statements/statement-kind.ts'
import type { Logo } from './logo.ts'

/** The issuer. Each address line is printed unchanged on a line of its own. */
export interface PdfCompany {
  readonly name: string
  readonly addressLines: readonly string[]
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
  /** ISO 3166 code. It decides the paper size: Letter for the United States, Canada and Mexico, A4 for all others. */
  readonly countryCode?: string | null | undefined
  /** Bytes of a PNG. No logo is loaded from an address or a path. */
  readonly logoPng?: Buffer | null | undefined
  /** The prepared logo. With it the drawing thread doesn't need sharp. */
  readonly logo?: Logo | null | undefined
  /** Color of the payment link, such as '#0e6553'. A color that is hard to read on white is darkened. */
  readonly accentColor?: string | null | undefined
}

export interface PdfCustomer {
  readonly name: string
  /** Shown first when it differs from the name. */
  readonly companyName?: string | null | undefined
  readonly addressLines: readonly string[]
}

/** A small mark below the number, such as PAID, VOID or DRAFT. */
export interface PdfStamp {
  readonly text: string
  readonly tone: 'paid' | 'overdue' | 'quiet'
}

/** Contents that all documents have. Amounts are minor units of `currency`. */
export interface PdfDocument {
  readonly company: PdfCompany
  readonly customer: PdfCustomer
  readonly number: string
  readonly currency: CurrencyCode
  /** Language of the document. Those that earlier versions stored have none. */
  readonly language?: Language | undefined
  readonly dateFormat: DateFormat
  /** Creation date in the file, in epoch ms. It is part of the contents, so that the same contents give the same bytes. */
  readonly createdMs: number
  readonly stamp?: PdfStamp | null | undefined
  /** Text to the customer. Line breaks are kept. */
  readonly notes?: string | null | undefined
}

export interface PdfLine {
  readonly description: string
  readonly detail?: string | null | undefined
  /** Ten-thousandths of a unit. */
  readonly quantity: bigint
  readonly unitPriceMinor: bigint
  /** Discount in parts per million. */
  readonly discountPpm: number
  readonly taxName?: string | null | undefined
  readonly taxPpm: number
  /** After the discount, before tax. */
  readonly amountMinor: bigint
}

export interface PdfTax {
  readonly name: string
  /** Null where only the amount is known. */
  readonly ratePpm: number | null
  readonly taxMinor: bigint
}

/** A late fee within the total. */
export interface PdfLateFee {
  readonly text: string
  readonly chargedOn: CalendarDate
  readonly minor: bigint
}

export interface PdfTotals {
  readonly subtotalMinor: bigint
  readonly discountMinor: bigint
  readonly taxes: readonly PdfTax[]
  readonly lateFees?: readonly PdfLateFee[]
  readonly totalMinor: bigint
}

export interface InvoicePdf extends PdfDocument {
  /** Facts beside the customer, as they are printed; the dates and the amount due when left out. */
  readonly facts?: readonly { readonly label: string; readonly value: string; readonly strong?: boolean }[]
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
  /** Terms of sale, printed below the notes. */
  readonly terms?: string | null | undefined
  /** How to pay by bank transfer or check. */
  readonly otherWays?: readonly OtherWay[] | undefined
  /** Address of the page on which the invoice can be paid. Absent if nothing is due. */
  readonly payUrl?: string | null | undefined
}

export interface PdfAllocation {
  readonly invoiceNumber: string
  readonly invoiceDate?: CalendarDate | null | undefined
  readonly invoiceTotalMinor: bigint
  readonly paidMinor: bigint
  /** Credit that was used on it before the payment. */
  readonly creditMinor?: bigint | undefined
  /** Amount still due on the invoice after this payment. */
  readonly remainingMinor: bigint
}

export interface ReceiptPdf extends PdfDocument {
  readonly paidOn: CalendarDate
  /** 'Visa •••• 4242' */
  readonly methodText: string
  /** Total charge, surcharge included. */
  readonly amountMinor: bigint
  readonly surchargeMinor: bigint
  /** 'Credit card surcharge' */
  readonly surchargeLabel?: string | null | undefined
  readonly allocations: readonly PdfAllocation[]
  /** Part of the payment that became credit of the customer. */
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

export interface StatementPdf extends PdfDocument {
  readonly kind: StatementKind
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly openingMinor: bigint
  readonly lines: readonly Pick<StatementLine, 'bookedOn' | 'description' | 'amountMinor' | 'balanceMinor'>[]
  readonly closingMinor: bigint
  readonly openInvoices: readonly Omit<OpenInvoice, 'invoiceId'>[]
  readonly openCredits: readonly Omit<OpenCredit, 'creditMemoId'>[]
  readonly unappliedMinor: bigint
  readonly owedMinor: bigint
  readonly aging: Readonly<Record<AgingBucket, bigint>>
  /** Address of the page on which the open invoices can be paid. Absent if nothing is due. */
  readonly payUrl?: string | null | undefined
}

export interface AgreementPdf extends PdfDocument {
  readonly confirmedOn: CalendarDate
  readonly confirmedBy: string
  readonly installments: readonly {
    readonly number: number
    readonly dueOn: CalendarDate
    readonly amountMinor: bigint
    readonly isDownPayment: boolean
    /** The part of the amount that is the plan's fee. */
    readonly feeMinor: bigint
  }[]
  /** Text that is agreed to, word for word. */
  readonly text: string
  /** Person who agreed, when and from where. */
  readonly evidence: readonly string[]
}

/** Contents of a document, plain values only: they are cloned to another thread and serialized for storage. */
export type DocumentContents =
  | { readonly kind: 'invoice'; readonly data: InvoicePdf }
  | { readonly kind: 'receipt'; readonly data: ReceiptPdf }
  | { readonly kind: 'credit_memo'; readonly data: CreditMemoPdf }
  | { readonly kind: 'statement'; readonly data: StatementPdf }
  | { readonly kind: 'agreement'; readonly data: AgreementPdf }

export interface NamedDocument {
  /** 'Invoice INV-1042.pdf' */
  readonly name: string
  readonly contents: DocumentContents
}
