import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { readAmount } from '../../rules/option-form.ts'
import type { Payment } from '../../rules/records.ts'
import { paymentOfRequest } from '../../store/payments.ts'
import { answerPayer } from '../pay/answer-payer.ts'
import { attemptPayment } from '../pay/attempt-payment.ts'
import { findPaymentOptions } from '../pay/find-payment-options.ts'
import { requestHashes } from '../pay/hash-request.ts'
import { partialAllowed } from '../pay/offer-options.ts'
import { isRetryable, replayOf } from '../pay/start-payment.ts'
import { type Payable, readPayableAnew } from '../read/read-payable.ts'
import { releaseOwnAttempts } from './release-own-attempts.ts'

/**
 * Starts a PayPal payment: its amount is reserved and an order is made, which the payer then approves at PayPal. A
 * request_id that was used before gets its order again. Refuses invoice_unknown, invoice_not_payable, not_found without
 * PayPal, request_id_reused, in_progress, payment_failed, processor_unavailable, or messages beside `amount`.
 */
export async function createOrder(
  uow: UnitOfWork,
  invoiceId: string,
  body: { amount: string; request_id: string },
): Promise<{ id: string }> {
  const hashes = requestHashes(uow.app.config, { invoiceId, order: body })
  const { shown, before } = await uow.transaction(async (ctx) => ({
    shown: await readPayableAnew(ctx, invoiceId),
    before: await paymentOfRequest(ctx, body.request_id),
  }))
  if (before && !isRetryable(before)) return orderOf(replayOf(uow.app, before, hashes), shown)
  if (shown.payableMinor <= 0n) throw refuse('invoice_not_payable')
  const way = (await findPaymentOptions(uow, shown)).find(({ type }) => type === 'paypal')
  if (!way) throw refuse('not_found')
  const rules = {
    currency: shown.invoice.currency,
    payableMinor: shown.payableMinor,
    partialAllowed: partialAllowed(way, shown),
  }
  const amount = readAmount(body.amount, rules)
  if (!amount.ok) throw refuseFields({ amount: [amount.text] })
  const payable = await releaseOwnAttempts(uow, shown)
  const { payment } = await attemptPayment(uow, way, {
    invoiceId,
    payable,
    providerId: way.processor.provider.id,
    type: way.type,
    stored: null,
    form: {
      amountMinor: amount.minor,
      shownSurchargePpm: null,
      requestId: body.request_id,
      storeMethod: false,
      enableAutoPayments: false,
      values: {},
    },
    partialAllowed: rules.partialAllowed,
    hashes,
  })
  return orderOf(payment, payable)
}

const NOT_OPEN: ReadonlySet<Payment['status']> = new Set(['waiting', 'rejected'])

/**
 * While the processor has not told of the order, the same request has to be made again. One whose first answer was lost
 * is not handed out later: it is let go before long, and nobody should approve what is not going to be captured.
 */
function orderOf(payment: Payment, { invoice }: Payable): { id: string } {
  if (payment.provider_ref !== null && payment.type === 'paypal' && !NOT_OPEN.has(payment.status))
    return { id: payment.provider_ref }
  answerPayer(payment, invoice, true)
  throw refuse('in_progress')
}
