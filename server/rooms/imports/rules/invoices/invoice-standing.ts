import { quote } from '../read-cells.ts'
import type { RowErrors } from '../row-outcomes.ts'
import type { InvoiceDraft } from './invoice-draft.ts'

const words = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()

const set = (list: string): ReadonlySet<string> => new Set(list.split(', '))

const VOID = set(
  'void, voided, deleted, cancelled, canceled, storniert, storno, annule, annulee, anulado, anulada, cancelado, cancelada',
)
const DRAFT = set('draft, submitted, pending approval, awaiting approval, entwurf, brouillon, borrador')
const WRITTEN_OFF = set('written off, write off, bad debt, uncollectible, abgeschrieben')
const PAID = set(
  'paid, fully paid, paid in full, closed, settled, complete, completed, autopaid, bezahlt, beglichen, paye, payee, regle, reglee, pagado, pagada, cobrado, cobrada',
)
const PART_PAID = set(
  'partial, partially paid, part paid, partly paid, teilweise bezahlt, teilbezahlt, partiellement payee, parcialmente pagado, parcialmente pagada',
)
const INVOICE = set(
  'invoice, inv, sales invoice, tax invoice, invoices, accrec, ar invoice, customer invoice, rechnung, ausgangsrechnung, facture, facture client, factura, factura de venta, bill',
)
const CREDIT = /credit|gutschrift|avoir|abono/

/** Recognizes words of a status column; `isTypeWord` those of a type column. */
export const isStatusWord = (text: string): boolean =>
  [VOID, DRAFT, WRITTEN_OFF, PAID, PART_PAID].some((known) => known.has(words(text))) ||
  /^(open|sent|unpaid|overdue|past due|viewed|authori[sz]ed|awaiting payment|outstanding|due|disputed|offen|uberfallig|versendet|impayee?|envoyee?|en retard|pendiente|vencid[ao]|enviad[ao])\b/.test(
    words(text),
  )
export const isTypeWord = (text: string): boolean => INVOICE.has(words(text)) || CREDIT.test(words(text))

/** Refuses rows that are not invoices on which something can be owed; null for others. */
export function refuseOtherDocuments(type: string, status: string): RowErrors | null {
  if (CREDIT.test(words(type)))
    return {
      transaction_type: [`This row is a ${quote(type)}, not an invoice. Issue a credit memo instead.`],
    }
  if (type !== '' && !INVOICE.has(words(type)))
    return { transaction_type: [`This row is a ${quote(type)}, not an invoice.`] }
  const state = words(status)
  if (VOID.has(state)) return { status: ['This invoice is void, so nothing is owed on it.'] }
  if (DRAFT.has(state)) return { status: ['This invoice is a draft, so nothing is owed on it yet.'] }
  if (WRITTEN_OFF.has(state)) return { status: ['This invoice is written off, so nothing is owed on it.'] }
  return null
}

/** Reads the payment status. Unknown words count as open. */
export function readStanding(status: string): InvoiceDraft['standing'] {
  if (PAID.has(words(status))) return 'paid'
  return PART_PAID.has(words(status)) ? 'part_paid' : 'open'
}
