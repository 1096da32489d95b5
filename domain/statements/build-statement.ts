import type { CalendarDate } from '../dates/calendar.ts'
import { type AgingBucket, daysPastDue, sumByAgingBucket } from '../invoices/aging.ts'
import { sumMinor } from '../money/money.ts'

/** Accounts of the ledger that say what a customer owes and may claim. */
const CUSTOMER_ACCOUNTS = ['receivable', 'customer_credit', 'unapplied'] as const
export type CustomerAccount = (typeof CUSTOMER_ACCOUNTS)[number]

/** A sum of postings of one customer in one currency. Positive is owed by the customer. */
export interface StandingSum {
  readonly account: CustomerAccount
  /** The invoice or credit memo; null for unapplied credit. */
  readonly documentId: string | null
  readonly amountMinor: bigint
}

/** A posting of the period, with its entry. */
export interface PeriodPosting extends StandingSum {
  readonly entryId: string
  readonly kind: string
  readonly bookedOn: CalendarDate
  readonly description: string
}

/** Facts of an invoice or credit memo that don't come from the ledger. */
export interface StatementDocument {
  readonly number: string
  readonly date: CalendarDate
  /** Null for a credit memo. */
  readonly dueDate: CalendarDate | null
  /** Money received elsewhere that settles no invoice yet: its number says what it is. */
  readonly isReceived?: boolean
}

export interface StatementLine {
  readonly entryId: string
  readonly kind: string
  readonly bookedOn: CalendarDate
  readonly description: string
  /** Change of the balance. Zero when credit settles an invoice. */
  readonly amountMinor: bigint
  /** Balance after the entry. */
  readonly balanceMinor: bigint
}

export interface OpenInvoice extends StatementDocument {
  readonly invoiceId: string
  readonly remainingMinor: bigint
  /** Days past due at the end of the period; negative while not yet due. */
  readonly daysPastDue: number
}

export interface OpenCredit {
  readonly creditMemoId: string
  readonly number: string
  readonly date: CalendarDate
  readonly isReceived: boolean
  /** Positive: the part of the credit memo that settles no invoice yet. */
  readonly remainingMinor: bigint
}

/** One customer's figures in one currency. The closing balance is what is owed less all credit. */
export interface Statement {
  readonly openingMinor: bigint
  readonly lines: readonly StatementLine[]
  readonly closingMinor: bigint
  readonly openInvoices: readonly OpenInvoice[]
  readonly openCredits: readonly OpenCredit[]
  /** Money received that settles no invoice of the period or before. */
  readonly unappliedMinor: bigint
  readonly owedMinor: bigint
  readonly aging: Readonly<Record<AgingBucket, bigint>>
}

export interface StatementFacts {
  /** Last day of the period. */
  readonly to: CalendarDate
  /** Sums of the postings before the period. */
  readonly before: readonly StandingSum[]
  /** Postings of the period in the order of the statement; those of an entry follow each other. */
  readonly postings: readonly PeriodPosting[]
  /** Every invoice and credit memo of the sums and postings, by id. */
  readonly documents: ReadonlyMap<string, StatementDocument>
}

/** Computes a statement from the ledger. Throws only when a document is missing. */
export function buildStatement({ to, before, postings, documents }: StatementFacts): Statement {
  const openingMinor = sumMinor(before.map((sum) => sum.amountMinor))
  const lines = buildLines(openingMinor, postings)
  const closing = sumByDocument([...before, ...postings])
  const openInvoices = findOpenInvoices(closing, documents, to)
  return {
    openingMinor,
    lines,
    closingMinor: lines.at(-1)?.balanceMinor ?? openingMinor,
    openInvoices,
    openCredits: findOpenCredits(closing, documents),
    unappliedMinor: -sumMinor([...closing.values()].filter(isUnapplied).map((sum) => sum.amountMinor)),
    owedMinor: sumMinor(openInvoices.map((invoice) => invoice.remainingMinor)),
    aging: sumByAgingBucket(openInvoices),
  }
}

/** True when a statement has neither a balance nor an entry nor an open document. */
export const isEmptyStatement = (statement: Statement): boolean =>
  statement.openingMinor === 0n && statement.lines.length === 0 && !hasOpenItems(statement)

/** True when an invoice is open, or credit of the customer settles nothing yet. */
export const hasOpenItems = (statement: Statement): boolean =>
  statement.openInvoices.length > 0 || statement.openCredits.length > 0 || statement.unappliedMinor !== 0n

function buildLines(openingMinor: bigint, postings: readonly PeriodPosting[]): StatementLine[] {
  const lines: StatementLine[] = []
  let balanceMinor = openingMinor
  for (const { entryId, kind, bookedOn, description, amountMinor } of postings) {
    balanceMinor += amountMinor
    const last = lines.at(-1)
    const line = { entryId, kind, bookedOn, description, amountMinor, balanceMinor }
    if (last?.entryId !== entryId) lines.push(line)
    else lines[lines.length - 1] = { ...line, amountMinor: last.amountMinor + amountMinor }
  }
  return lines
}

type Sums = ReadonlyMap<string, StandingSum>

function sumByDocument(sums: readonly StandingSum[]): Sums {
  const byDocument = new Map<string, StandingSum>()
  for (const { account, documentId, amountMinor } of sums) {
    const key = `${account} ${documentId ?? ''}`
    const known = byDocument.get(key)?.amountMinor ?? 0n
    byDocument.set(key, { account, documentId, amountMinor: known + amountMinor })
  }
  return byDocument
}

/**
 * True for a sum that is no open invoice or credit memo. A payment can be booked days before its invoice, which
 * then stands below zero until its own day.
 */
const isUnapplied = ({ account, amountMinor }: StandingSum): boolean =>
  account === 'unapplied' || (account === 'receivable' ? amountMinor < 0n : amountMinor > 0n)

function* openDocuments(
  sums: Sums,
  account: CustomerAccount,
  documents: ReadonlyMap<string, StatementDocument>,
) {
  for (const sum of sums.values()) {
    const { documentId, amountMinor } = sum
    if (sum.account !== account || documentId === null || amountMinor === 0n || isUnapplied(sum)) continue
    const document = documents.get(documentId)
    if (!document) throw new Error(`document ${documentId} of a statement is missing`)
    yield { id: documentId, document, amountMinor }
  }
}

function findOpenInvoices(
  sums: Sums,
  documents: ReadonlyMap<string, StatementDocument>,
  to: CalendarDate,
): OpenInvoice[] {
  return [...openDocuments(sums, 'receivable', documents)]
    .map(({ id, document, amountMinor }) => ({
      ...document,
      invoiceId: id,
      remainingMinor: amountMinor,
      daysPastDue: daysPastDue(document.dueDate ?? document.date, to),
    }))
    .sort((a, b) => b.daysPastDue - a.daysPastDue || (a.invoiceId < b.invoiceId ? -1 : 1))
}

function findOpenCredits(sums: Sums, documents: ReadonlyMap<string, StatementDocument>): OpenCredit[] {
  return [...openDocuments(sums, 'customer_credit', documents)]
    .map(({ id, document: { number, date, isReceived = false }, amountMinor }) => ({
      creditMemoId: id,
      number,
      date,
      isReceived,
      remainingMinor: -amountMinor,
    }))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.creditMemoId < b.creditMemoId ? -1 : 1))
}
