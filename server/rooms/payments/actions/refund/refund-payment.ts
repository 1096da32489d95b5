import { checkPaymentAmount } from '../../../../../domain/money/amount-check.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import { type Ctx, nextId, type UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { type Refusal, refuse, refuseFields } from '../../../../platform/refusal.ts'
import { askedAt, FIRST_CHECK_MS } from '../../rules/check-schedule.ts'
import { type Payment, type PaymentDetail, refundableMinor } from '../../rules/records.ts'
import { isManual } from '../../rules/texts.ts'
import {
  changeRefund,
  insertRefund,
  type Refund,
  refundingMinorOf,
  refundOfRequest,
} from '../../store/refunds.ts'
import { isSameRequest, requestHashes } from '../pay/hash-request.ts'
import { callProcessor, processorKey } from '../processor/call-processor.ts'
import { findProcessor, type Processor, refuseFormerAccount } from '../processor/find-processor.ts'
import { refuseStaffUnavailable } from '../processor/refuse-unavailable.ts'
import { readPayment } from '../read/read-payment.ts'
import { lockWithInvoices } from '../settle/lock-payment.ts'
import { applyRefundOutcome } from './apply-refund-outcome.ts'
import { settleRefund } from './settle-refund.ts'

export interface RefundRequestBody {
  readonly total: string
  readonly total_currency: string
  readonly request_id: string
  readonly reason: string
}

/**
 * Refunds all or a part of a confirmed payment: reserved under the payment's lock, requested from the
 * processor, booked. A partly refunded payment stays confirmed. Refuses not_found, wrong_state,
 * request_id_reused, in_progress, payment_failed, processor_unavailable, payments_paused, or messages beside
 * `total` and `total_currency`.
 */
export async function refundPayment(
  uow: UnitOfWork,
  paymentId: string,
  body: RefundRequestBody,
): Promise<PaymentDetail> {
  const { payment, refund, replay } = await uow.transaction((ctx) => startRefund(ctx, paymentId, body))
  await failpoint('refund.reserved')
  const settled = replay || isManual(payment.type) ? refund : await requestRefund(uow, payment, refund)
  await failpoint('refund.committed')
  if (settled.status === 'rejected') throw await refusalOf(uow, settled)
  return uow.transaction((ctx) => readPayment(ctx, paymentId))
}

async function refusalOf({ app }: UnitOfWork, refund: Refund): Promise<Refusal> {
  if (refund.failure_code === 'unavailable') return refuseStaffUnavailable(app)
  return refuse('payment_failed', refund.failure_message ?? undefined)
}

interface StartedRefund {
  readonly payment: Payment
  readonly refund: Refund
  readonly replay: boolean
}

async function startRefund(ctx: Ctx, paymentId: string, body: RefundRequestBody): Promise<StartedRefund> {
  const hashes = requestHashes(ctx.app.config, { paymentId, ...body })
  // A manual refund is settled in this transaction, so its invoices are locked first, as everywhere.
  const { payment } = await lockWithInvoices(ctx, paymentId)
  const before = await refundOfRequest(ctx, body.request_id)
  if (before) {
    if (!isSameRequest(before.request_hash, hashes)) throw refuse('request_id_reused')
    if (isRetryable(before)) {
      await findItsProcessor(ctx, payment)
      return { payment, refund: await retryRefund(ctx, payment, before, body), replay: false }
    }
    ctx.app.metrics.duplicatesSuppressed.inc({ kind: 'refund' })
    return { payment, refund: before, replay: true }
  }
  const amountMinor = readTotal(
    payment,
    body,
    refundableMinor(payment, await refundingMinorOf(ctx, paymentId)),
  )
  // A refund that cannot be requested is not recorded: the client may retry with other values.
  const processor = await findItsProcessor(ctx, payment)
  const canRequest = processor !== null && payment.provider_ref !== null
  if (!isManual(payment.type) && !canRequest) throw refuse('processor_unavailable')
  const id = nextId(ctx)
  const refund = await insertRefund(ctx, {
    id,
    payment_id: paymentId,
    request_id: body.request_id,
    request_hash: hashes[0],
    status: 'waiting',
    currency: payment.currency,
    amount_minor: amountMinor,
    reason: body.reason,
    next_check_at: isManual(payment.type) ? null : asDate(ctx.now + FIRST_CHECK_MS),
    called_at: asDate(ctx.now),
    created_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
  })
  if (!refund) throw refuse('request_id_reused')
  await failpoint('refund.inserted')
  await audit(
    ctx,
    'payments.refund',
    { type: 'payment', id: paymentId },
    { number: payment.number, amountMinor: amountMinor.toString() },
  )
  return {
    payment,
    refund: isManual(payment.type) ? await settleManually(ctx, refund) : refund,
    replay: false,
  }
}

