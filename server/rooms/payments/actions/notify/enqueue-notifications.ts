import type { Ctx } from '../../../../platform/context.ts'
import type { Payment } from '../../rules/records.ts'

/** Enqueues the receipt of a confirmed payment, and the owners' email unless staff made the payment. */
export async function enqueueNotifications(
  ctx: Ctx,
  { id: paymentId, channel }: Pick<Payment, 'id' | 'channel'>,
): Promise<void> {
  const { jobs } = ctx.app
  await Promise.all([
    jobs.enqueue(ctx, 'payments.send-receipt', { paymentId }),
    channel !== 'staff' && jobs.enqueue(ctx, 'payments.notify-of-payment', { paymentId }),
  ])
}
