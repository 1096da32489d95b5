import { Refusal, refuse } from '../../../../platform/refusal.ts'
import {
  type PaidInvoice,
  type PaidShare,
  type PayerPayment,
  type Payment,
  payerRecord,
} from '../../rules/records.ts'
import { refuseUnavailable } from '../processor/refuse-unavailable.ts'

/**
 * Returns the state of a payment for its payer, or refuses with the reason for its failure. The outcome is
 * committed before this call. Refuses in_progress, processor_unavailable, payments_paused, payment_failed.
 */
export function answerPayer(
  payment: Payment,
  invoice: PaidInvoice,
  replay: boolean,
  method?: string,
  shares?: readonly PaidShare[],
  credit?: readonly PaidShare[],
): PayerPayment {
  const underWay = payment.status === 'input' && payment.next_step === null
  if (underWay && replay) throw new Refusal('in_progress', { retryAfterSeconds: 2 })
  if (payment.status === 'error' && payment.failure_code === 'unavailable')
    throw refuseUnavailable(payment.failure_reason)
  if (payment.status === 'rejected' && payment.captured_minor === 0n)
    throw refuse('payment_failed', payment.failure_message ?? undefined)
  return payerRecord(payment, invoice, method, shares, credit)
}
