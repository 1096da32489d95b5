import { compareDates } from '../../../../../domain/dates/calendar.ts'
import { checkPaymentAmount } from '../../../../../domain/money/amount-check.ts'
import { sumMinor } from '../../../../../domain/money/money.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { Refusal, refuse, refuseFields } from '../../../../platform/refusal.ts'
import { consumeMailRateLimit } from '../../../accounts/index.ts'
import { readCustomer } from '../../../customers/index.ts'
import { readInvoiceFacts, takeNumber } from '../../../invoices/index.ts'
import { bookPayment, type Share } from '../../../ledger/index.ts'
import type { PaymentDetail } from '../../rules/records.ts'
import { insertAllocations } from '../../store/allocations.ts'
import { addEvent, insertPayment, paymentOfRequest } from '../../store/payments.ts'
import type { ManualType } from '../../tables.ts'
import { readPayment } from '../read/read-payment.ts'
import { readSettings } from '../read/read-settings.ts'
import { namedShares, oldestShares } from './choose-shares.ts'
import { requestHashes } from './hash-request.ts'
import { replayOf } from './start-payment.ts'

export interface ManualPayment {
  readonly customer: string
  readonly type: ManualType
  readonly total: string
  readonly received_on: string
  readonly reference: string
  readonly email_receipt?: boolean | undefined
  readonly request_id: string
  readonly invoices?: readonly { readonly invoice: string; readonly amount: string }[] | undefined
}

/**
 * Records money received without a processor. It settles the named invoices, otherwise the customer's oldest
 * ones. The rest becomes unapplied credit. Emails the receipt on request. Refuses not_found,
 * request_id_reused, in_progress, too_many_requests, or messages by field.
 */
export async function recordPayment(ctx: Ctx, body: ManualPayment): Promise<PaymentDetail> {
  const hashes = requestHashes(ctx.app.config, { record: body })
  const before = await paymentOfRequest(ctx, body.request_id)
  if (before) return readPayment(ctx, replayOf(ctx.app, before, hashes).id)
  const { id: customerId, currency, email } = await readCustomer(ctx, body.customer)
  const { today } = await readSettings(ctx)
  if (compareDates(body.received_on, today) > 0)
    throw refuseFields({ received_on: ['Enter a date that isn’t in the future.'] })
  if (body.email_receipt && email === '')
    throw refuseFields({ email_receipt: ['This customer has no email address.'] })
  const totalMinor = readTotal(body.total, currency)
  const chosen = await chooseShares(ctx, body, { customerId, currency, totalMinor })
  // A concurrent call may have recorded the same request while this one waited for the invoices' lock, and
  // have settled them.
  const meanwhile = await paymentOfRequest(ctx, body.request_id)
  if (meanwhile) return readPayment(ctx, replayOf(ctx.app, meanwhile, hashes).id)
  if (chosen instanceof Refusal) throw chosen
  const shares = chosen
  const id = await record(ctx, body, { customerId, currency, totalMinor, shares, hash: hashes[0] })
  return readPayment(ctx, id)
}

/**
 * Locks the invoices and chooses the shares. Returns a refusal instead of throwing it, because a repeated
 * request takes precedence.
 */
async function chooseShares(
  ctx: Ctx,
  { invoices }: ManualPayment,
  money: Omit<Facts, 'shares' | 'hash'>,
): Promise<Share[] | Refusal> {
  try {
    return [...(invoices ? await namedShares(ctx, money, invoices) : await oldestShares(ctx, money))]
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

interface Facts {
  readonly customerId: string
  readonly currency: string
  readonly totalMinor: bigint
  readonly shares: readonly Share[]
  readonly hash: Buffer
}

async function record(ctx: Ctx, body: ManualPayment, facts: Facts): Promise<string> {
  const { customerId, currency, totalMinor, shares } = facts
  const unappliedMinor = totalMinor - sumMinor(shares.map((share) => share.amountMinor))
  const id = nextId(ctx)
  const number = await takeNumber(ctx, 'payment')
  const [settled] = await readInvoiceFacts(
    ctx,
    shares.slice(0, 1).map((share) => share.invoiceId),
  )
  const inserted = await insertPayment(ctx, {
    id,
    number,
    customer_id: customerId,
    request_id: body.request_id,
    request_hash: facts.hash,
    channel: 'staff',
    type: body.type,
    provider: 'manual',
    status: 'confirmed',
    currency,
    deposit_to: settled?.depositTo ?? 'operating',
    amount_minor: totalMinor,
    captured_minor: totalMinor,
    unapplied_minor: unappliedMinor,
    reference: body.reference,
    received_on: body.received_on,
    booked_on: body.received_on,
    created_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
    settled_at: asDate(ctx.now),
  })
  // A concurrent call recorded the same request. A retry returns its payment.
  if (!inserted) throw refuse('in_progress')
  await failpoint('record.inserted')
  await insertAllocations(ctx, id, 'applied', shares)
  const money = {
    paymentId: id,
    customerId,
    currency,
    number,
    bookedOn: body.received_on,
    shares,
    unappliedMinor,
  }
  await bookPayment(ctx, { ...money, surchargeMinor: 0n, reserved: false })
  await failpoint('record.booked')
  await addEvent(ctx, id, null, 'confirmed', 'recorded')
  const detail = { number, amountMinor: totalMinor.toString(), unappliedMinor: unappliedMinor.toString() }
  await audit(ctx, 'payments.record', { type: 'payment', id }, detail)
  if (body.email_receipt) {
    await consumeMailRateLimit(ctx, 1)
    await ctx.app.jobs.enqueue(ctx, 'payments.send-receipt', { paymentId: id })
  }
  return id
}

function readTotal(total: string, currency: string): bigint {
  const checked = checkPaymentAmount(total, { currency, required: true })
  if (!checked.ok) throw refuseFields({ total: [checked.text] })
  return checked.minor!
}