/** Returns the processor that took a payment; null while it is not connected. Refuses wrong_state for another account there. */
async function findItsProcessor(ctx: Ctx, payment: Payment): Promise<Processor | null> {
  const processor = await findProcessor(ctx, payment.provider)
  if (processor) refuseFormerAccount(processor, askedAt(payment))
  return processor
}

/** The processor was unreachable and nothing happened: the request may be repeated under the same key. */
const isRetryable = (refund: Refund): boolean =>
  refund.status === 'rejected' && refund.failure_code === 'unavailable'

/** Reserves the refund again if its amount is still refundable. The payment must be locked. */
async function retryRefund(
  ctx: Ctx,
  payment: Payment,
  { id }: Refund,
  body: RefundRequestBody,
): Promise<Refund> {
  readTotal(payment, body, refundableMinor(payment, await refundingMinorOf(ctx, payment.id)))
  await audit(
    ctx,
    'payments.retry_refund',
    { type: 'payment', id: payment.id },
    { number: payment.number, total: body.total },
  )
  return changeRefund(ctx, id, {
    status: 'waiting',
    failure_code: null,
    failure_message: null,
    check_count: 0,
    called_at: asDate(ctx.now),
    next_check_at: asDate(ctx.now + FIRST_CHECK_MS),
    settled_at: null,
  })
}

function readTotal(payment: Payment, body: RefundRequestBody, refundable: bigint): bigint {
  if (payment.status !== 'confirmed') throw refuse('wrong_state', 'You can only refund a confirmed payment.')
  if (body.total_currency !== payment.currency)
    throw refuseFields({ total_currency: [`This payment is in ${payment.currency}.`] })
  if (refundable <= 0n) throw refuse('wrong_state', 'The full payment is already refunded or being refunded.')
  const checked = checkPaymentAmount(body.total, { currency: payment.currency, required: true })
  if (!checked.ok) throw refuseFields({ total: [checked.text] })
  if (checked.minor! > refundable)
    throw refuseFields({
      total: [`You can refund at most ${displayAmount(refundable, payment.currency)} of this payment.`],
    })
  return checked.minor!
}

/** A manual payment is refunded by hand. No processor is involved, so the refund is settled at once. */
const settleManually = (ctx: Ctx, refund: Refund): Promise<Refund> => {
  const amount = { minor: refund.amount_minor, currency: refund.currency }
  return settleRefund(
    ctx,
    refund.id,
    { status: 'confirmed', amount, message: null, refundRef: null },
    'manual',
  )
}

async function requestRefund(uow: UnitOfWork, payment: Payment, refund: Refund): Promise<Refund> {
  const amount = { minor: refund.amount_minor, currency: refund.currency }
  const processor = await findProcessor(uow, payment.provider)
  if (!processor || payment.provider_ref === null) throw refuse('processor_unavailable')
  const request = { ourId: refund.id, paymentRef: payment.provider_ref, amount, reason: refund.reason }
  const outcome = await callProcessor(uow.app, `${payment.provider} refund`, async () => {
    await failpoint('refund.provider_before')
    return processor.adapter.refund(processor.connection, request, processorKey(refund.id, 'refund'))
  })
  await failpoint('refund.provider_after')
  return uow.transaction(async (ctx) => {
    const settled = await applyRefundOutcome(ctx, refund.id, outcome, 'reply')
    await failpoint('refund.before_commit')
    return settled
  })
}
