import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import type { Payment } from '../../rules/records.ts'
import { paymentOfRequest } from '../../store/payments.ts'
import { answerPayer } from '../pay/answer-payer.ts'
import { findPaymentOptions } from '../pay/find-payment-options.ts'
import { requestHashes } from '../pay/hash-request.ts'
import { isRetryable, replayOf } from '../pay/start-payment.ts'
import { narrowToInstallment } from '../read/narrow-to-installment.ts'
import { type Payable, readPayableForPayer } from '../read/read-payable.ts'
import { startInBrowser } from './start-in-browser.ts'

interface OrderRequest {
  readonly amount: string
  readonly request_id: string
  readonly installment_id?: string | undefined
  readonly store_method?: boolean
  /** Not part of the request: the same request may be repeated from another page. */
  readonly surcharge_percentage?: string | undefined
}

/**
 * Starts a PayPal payment: reserves its amount and creates an order, which the payer then approves at PayPal.
 * A repeated request_id returns its order again. Refuses invoice_unknown, invoice_not_payable, not_found
 * without PayPal, request_id_reused, in_progress, payment_failed, processor_unavailable, surcharge_changed, or messages beside
 * `amount`, `surcharge_percentage` and `installment_id`.
 */
export async function createOrder(
  uow: UnitOfWork,
  invoiceId: string,
  { surcharge_percentage, ...body }: OrderRequest,
): Promise<{ id: string }> {
  const hashes = requestHashes(uow.app.config, { invoiceId, order: body })
  const { found, before, shown } = await uow.transaction(async (ctx) => {
    const found = await readPayableForPayer(ctx, invoiceId)
    const before = await paymentOfRequest(ctx, body.request_id)
    // A repeated request gets its former order, whatever became of its installment.
    if (before && !isRetryable(before)) return { found, before, shown: null }
    if (found.payableMinor <= 0n) throw refuse('invoice_not_payable')
    return { found, before: null, shown: await narrowToInstallment(ctx, found, body.installment_id) }
  })
  if (before) return orderOf(replayOf(uow.app, before, hashes), found)
  const option = (await findPaymentOptions(uow, shown)).find(({ type }) => type === 'paypal')
  if (!option) throw refuse('not_found')
  const { payment } = await startInBrowser(uow, option, shown, {
    amount: body.amount,
    surcharge_percentage,
    requestId: body.request_id,
    storeMethod: option.storable && body.store_method === true,
    enableAutoPayments: false,
    hashes,
  })
  return orderOf(payment, shown)
}

const NOT_OPEN: ReadonlySet<Payment['status']> = new Set(['waiting', 'rejected'])

/**
 * The client has to repeat the request until the processor has reported the order. An order whose first reply
 * was lost is not returned later: it is canceled soon, and nobody should approve an order that will not be
 * captured.
 */
function orderOf(payment: Payment, { invoice }: Payable): { id: string } {
  if (payment.provider_ref !== null && payment.type === 'paypal' && !NOT_OPEN.has(payment.status))
    return { id: payment.provider_ref }
  answerPayer(payment, invoice, true)
  throw refuse('in_progress')
}
