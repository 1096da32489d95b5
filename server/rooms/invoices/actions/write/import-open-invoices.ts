import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import type { PaymentTerms } from '../../../../../domain/dates/terms.ts'
import { computeInvoiceTotals, type InvoiceLine } from '../../../../../domain/invoices/invoice-totals.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { bookInvoices } from '../../../ledger/index.ts'
import { numberAfter } from '../../rules.ts'
import { type InvoiceToImport, insertImported } from '../../store/import-invoices.ts'
import { continueAfter, readCounter } from '../../store/numbers.ts'

/**
 * A checked invoice that was issued elsewhere. Its customer belongs to this account and has this currency.
 */
export interface ImportedInvoice {
  /** Generated when absent. */
  readonly id?: string | undefined
  readonly number: string
  readonly customerId: string
  readonly currency: string
  readonly invoiceDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly terms: PaymentTerms
  readonly notes: string
  readonly lines: readonly (InvoiceLine & { readonly description: string; readonly detail: string })[]
  /** Amount paid before, in minor units: 0 to the total. */
  readonly paidMinor: bigint
  /** Hash of the row, by which the same file is recognized. */
  readonly fingerprint?: Buffer | undefined
}

export interface ImportOutcome {
  /** Ids of the written invoices by number. */
  readonly written: ReadonlyMap<string, string>
  /** Numbers taken by another invoice meanwhile; nothing was written for them. */
  readonly taken: readonly string[]
}

/**
 * Writes issued invoices and books them, in a fixed number of statements. Totals are computed here. Used
 * numbers are skipped and returned. The caller writes the audit entry.
 */
export async function importOpenInvoices(
  ctx: Ctx,
  batch: readonly ImportedInvoice[],
): Promise<ImportOutcome> {
  const invoices = batch.map((invoice) => priced(ctx, invoice))
  const ids = new Set(await insertImported(ctx, invoices))
  const written = invoices.filter((invoice) => ids.has(invoice.id))
  await bookInvoices(
    ctx,
    written.map((invoice) => ({
      invoiceId: invoice.id,
      customerId: invoice.customerId,
      currency: invoice.currency,
      number: invoice.number,
      bookedOn: invoice.invoiceDate,
      dueDate: invoice.dueDate,
      netMinor: invoice.totals.totalMinor - invoice.totals.taxMinor,
      taxMinor: invoice.totals.taxMinor,
      formerlyPaidMinor: invoice.paidMinor,
    })),
  )
  await failpoint('import.booked')
  await continueNumbers(ctx, written)
  return {
    written: new Map(written.map((invoice) => [invoice.number, invoice.id])),
    taken: invoices.filter((invoice) => !ids.has(invoice.id)).map((invoice) => invoice.number),
  }
}

function priced(ctx: Ctx, invoice: ImportedInvoice): InvoiceToImport & { paidMinor: bigint } {
  const totals = computeInvoiceTotals(invoice.lines)
  if (totals.totalMinor <= 0n || invoice.paidMinor < 0n || invoice.paidMinor > totals.totalMinor)
    throw new Error('an imported invoice was not checked')
  return {
    ...invoice,
    id: invoice.id ?? nextId(ctx),
    fingerprint: invoice.fingerprint ?? null,
    totals,
    lines: invoice.lines.map((line, index) => ({
      ...line,
      taxName: line.taxName ?? '',
      netMinor: totals.lines[index]!.netMinor,
      taxMinor: totals.lines[index]!.taxMinor,
    })),
  }
}

/** Continues the sequence after the highest imported number in the account's own format. */
async function continueNumbers(ctx: Ctx, invoices: readonly InvoiceToImport[]): Promise<void> {
  const { prefix } = await readCounter(ctx, 'invoice')
  let highest = 0n
  for (const invoice of invoices) {
    const value = numberAfter(prefix, invoice.number) ?? 0n
    if (value > highest) highest = value
  }
  if (highest > 0n) await continueAfter(ctx, 'invoice', highest)
}
