import type { Ctx } from '../../../platform/context.ts'
import { methodText, type Payment } from '../../payments/index.ts'
import { openTask } from '../../worklist/index.ts'
import type { ChargeAttempt } from '../tables.ts'

/** Opens a task for a charge that is not tried again. It ends by itself once the invoice is paid another way. */
export async function openChargeTask(ctx: Ctx, attempt: ChargeAttempt, payment: Payment): Promise<void> {
  const method = methodText(payment.type, payment.method_brand, payment.method_last4)
  await openTask(ctx, {
    key: `charge ${attempt.id}`,
    kind: 'failed_charge',
    customerId: payment.customer_id,
    invoiceIds: [attempt.invoice_id],
    amount: { minor: payment.amount_minor, currency: payment.currency },
    title: 'Ask for another payment method',
    reason: `The automatic payment with ${method} failed. ${payment.failure_message ?? 'It did not go through.'}`,
    endsWhenSettled: true,
  })
}
