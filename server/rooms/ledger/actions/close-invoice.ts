import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { entriesOfSource, lockReceivables, type Receivable } from '../store/entries.ts'
import { type StandingWriteOff, selectStandingWriteOffs } from '../store/write-offs.ts'
import { appendEntries } from './append-entries.ts'

interface Closing {
  readonly invoiceId: string
  readonly number: string
  readonly bookedOn: CalendarDate
}

/** Voids a whole invoice. Refuses wrong_state when anything is settled or reserved on it. */
export async function bookVoid(
  ctx: Ctx,
  closing: Closing & { netMinor: bigint; taxMinor: bigint },
): Promise<void> {
  const receivable = await lockWithoutReservation(ctx, closing.invoiceId)
  if (receivable.remainingMinor !== receivable.chargedMinor)
    throw refuse(
      'wrong_state',
      'This invoice has payments or credits. Refund or unapply them, or write off the rest.',
    )
  const { customerId, currency } = receivable
  const [reversesId] = await entriesOfSource(ctx, closing.invoiceId, 'invoice')
  await appendEntries(ctx, [
    {
      id: nextId(ctx),
      kind: 'void',
      bookedOn: closing.bookedOn,
      customerId,
      source: { type: 'invoice', id: closing.invoiceId },
      ...(reversesId !== undefined && { reversesId }),
      description: `Invoice ${closing.number} voided`,
      postings: [
        {
          ledgerAccount: 'receivable',
          customerId,
          invoiceId: closing.invoiceId,
          currency,
          amountMinor: -receivable.remainingMinor,
        },
        { ledgerAccount: 'sales', customerId, currency, amountMinor: closing.netMinor },
        { ledgerAccount: 'sales_tax', customerId, currency, amountMinor: closing.taxMinor },
      ],
    },
  ])
}

/**
 * Writes off the remaining amount and returns it. Refuses wrong_state when nothing remains or a payment is
 * under way.
 */
export async function bookWriteOff(ctx: Ctx, closing: Closing): Promise<bigint> {
  const receivable = await lockWithoutReservation(ctx, closing.invoiceId)
  if (receivable.remainingMinor === 0n) throw refuse('wrong_state', 'Nothing is left to write off.')
  const { customerId, currency } = receivable
  await appendEntries(ctx, [
    {
      id: nextId(ctx),
      kind: 'write_off',
      bookedOn: closing.bookedOn,
      customerId,
      source: { type: 'invoice', id: closing.invoiceId },
      description: `Rest of invoice ${closing.number} written off`,
      postings: [
        {
          ledgerAccount: 'receivable',
          customerId,
          invoiceId: closing.invoiceId,
          currency,
          amountMinor: -receivable.remainingMinor,
        },
        { ledgerAccount: 'write_offs', customerId, currency, amountMinor: receivable.remainingMinor },
      ],
    },
  ])
  return receivable.remainingMinor
}

/**
 * Reverses every write-off of an invoice that stands, and returns them, oldest first. Refuses wrong_state when none does. A payment
 * under way doesn't matter, because more is owed afterwards than before.
 */
export async function bookWriteOffReversal(ctx: Ctx, reversal: Closing): Promise<StandingWriteOff[]> {
  const [receivable] = await lockReceivables(ctx, [reversal.invoiceId])
  const standing = receivable ? await selectStandingWriteOffs(ctx, reversal.invoiceId) : []
  if (!receivable || standing.length === 0)
    throw refuse('wrong_state', 'Nothing is written off on this invoice. It may have been undone already.')
  const { customerId, currency } = receivable
  await appendEntries(
    ctx,
    standing.map(({ entryId, amountMinor }) => ({
      id: nextId(ctx),
      kind: 'write_off_reversal',
      bookedOn: reversal.bookedOn,
      customerId,
      source: { type: 'invoice', id: reversal.invoiceId },
      reversesId: entryId,
      description: `Write-off of invoice ${reversal.number} undone`,
      postings: [
        { ledgerAccount: 'receivable', customerId, invoiceId: reversal.invoiceId, currency, amountMinor },
        { ledgerAccount: 'write_offs', customerId, currency, amountMinor: -amountMinor },
      ],
    })),
  )
  return standing
}

async function lockWithoutReservation(ctx: Ctx, invoiceId: string): Promise<Receivable> {
  const [receivable] = await lockReceivables(ctx, [invoiceId])
  if (!receivable) throw refuse('wrong_state', 'Nothing is owed on this invoice.')
  if (receivable.reservedMinor !== 0n)
    throw refuse('wrong_state', 'A payment for this invoice is pending. Wait until it clears.')
  return receivable
}
