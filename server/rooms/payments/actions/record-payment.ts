import { isManualReceiptDate } from '../rules/manual-payment.ts'
import { allocateOldestFirst } from '../../../../domain/allocation.ts'
import { checkPaymentAmount } from '../../../../domain/amount-check.ts'
import { formatAmount, sumMinor } from '../../../../domain/money.ts'
import { audit } from '../../../platform/audit.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { readCustomer } from '../../customers/index.ts'
import { readInvoiceFacts, takeNumber } from '../../invoices/index.ts'
import { bookPayment, lockReceivables, openReceivablesOf, type Receivable, type Share } from '../../ledger/index.ts'
import type { PaymentDetail } from '../rules/records.ts'
import { insertAllocations } from '../store/allocations.ts'
import { addEvent, insertPayment, paymentOfRequest } from '../store/payments.ts'
import { readSettings } from '../store/settings.ts'
import type { ManualType } from '../tables.ts'
import { requestHashes } from './hash-request.ts'
import { readPayment } from './read-payment.ts'
import { replayOf } from './start-payment.ts'

export interface ManualPayment {
  readonly customer: string
  readonly type: ManualType
  readonly total: string
  readonly received_on: string
  readonly reference: string
  readonly request_id: string
  readonly invoices?: readonly { readonly invoice: string; readonly amount: string }[] | undefined
}

/**
 * Records money that came without a processor: on the invoices that are named, else on the customer's oldest ones. What
 * is over becomes unapplied credit. Refuses request_id_reused, or messages by field.
 */
export async function recordPayment(ctx: Ctx, body: ManualPayment): Promise<PaymentDetail> {
  const hashes = requestHashes(ctx.app.config, { record: body })
  const before = await paymentOfRequest(ctx, body.request_id)
  if (before) return readPayment(ctx, replayOf(before, hashes).id)
  const customer = await readCustomer(ctx, body.customer)
  const { currency } = customer
  const { today } = await readSettings(ctx)
  const totalMinor = readTotal(body.total, currency)
  if (!isManualReceiptDate(body.received_on, today)) throw refuseFields({ received_on: ['The date lies in the future.'] })
  const shares = body.invoices
    ? await namedShares(ctx, customer.id, currency, totalMinor, body.invoices)
    : await oldestShares(ctx, customer.id, currency, totalMinor)
  const unappliedMinor = totalMinor - sumMinor(shares.map((share) => share.amountMinor))
  const id = nextId(ctx)
  const number = await takeNumber(ctx, 'payment')
  const inserted = await insertPayment(ctx, {
    id,
    number,
    customer_id: customer.id,
    request_id: body.request_id,
    request_hash: hashes[0],
    channel: 'staff',
    type: body.type,
    provider: 'manual',
    status: 'confirmed',
    currency,
    amount_minor: totalMinor,
    captured_minor: totalMinor,
    unapplied_minor: unappliedMinor,
    reference: body.reference,
    received_on: body.received_on,
    created_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
    settled_at: asDate(ctx.now),
  })
  // The same request in this very moment: the caller repeats it and gets what the first one recorded.
  if (!inserted) throw refuse('in_progress')
  await insertAllocations(ctx, id, 'applied', shares)
  await bookPayment(ctx, { paymentId: id, customerId: customer.id, currency, number, bookedOn: body.received_on, shares, unappliedMinor, surchargeMinor: 0n, reserved: false })
  await addEvent(ctx, id, null, 'confirmed', 'recorded')
  await audit(ctx, 'payments.record', { type: 'payment', id }, { number, amountMinor: totalMinor.toString(), unappliedMinor: unappliedMinor.toString() })
  return readPayment(ctx, id)
}
