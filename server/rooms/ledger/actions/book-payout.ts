import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { NewEntry, Posting } from '../rules.ts'
import { type BookedEntry, readEntry } from '../store/read-entry.ts'
import { appendEntries } from './append-entries.ts'

/** Sums of a payout for the books. Amounts in minor units. */
export interface PayoutToBook {
  readonly payoutId: string
  /** Such as 'Payout po_1'. */
  readonly description: string
  readonly bookedOn: CalendarDate
  readonly currency: string
  /** Sum of our payments in the payout's currency, before fees. Less than zero when it collects. */
  readonly grossMinor: bigint
  readonly feeMinor: bigint
  /** The same movements in the currencies of the payments, which the clearing account holds. */
  readonly cleared: readonly { readonly currency: string; readonly amountMinor: bigint }[]
}

/**
 * Books a payout from clearing to the bank and the processor's fees. `former`: the entry that books it so far. An entry that says
 * something else is reversed; null as `payout` only reverses it. Returns the entry that books the payout now; null for none.
 */
export async function bookPayout(
  ctx: Ctx,
  payout: PayoutToBook | null,
  former: { readonly entryId: string | null; readonly reversedOn: CalendarDate },
): Promise<string | null> {
  const before = former.entryId === null ? null : await readEntry(ctx, former.entryId)
  const postings = payout === null ? [] : legsOf(payout)
  if (before && isSame(before.postings, postings)) return before.id
  const entries: NewEntry[] = []
  if (before) entries.push(reversalOf(ctx, before, former.reversedOn))
  const booked = payout !== null && postings.length > 0 ? entryOf(ctx, payout, postings) : null
  if (booked) entries.push(booked)
  await appendEntries(ctx, entries)
  return booked?.id ?? null
}

const entryOf = (ctx: Ctx, payout: PayoutToBook, postings: readonly Posting[]): NewEntry => ({
  id: nextId(ctx),
  kind: 'payout',
  bookedOn: payout.bookedOn,
  customerId: null,
  source: { type: 'payout', id: payout.payoutId },
  description: payout.description,
  postings,
})

const reversalOf = (ctx: Ctx, before: BookedEntry, bookedOn: CalendarDate): NewEntry => ({
  id: nextId(ctx),
  kind: 'payout_reversal',
  bookedOn,
  customerId: null,
  source: before.source,
  reversesId: before.id,
  description: `${before.description} reversed`,
  postings: before.postings.map((leg) => ({ ...leg, amountMinor: -leg.amountMinor })),
})

/** In each currency the legs add up to zero: what was exchanged is held against the other currency. */
function legsOf({ currency, grossMinor, feeMinor, cleared }: PayoutToBook): Posting[] {
  const legs: Posting[] = [
    ...cleared.map(
      (part): Posting => ({
        ledgerAccount: 'clearing',
        customerId: null,
        currency: part.currency,
        amountMinor: -part.amountMinor,
      }),
    ),
    { ledgerAccount: 'bank', customerId: null, currency, amountMinor: grossMinor - feeMinor },
    { ledgerAccount: 'processor_fees', customerId: null, currency, amountMinor: feeMinor },
  ]
  const sums = new Map<string, bigint>()
  for (const leg of legs) sums.set(leg.currency, (sums.get(leg.currency) ?? 0n) + leg.amountMinor)
  for (const [of, sum] of sums)
    legs.push({ ledgerAccount: 'currency_exchange', customerId: null, currency: of, amountMinor: -sum })
  return legs.filter((leg) => leg.amountMinor !== 0n)
}

const isSame = (left: readonly Posting[], right: readonly Posting[]): boolean =>
  left.length === right.length &&
  left.every((leg, at) => {
    const other = right[at]!
    return (
      leg.ledgerAccount === other.ledgerAccount &&
      leg.currency === other.currency &&
      leg.amountMinor === other.amountMinor
    )
  })
