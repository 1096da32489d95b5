import type { Ctx } from '../../../../platform/context.ts'
import { askedAt } from '../../rules/check-schedule.ts'
import type { Payment } from '../../rules/records.ts'
import { isOfFormerAccount, type Processor } from '../processor/find-processor.ts'
import { lockWithInvoices } from './lock-payment.ts'
import { rejectPayment } from './reject-payment.ts'

/** True when the account of the business that has a payment can't be asked any more: its connection ended, or another one took over. */
export const isUnreachable = (processor: Processor | null, payment: Payment): boolean =>
  processor === null || isOfFormerAccount(processor, askedAt(payment))

/** True for an order that only our server could capture, and did not: it took no money. */
export const isUnaskedOrder = ({ type, status, capture_request_id }: Payment): boolean =>
  type === 'paypal' && status === 'input' && capture_request_id === null

/**
 * Releases an order that nobody can capture any more. A card payment is not released: its payer may still confirm it in the browser
 * with the former account.
 */
export async function releaseUnaskedOrder(ctx: Ctx, paymentId: string, cause: string): Promise<void> {
  const { payment } = await lockWithInvoices(ctx, paymentId)
  if (!isUnaskedOrder(payment)) return
  const rejection = { kind: 'expired', code: 'not_found', message: null, providerRef: null } as const
  await rejectPayment(ctx, paymentId, rejection, cause)
}
