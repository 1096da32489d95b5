import { audit } from '../../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { todayOf } from '../../../accounts/index.ts'
import { bookPayout, type PayoutToBook } from '../../../ledger/index.ts'
import { lockPayout, markBooked, ownLinesOf, payoutsToBook } from '../../store/payout-bookings.ts'
import type { PayoutRow } from '../../store/payouts.ts'

const PAGE = 100

/** Books the payouts of a processor whose entries don't say yet what it reports, each in a transaction of its own. */
export async function bookPayouts(uow: UnitOfWork, provider: string): Promise<void> {
  for (;;) {
    const ids = await uow.transaction((ctx) => payoutsToBook(ctx, provider, PAGE))
    for (const id of ids) await uow.transaction((ctx) => book(ctx, id))
    if (ids.length < PAGE) return
  }
}

/** Books a payout that has arrived, once, and takes its entry back when it failed afterwards. */
async function book(ctx: Ctx, payoutId: string): Promise<void> {
  const payout = await lockPayout(ctx, payoutId)
  if (!payout || payout.is_booked) return
  const reversedOn = await todayOf(ctx)
  const wanted = payout.status === 'paid' ? await toBook(ctx, payout) : null
  const entryId = await bookPayout(ctx, wanted, { entryId: payout.entry_id, reversedOn })
  await failpoint('payout.booked')
  await markBooked(ctx, payoutId, entryId)
  if (entryId === payout.entry_id) return
  await audit(
    ctx,
    entryId === null ? 'payments.reverse_payout' : 'payments.book_payout',
    { type: 'payout', id: payoutId },
    { gatewayId: payout.payout_ref, amountMinor: payout.amount_minor.toString(), currency: payout.currency },
  )
  await failpoint('payout.before_commit')
}

/** Only lines of our payments are booked: the rest of a payout is the company's own business with its processor. */
async function toBook(ctx: Ctx, payout: PayoutRow): Promise<PayoutToBook | null> {
  const lines = await ownLinesOf(ctx, payout)
  if (lines.length === 0) return null
  const cleared = new Map<string, bigint>()
  for (const { currency, own } of lines) cleared.set(currency, (cleared.get(currency) ?? 0n) + own)
  return {
    payoutId: payout.id,
    description: `Payout ${payout.payout_ref}`,
    bookedOn: payout.arrives_on,
    currency: payout.currency,
    grossMinor: lines.reduce((sum, { gross }) => sum + gross, 0n),
    feeMinor: lines.reduce((sum, { fee }) => sum + fee, 0n),
    cleared: [...cleared.keys()]
      .sort()
      .map((currency) => ({ currency, amountMinor: cleared.get(currency)! })),
  }
}
