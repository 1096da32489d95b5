import { msg } from '../../../../../domain/languages/msg.ts'
import { failed } from '../../../../gateways/payments/port.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { FIRST_CHECK_MS } from '../../rules/check-schedule.ts'
import type { PayerPayment, Payment } from '../../rules/records.ts'
import { paymentOfCapture, paymentOfOrder } from '../../store/attempts.ts'
import { changePayment, lockPayment } from '../../store/payments.ts'
import { answerPayer } from '../pay/answer-payer.ts'
import { limitProcessorCalls } from '../pay/limit-processor-calls.ts'
import { callProcessor, processorKey } from '../processor/call-processor.ts'
import { findProcessor } from '../processor/find-processor.ts'
import { refuseUnavailable } from '../processor/refuse-unavailable.ts'
import { readPayable } from '../read/read-payable.ts'
import { payerPaymentOf } from '../read/read-payer-payment.ts'
import { checkPayment } from '../reconcile/check-payment.ts'
import { applyOutcome } from '../settle/apply-outcome.ts'

export interface OrderCapture {
  readonly order_id: string
  readonly request_id: string
  readonly store_method: boolean
}

/**
 * Captures an order that its payer approved, once for any number of requests. The payer's return from PayPal
 * proves nothing; only the processor's report counts. Refuses invoice_unknown, not_found for an order of
 * another invoice, request_id_reused, wrong_state before the approval, payment_failed, processor_unavailable,
 * too_many_requests.
 */
export async function captureOrder(
  uow: UnitOfWork,
  invoiceId: string,
  body: OrderCapture,
): Promise<PayerPayment> {
  const payment = await uow.transaction((ctx) => startCapture(ctx, invoiceId, body))
  await failpoint('capture.intended')
  if (payment.status === 'input') {
    await limitProcessorCalls(uow, payment.id)
    await capture(uow, payment, body.store_method)
  }
  const settled = await uow.transaction((ctx) => payerPaymentOf(ctx, invoiceId, payment.id))
  if (settled.payment.status === 'input')
    throw refuse('wrong_state', msg('Approve the payment at PayPal first.'))
  return answerPayer(settled.payment, settled.payable.invoice, false)
}

async function startCapture(ctx: Ctx, invoiceId: string, body: OrderCapture): Promise<Payment> {
  const { invoice } = await readPayable(ctx, invoiceId)
  const found = await paymentOfOrder(ctx, invoiceId, body.order_id)
  if (found?.customer_id !== invoice.customerId) throw refuse('not_found')
  const capturedId = await paymentOfCapture(ctx, body.request_id)
  if (capturedId !== null && capturedId !== found.id) throw refuse('request_id_reused')
  const payment = (await lockPayment(ctx, found.id))!
  if (payment.status !== 'input') return payment
  return changePayment(ctx, payment.id, {
    capture_request_id: payment.capture_request_id ?? body.request_id,
    store_method: body.store_method,
    check_count: 0,
    called_at: asDate(ctx.now),
    next_check_at: asDate(ctx.now + FIRST_CHECK_MS),
  })
}

async function capture(uow: UnitOfWork, payment: Payment, storeMethod: boolean): Promise<void> {
  const processor = await findProcessor(uow, payment.provider)
  if (!processor || payment.provider_ref === null) throw refuse('processor_unavailable')
  const { adapter, connection, recipient } = processor
  const ref = payment.provider_ref
  const outcome = await callProcessor(uow.app, `${adapter.id} capture order`, async () => {
    await failpoint('capture.provider_before')
    return adapter.confirm
      ? adapter.confirm(connection, ref, 'approve', processorKey(payment.id, 'confirm-approve'), {
          storeMethod,
        })
      : unsupported
  })
  await failpoint('capture.provider_after')
  // Not approved, captured before, or canceled: the processor's report decides.
  if (!outcome.ok && outcome.error.kind === 'wrong_state') {
    await checkPayment(uow, payment.id)
    return
  }
  // Nothing happened and the order is unchanged: the payer may try again.
  if (!outcome.ok && (outcome.error.kind === 'unavailable' || outcome.error.kind === 'rate_limited'))
    throw refuseUnavailable(outcome.error.code)
  await uow.transaction(async (ctx) => {
    await applyOutcome(ctx, payment.id, outcome, { recipient, cause: 'order captured' })
    await failpoint('capture.before_commit')
  })
  await failpoint('capture.committed')
}

const unsupported = failed({ kind: 'unsupported', code: 'no_confirm', raw: null })
