import type { ProcessorPayment } from '../../../../gateways/payments/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { Payment } from '../../rules/records.ts'

/** Enqueues the mail to a payer who has to act later than now: the bank asked while they were absent, or an account is verified. */
export async function askPayer(ctx: Ctx, payment: Payment, { next }: ProcessorPayment): Promise<void> {
  if (next?.kind !== 'authentication' && next?.kind !== 'verify_account') return
  await ctx.app.jobs.enqueue(ctx, 'payments.ask-payer', { paymentId: payment.id })
}
