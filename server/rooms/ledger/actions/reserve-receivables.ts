import type { Ctx } from '../../../platform/context.ts'
import { addReservations, lockReceivables } from '../store/entries.ts'

export interface Share {
  readonly invoiceId: string
  readonly amountMinor: bigint
}

export type Reservation =
  | { readonly ok: true }
  | { readonly ok: false; readonly invoiceId: string; readonly availableMinor: bigint }

/** Reserves amounts for a payment attempt, so that concurrent payments cannot take them. All or nothing. */
export async function reserve(ctx: Ctx, shares: readonly Share[]): Promise<Reservation> {
  const receivables = new Map(
    (
      await lockReceivables(
        ctx,
        shares.map((share) => share.invoiceId),
      )
    ).map((item) => [item.invoiceId, item]),
  )
  for (const share of shares) {
    const receivable = receivables.get(share.invoiceId)
    const availableMinor = receivable ? receivable.remainingMinor - receivable.reservedMinor : 0n
    if (share.amountMinor > availableMinor) return { ok: false, invoiceId: share.invoiceId, availableMinor }
  }
  await addReservations(ctx, shares, 1n)
  return { ok: true }
}

/** Releases the reserved amounts of a payment that will not happen. */
export async function release(ctx: Ctx, shares: readonly Share[]): Promise<void> {
  await lockReceivables(
    ctx,
    shares.map((share) => share.invoiceId),
  )
  await addReservations(ctx, shares, -1n)
}
