import { isoInstant } from '../../../server/platform/clock.ts'
import type { Ctx } from '../../../server/platform/context.ts'
import { readPayment } from '../../../server/rooms/payments/index.ts'
import { savePayout, selectPayouts } from '../../../server/rooms/payments/testing.ts'

/** Stores a payout of one payment. Returns its id. */
export async function aPayout(ctx: Ctx, paymentId: string): Promise<string> {
  const { provider, gateway_id } = await readPayment(ctx, paymentId)
  const at = isoInstant(ctx.now)
  const line = { ref: gateway_id!, kind: 'payment', paymentRef: gateway_id, at } as const
  await savePayout(ctx, provider, {
    payoutRef: `po_${paymentId}`,
    status: 'paid',
    currency: 'USD',
    amountMinor: 90n,
    createdAt: at,
    arrivesOn: at.slice(0, 10),
    lines: [{ ...line, grossMinor: 100n, feeMinor: 10n }],
  })
  return (await selectPayouts(ctx, { limit: 1, offset: 0 })).rows[0]!.id
}
