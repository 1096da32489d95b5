import type { Payout, PayoutDetail } from '../../../../../contract/payments/payouts.ts'
import type { FileReply } from '../../../../../contract/route.ts'
import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import { formatAmount, sumMinor } from '../../../../../domain/money/money.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { CSV_BOM, writeCsv } from '../../../../platform/csv/write-csv.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { type LedgerAccount, readEntry } from '../../../ledger/index.ts'
import { linesOfPayout, onePayout, type PayoutRow } from '../../store/payouts.ts'

const STATES: Record<Payout['status'], string> = {
  on_its_way: 'On its way',
  paid: 'Arrived',
  failed: 'Failed',
}

const KINDS: Record<PayoutDetail['lines'][number]['kind'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  fee: 'Fee',
  other: 'Other',
}

/** A payout in the shape of the API. */
export const showPayout = (row: PayoutRow): Payout => ({
  pk: row.id,
  provider: row.provider,
  gateway_id: row.payout_ref,
  status: row.status,
  status_display: STATES[row.status],
  currency: row.currency,
  amount: formatAmount(row.amount_minor, row.currency),
  fees: formatAmount(row.fee_minor, row.currency),
  arrives_on: row.arrives_on,
})

/** Returns a payout with its lines. Refuses not_found. */
export async function readPayout(ctx: Ctx, id: string): Promise<PayoutDetail> {
  const row = await onePayout(ctx, id)
  if (!row) throw refuse('not_found')
  const { timezone } = await readAccountRow(ctx)
  const wire = (minor: bigint): string => formatAmount(minor, row.currency)
  return {
    ...showPayout(row),
    booked: row.entry_id === null ? null : await showBooked(ctx, row, row.entry_id),
    lines: (await linesOfPayout(ctx, id)).map((line) => ({
      kind: line.kind,
      kind_display: KINDS[line.kind],
      date: dateInZone(line.at.getTime(), timezone),
      payment:
        line.payment_id !== null && line.number !== null
          ? { pk: line.payment_id, transaction_number: line.number }
          : null,
      customer: line.short_name ?? '',
      gross: wire(line.gross_minor),
      fee: wire(line.fee_minor),
      net: wire(line.gross_minor - line.fee_minor),
    })),
  }
}

async function showBooked(
  ctx: Ctx,
  { currency }: PayoutRow,
  entryId: string,
): Promise<PayoutDetail['booked']> {
  const { bookedOn, postings } = await readEntry(ctx, entryId)
  const sumOf = (account: LedgerAccount): string =>
    formatAmount(
      sumMinor(postings.filter((leg) => leg.ledgerAccount === account).map((leg) => leg.amountMinor)),
      currency,
    )
  return { on: bookedOn, bank: sumOf('bank'), fees: sumOf('processor_fees') }
}

const COLUMNS = ['Date', 'Kind', 'Payment', 'Customer', 'Amount', 'Fee', 'Net', 'Currency']

/** Exports a payout's lines as CSV. The export is in the audit log. Refuses not_found. */
export async function exportPayout(ctx: Ctx, id: string): Promise<FileReply> {
  const { lines, currency, arrives_on, gateway_id: gatewayId } = await readPayout(ctx, id)
  await audit(ctx, 'payments.export_payout', { type: 'payout', id }, { rows: lines.length, gatewayId })
  const rows = lines.map((line) => [
    line.date,
    line.kind_display,
    line.payment?.transaction_number ?? '',
    line.customer,
    line.gross,
    line.fee,
    line.net,
    currency,
  ])
  return {
    mediaType: 'text/csv; charset=utf-8',
    name: `Payout ${arrives_on}.csv`,
    bytes: Buffer.from(CSV_BOM + writeCsv(COLUMNS, rows)),
  }
}
