import type { InvoiceEventKind } from '../../../../../domain/invoices/invoice-events.ts'
import { displayAmount, formatAmount, sumMinor } from '../../../../../domain/money/money.ts'
import type { HistoryRow, InvoiceWhole } from '../../store/detail.ts'

export interface InvoiceEvent {
  readonly at: string
  readonly kind: InvoiceEventKind
  readonly text: string
  readonly amount: string | null
  /** Path in the business app with details, or null. */
  readonly link: string | null
}

/** Returns the timeline of an invoice, newest first. */
export function readInvoiceHistory(invoice: InvoiceWhole, history: readonly HistoryRow[]): InvoiceEvent[] {
  const events: (InvoiceEvent | null)[] = history.map((row) => {
    if (row.source === 'ledger') return ledgerEvent(invoice, row)
    return row.source === 'mail' ? mailEvent(row) : auditEvent(invoice, row, history)
  })
  if (!history.some((row) => row.kind === 'invoices.create' || row.kind === 'invoices.duplicate'))
    events.unshift(event(invoice.created_at, 'created', 'Imported'))
  if (invoice.viewed_at) events.push(event(invoice.viewed_at, 'viewed', 'Opened by the customer'))
  return events
    .filter((item): item is InvoiceEvent => item !== null)
    .map((item, order) => ({ item, order }))
    .sort((a, b) => (a.item.at === b.item.at ? b.order - a.order : a.item.at < b.item.at ? 1 : -1))
    .map(({ item }) => item)
}

const event = (
  at: Date,
  kind: InvoiceEventKind,
  text: string,
  amount: string | null = null,
  link: string | null = null,
): InvoiceEvent => ({ at: at.toISOString(), kind, text, amount, link })

const MONEY_KINDS: Readonly<Record<string, InvoiceEventKind>> = {
  payment: 'payment',
  payment_return: 'returned',
  refund: 'refund',
  unapplied_used: 'payment',
  credit_applied: 'credit',
  credit_unapplied: 'credit',
  late_fee: 'late_fee',
  late_fee_waiver: 'late_fee',
}

function ledgerEvent(invoice: InvoiceWhole, row: HistoryRow): InvoiceEvent | null {
  const kind = MONEY_KINDS[row.kind]
  if (!kind) return null
  const size = row.amount_minor < 0n ? -row.amount_minor : row.amount_minor
  const link = row.object_type === 'payment' ? `/payment-processing/${row.object_id}` : null
  // The page is the invoice's own, so that its number says nothing here.
  const text = kind === 'late_fee' ? row.text.replace(`, invoice ${invoice.number}`, '') : row.text
  return event(row.at, kind, text, formatAmount(size, invoice.currency), link)
}

/** Delivered mails belong to the sending event, and failed ones have an event of the account. */
function mailEvent(row: HistoryRow): InvoiceEvent | null {
  if (row.kind === 'unknown')
    return event(row.at, 'mail_failed', `The email to ${row.text} may not have arrived`)
  return null
}

function auditEvent(
  invoice: InvoiceWhole,
  row: HistoryRow,
  history: readonly HistoryRow[],
): InvoiceEvent | null {
  const by = row.person && ` by ${row.person}`
  const reason = row.reason ? `: ${row.reason}` : ''
  switch (row.kind) {
    case 'invoices.create':
      return event(row.at, 'created', `Created${by}`)
    case 'invoices.duplicate':
      return event(row.at, 'created', `Created as a copy${by}`)
    case 'invoices.update':
      return event(row.at, 'edited', `Changed${by}`)
    case 'invoices.void':
      return event(row.at, 'void', `Voided${by}${reason}`)
    case 'invoices.write-off':
      return event(
        row.at,
        'write_off',
        `Written off${by}${reason}`,
        writtenOff(invoice, row, history, 'write_off'),
      )
    case 'invoices.undo-write-off':
      return event(
        row.at,
        'reopened',
        `Write-off undone${by}`,
        writtenOff(invoice, row, history, 'write_off_reversal'),
      )
    case 'invoices.send':
      return event(
        row.at,
        'sent',
        sendingText(row, history),
        formatAmount(invoice.total_minor - invoice.fees_minor, invoice.currency),
      )
    case 'mail.fail':
      return event(row.at, 'mail_failed', `The email to ${row.text} was not delivered`)
    case 'payments.clearing-sent':
      return clearingEvent(invoice, row, (amount) => `E-check of ${amount} sent, clearing`)
    case 'payments.clearing-failed':
      return clearingEvent(invoice, row, (amount) => `E-check of ${amount} did not go through`)
    case 'payments.disputed':
      return event(
        row.at,
        'returned',
        `Payment disputed${reason}`,
        formatAmount(row.amount_minor, invoice.currency),
        `/payment-processing/${row.object_id}`,
      )
    default:
      return null
  }
}

const clearingEvent = (invoice: InvoiceWhole, row: HistoryRow, words: (amount: string) => string) =>
  event(
    row.at,
    'clearing',
    words(displayAmount(row.amount_minor, invoice.currency)),
    null,
    `/payment-processing/${row.object_id}`,
  )

/**
 * Mails and the audit entry of a sending have the same time, because one transaction reads the clock once.
 */
function sendingText(row: HistoryRow, history: readonly HistoryRow[]): string {
  const mails = history.filter((mail) => mail.source === 'mail' && mail.at.getTime() === row.at.getTime())
  const by = row.person && ` by ${row.person}`
  if (mails.length === 0) return `Issued without email${by}`
  const verb = mails.every((mail) => mail.kind === 'queued' || mail.kind === 'sending') ? 'Sending' : 'Sent'
  return `${verb} to ${mails.map((mail) => mail.text).join(', ')}${by}`
}

/** Returns what the entries of a write-off, or of undoing it, moved. They have the time of its audit entry. */
function writtenOff(
  invoice: InvoiceWhole,
  { at }: HistoryRow,
  history: readonly HistoryRow[],
  kind: 'write_off' | 'write_off_reversal',
): string {
  const entries = history.filter(
    (row) => row.source === 'ledger' && row.kind === kind && row.at.getTime() === at.getTime(),
  )
  const moved = sumMinor(entries.map((entry) => entry.amount_minor))
  return formatAmount(moved < 0n ? -moved : moved, invoice.currency)
}
