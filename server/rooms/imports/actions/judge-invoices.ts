import type { Ctx } from '../../../platform/context.ts'
import { hashOf } from '../../../platform/ids.ts'
import type { Account } from '../../accounts/index.ts'
import { findCustomersByKeys } from '../../customers/index.ts'
import { findInvoiceNumbers, type NumberMatch, readInvoiceFacts } from '../../invoices/index.ts'
import type { Formats } from '../rules/columns/guess-formats.ts'
import type { Mapping } from '../rules/columns/targets.ts'
import type {
  InvoiceDefaults,
  InvoicedCustomer,
  InvoicesOfFile,
  NumberTaken,
  ResolvedInvoice,
} from '../rules/invoices/decide-invoice.ts'
import type { InvoiceDraft } from '../rules/invoices/invoice-draft.ts'
import { numberOfRow, readInvoiceRows } from '../rules/invoices/read-invoice-rows.ts'
import { type JudgedGroup, slippedErrors } from '../rules/row-check.ts'
import type { RowGroup } from '../rules/row-groups.ts'

/** Stored data of an invoice between check and import. */
export interface InvoiceRecord {
  readonly draft: InvoiceDraft
  /** Currency of the customer whom this row adds; null for an existing customer. */
  readonly addsCustomerIn: string | null
}

export interface InvoiceReading extends Formats {
  readonly mapping: Mapping
  readonly defaults: InvoiceDefaults
}

export const defaultsOf = (account: Account): InvoiceDefaults => ({
  currency: account.currency,
  terms: account.defaultTerms,
})

/** Returns the hash by which an imported invoice is recognized. Default terms do not count. */
export const invoiceFingerprint = (
  draft: InvoiceDraft,
  invoice: ResolvedInvoice,
  customerId: string,
): Buffer =>
  hashOf([
    customerId,
    invoice.currency,
    invoice.invoiceDate,
    draft.dueDate ?? draft.termDays ?? draft.terms,
    invoice.lines,
    invoice.totalMinor,
    invoice.paidMinor,
    invoice.notes,
  ])

export interface FoundForInvoice {
  readonly candidates: readonly InvoicedCustomer[]
  readonly taken: NumberTaken | null
}

/** Finds the customers and the existing invoice of each draft. */
export async function findForInvoices(ctx: Ctx, drafts: readonly InvoiceDraft[]): Promise<FoundForInvoice[]> {
  const keys = drafts.map((draft) => ({
    name: draft.customerName || draft.customerEmail,
    email: draft.customerEmail,
  }))
  const candidates = await findCustomersByKeys(ctx, keys)
  const numbers = await findInvoiceNumbers(
    ctx,
    drafts.map((draft) => draft.number),
  )
  const byNumber = new Map(numbers.map((match) => [match.key, match]))
  const unmarked = numbers.filter((match) => match.fingerprint === null).map((match) => match.id)
  const facts = new Map(
    (unmarked.length > 0 ? await readInvoiceFacts(ctx, unmarked) : []).map((invoice) => [
      invoice.id,
      invoice,
    ]),
  )
  return drafts.map((draft, index) => {
    const match = byNumber.get(draft.number.toLowerCase())
    return {
      candidates: candidates[index]!,
      taken: match ? { isSame: (invoice) => isSame(draft, invoice, match) } : null,
    }
  })

  /** An imported invoice is the same when its fingerprint is; one written here, when its facts are. */
  function isSame(draft: InvoiceDraft, invoice: ResolvedInvoice, match: NumberMatch): boolean {
    const { customerId } = invoice
    if (customerId === null || customerId !== match.customerId) return false
    if (match.fingerprint) return match.fingerprint.equals(invoiceFingerprint(draft, invoice, customerId))
    const known = facts.get(match.id)
    return (
      known !== undefined &&
      known.currency === invoice.currency &&
      known.invoiceDate === invoice.invoiceDate &&
      known.dueDate === invoice.dueDate &&
      known.totalMinor - known.feesMinor === invoice.totalMinor
    )
  }
}

/** As `lookUpCustomers`, for a list of invoices. */
export async function lookUpInvoices(
  ctx: Ctx,
  groups: readonly RowGroup[],
  reading: InvoiceReading,
  file: InvoicesOfFile,
): Promise<() => JudgedGroup[]> {
  const read = groups.map((group) => ({ group, read: readInvoiceRows(group.rows, reading.mapping, reading) }))
  const drafts = read.flatMap((item) => (item.read.ok ? [item.read.draft] : []))
  const found = await findForInvoices(ctx, drafts)
  const foundFor = new Map(drafts.map((draft, index) => [draft, found[index]!]))
  return () =>
    read.map(({ group, read }): JudgedGroup => {
      const slipped = slippedErrors(group)
      if (!read.ok || slipped) {
        const errors = slipped ?? (read.ok ? {} : read.errors)
        const summary = numberOfRow(group.rows[0]!.cells, reading.mapping) || 'No number'
        return { group, record: null, outcome: 'reject', errors, summary }
      }
      const { draft } = read
      const given = { draft, rowNumber: group.rowNumber, ...foundFor.get(draft)! }
      const { outcome, errors, summary, invoice } = file.judge(given, reading, reading.defaults)
      const addsCustomerIn = invoice && invoice.customerId === null ? invoice.currency : null
      const record: InvoiceRecord | null = outcome === 'create' ? { draft, addsCustomerIn } : null
      return { group, outcome, errors, summary, record }
    })
}

/** Records an invoice that was judged before the check was interrupted. */
export function recallInvoice(
  group: RowGroup,
  reading: InvoiceReading,
  file: InvoicesOfFile,
  record: unknown,
): void {
  const read = readInvoiceRows(group.rows, reading.mapping, reading)
  if (read.ok)
    file.remember(read.draft, group.rowNumber, (record as InvoiceRecord | null)?.addsCustomerIn ?? null)
}
