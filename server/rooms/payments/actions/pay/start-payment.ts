import { HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { formatAmount, smallerMinor } from '../../../../../domain/money/money.ts'
import { CONSENT_TEXT_VERSION } from '../../../../../domain/payments/auto-payments.ts'
import type { PaymentType } from '../../../../../domain/payments/payment-status.ts'
import { surchargeMinor } from '../../../../../domain/payments/surcharge.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import { type Actor, type App, type Ctx, nextId } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { Refusal, refuse, refuseFields } from '../../../../platform/refusal.ts'
import { takeNumber } from '../../../invoices/index.ts'
import { lockReceivables, type Receivable, reserve, type Share } from '../../../ledger/index.ts'
import { FIRST_CHECK_MS } from '../../rules/check-schedule.ts'
import { type FilledForm, readAmount } from '../../rules/option-form.ts'
import type { Payment } from '../../rules/records.ts'
import { allocationsOf, insertAllocations, moveAllocations } from '../../store/allocations.ts'
import type { MethodRow } from '../../store/methods.ts'
import {
  addEvent,
  changePayment,
  declinesSince,
  insertPayment,
  lockPayment,
  paymentOfRequest,
} from '../../store/payments.ts'
import type { Channel } from '../../tables.ts'
import { planCredit } from '../credit/plan-credit.ts'
import { lockCreditAround } from '../credit/read-credit.ts'
import { refuseDuringCardTesting } from '../methods/watch-cards.ts'
import { payableOfInstallment } from '../read/narrow-to-installment.ts'
import type { Payable } from '../read/read-payable.ts'
import { divideAmount, type ShownLine } from '../several/share-amount.ts'
import { isSameRequest } from './hash-request.ts'

/** The payment to attempt. */
export interface PaymentIntent {
  readonly invoiceId: string
  /** The invoices of a payment for several, with the amounts that the payer saw. Absent for one invoice. */
  readonly lines?: readonly ShownLine[] | undefined
  /** Credit that settles these invoices first, as the payer saw it. It is used when the payment is confirmed. */
  readonly creditMinor?: bigint | undefined
  /** The invoice at the time the form was read. */
  readonly payable: Payable
  readonly processorId: string
  readonly type: PaymentType
  readonly stored: MethodRow | null
  readonly form: FilledForm
  readonly partialAllowed: boolean
  readonly prepayAllowed?: boolean | undefined
  readonly hashes: readonly [Buffer, ...Buffer[]]
  /** Checks whether an automatic payment is still to be started. */
  readonly stillWanted?: ((ctx: Ctx) => Promise<boolean>) | undefined
  /** The installment to pay; absent for invoices as such. */
  readonly installmentId?: string | null | undefined
}

/** replay: the request was made before, and `payment` is its outcome. */
export interface Started {
  readonly replay: boolean
  readonly payment: Payment
}

const MAX_DECLINES = 5

/**
 * First step of a payment: reserves the amount under the invoice's lock and records the attempt. Refuses
 * request_id_reused, invoice_not_payable, surcharge_changed, too_many_requests, or messages beside `amount`.
 */
export async function startPayment(ctx: Ctx, intent: PaymentIntent): Promise<Started> {
  const invoiceIds = intent.lines?.map((line) => line.invoiceId) ?? [intent.invoiceId]
  const [{ receivables, usableCreditMinor }, before] = await Promise.all([
    lockInvoices(ctx, invoiceIds, intent),
    paymentOfRequest(ctx, intent.form.requestId),
  ])
  if (before && !isRetryable(before))
    return { replay: true, payment: replayOf(ctx.app, before, intent.hashes) }
  if (intent.stillWanted && !(await intent.stillWanted(ctx)))
    throw refuse('wrong_state', 'This payment is no longer wanted.')
  await Promise.all([
    refuseAfterDeclines(ctx, invoiceIds),
    refuseDuringCardTesting(ctx, {
      channel: originOf(ctx.actor).channel,
      type: intent.type,
      stored_method_id: intent.stored?.id ?? null,
    }),
  ])
  const { shares, creditShares } = intent.lines
    ? divideAmount(receivables, intent.lines, intent, usableCreditMinor, ctx)
    : { shares: [await recheckAmount(ctx, receivables[0], intent)], creditShares: [] }
  checkSurcharge(intent, before?.surcharge_minor)
  // The former attempt's shares are kept, since a request has one outcome.
  await reserveShares(ctx, before ? await allocationsOf(ctx, before.id) : shares)
  return {
    replay: false,
    payment: before
      ? await retryAttempt(ctx, replayOf(ctx.app, before, intent.hashes))
      : await record(ctx, intent, shares, creditShares),
  }
}

/** Locks the invoices, and the credit that is to be used first. */
async function lockInvoices(
  ctx: Ctx,
  invoiceIds: readonly string[],
  { creditMinor, payable: { invoice } }: PaymentIntent,
): Promise<{ receivables: Receivable[]; usableCreditMinor: bigint }> {
  const lock = () => lockReceivables(ctx, invoiceIds)
  if (!creditMinor) return { receivables: await lock(), usableCreditMinor: 0n }
  const { locked, credit } = await lockCreditAround(ctx, invoice, lock)
  return { receivables: locked, usableCreditMinor: credit.usableMinor }
}

/** The processor was unreachable and nothing happened: the request may be repeated under the same key. */
export const isRetryable = (payment: Payment): boolean =>
  payment.status === 'error' && payment.failure_code === 'unavailable'

/** Returns the payment of a repeated request_id. Refuses request_id_reused when its values differ. */
export function replayOf(app: App, payment: Payment, hashes: readonly Buffer[]): Payment {
  if (!isSameRequest(payment.request_hash, hashes)) throw refuse('request_id_reused')
  app.metrics.duplicatesSuppressed.inc({ kind: 'payment' })
  return payment
}

async function refuseAfterDeclines(ctx: Ctx, invoiceIds: readonly string[]): Promise<void> {
  if ((await declinesSince(ctx, invoiceIds, ctx.now - HOUR_MS)) < MAX_DECLINES) return
  throw new Refusal('too_many_requests', {
    detail: msg('Too many payments for this invoice were declined. Please try again in an hour.'),
    retryAfterSeconds: HOUR_MS / 1000,
  })
}

/**
 * The receivable may have changed since the form was read. It is locked now, so the amount is checked again.
 */
async function recheckAmount(
  ctx: Ctx,
  receivable: Receivable | undefined,
  { invoiceId, form, payable, partialAllowed, installmentId }: PaymentIntent,
): Promise<Share> {
  const { customerId, currency } = payable.invoice
  if (receivable?.customerId !== customerId || receivable.currency !== currency)
    throw refuse('invoice_not_payable')
  const wholeMinor = receivable.remainingMinor - receivable.reservedMinor
  if (wholeMinor <= 0n) throw refuse('invoice_not_payable')
  const payableMinor =
    installmentId == null
      ? wholeMinor
      : smallerMinor(wholeMinor, await payableOfInstallment(ctx, receivable.invoiceId, installmentId))
  const amount = readAmount(formatAmount(form.amountMinor, currency), {
    currency,
    payableMinor,
    partialAllowed,
  })
  if (!amount.ok) throw refuseFields({ amount: [amount.text] })
  return { invoiceId, amountMinor: form.amountMinor }
}

/** `recorded`: the surcharge of the attempt that is retried. */
function checkSurcharge(intent: PaymentIntent, recorded = surchargeOf(intent)): void {
  const { amountMinor, shownSurchargePpm } = intent.form
  if (shownSurchargePpm === null) return
  if (surchargeMinor(amountMinor, shownSurchargePpm, intent.type) !== recorded)
    throw refuse('surcharge_changed')
}

const surchargeOf = ({ form, payable, type }: PaymentIntent): bigint =>
  surchargeMinor(form.amountMinor, payable.settings.surchargePpm[type], type)

async function reserveShares(ctx: Ctx, shares: readonly Share[]): Promise<void> {
  if (!(await reserve(ctx, shares)).ok) throw refuse('invoice_not_payable')
}

async function record(
  ctx: Ctx,
  intent: PaymentIntent,
  shares: readonly Share[],
  creditShares: readonly Share[],
): Promise<Payment> {
  const { form, payable } = intent
  const id = nextId(ctx)
  const number = await takeNumber(ctx, 'payment')
  const { channel, createdBy } = originOf(ctx.actor)
  const sessionId = ctx.actor.kind === 'pay_link' ? ctx.actor.sessionId : null
  const payment = await insertPayment(ctx, {
    id,
    number,
    customer_id: payable.invoice.customerId,
    request_id: form.requestId,
    request_hash: intent.hashes[0],
    channel,
    type: intent.type,
    provider: intent.processorId,
    status: 'input',
    currency: payable.invoice.currency,
    deposit_to: payable.invoice.depositTo,
    amount_minor: form.amountMinor,
    surcharge_minor: surchargeOf(intent),
    stored_method_id: intent.stored?.id ?? null,
    method_brand: intent.stored?.brand ?? '',
    method_last4: intent.stored?.last4 ?? '',
    method_expiration_year: intent.stored?.expirationYear ?? null,
    method_expiration_month: intent.stored?.expirationMonth ?? null,
    store_method: form.storeMethod,
    enable_auto_payments: form.enableAutoPayments,
    consent_text_version: form.enableAutoPayments ? CONSENT_TEXT_VERSION : null,
    next_check_at: asDate(ctx.now + FIRST_CHECK_MS),
    called_at: asDate(ctx.now),
    created_by: createdBy,
    session_id: sessionId,
  })
  // A concurrent call used the same request_id for another invoice.
  if (!payment) throw refuse('request_id_reused')
  await failpoint('attempt.inserted')
  await Promise.all([
    insertAllocations(ctx, id, 'reserved', shares),
    planCredit(ctx, payment, creditShares),
    addEvent(ctx, id, null, 'input', 'started'),
    audit(
      ctx,
      'payments.start',
      { type: 'payment', id },
      { number, amountMinor: form.amountMinor.toString(), currency: payable.invoice.currency },
    ),
  ])
  return payment
}

async function retryAttempt(ctx: Ctx, before: Payment): Promise<Payment> {
  const payment = (await lockPayment(ctx, before.id))!
  if (!isRetryable(payment)) throw refuse('in_progress')
  await moveAllocations(ctx, payment.id, 'released', 'reserved')
  await addEvent(ctx, payment.id, payment.status, 'input', 'tried again')
  await audit(ctx, 'payments.retry', { type: 'payment', id: payment.id }, { number: payment.number })
  return changePayment(ctx, payment.id, {
    status: 'input',
    failure_code: null,
    failure_message: null,
    failure_reason: null,
    check_count: 0,
    next_check_at: asDate(ctx.now + FIRST_CHECK_MS),
    called_at: asDate(ctx.now),
  })
}

function originOf(actor: Actor): { channel: Channel; createdBy: string | null } {
  switch (actor.kind) {
    case 'customer':
      return { channel: 'portal', createdBy: actor.portalUserId }
    case 'pay_link':
      return { channel: 'pay_link', createdBy: actor.payLinkId }
    case 'staff':
      return { channel: 'staff', createdBy: actor.userId }
    case 'api_key':
      return { channel: 'staff', createdBy: null }
    default:
      return { channel: 'auto', createdBy: null }
  }
}
