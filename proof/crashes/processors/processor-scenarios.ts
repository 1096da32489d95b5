import { randomUUID } from 'node:crypto'
import { isInProgress } from '../call-api.ts'
import { payerSession, requestPayment } from '../payment-scenarios.ts'
import { AMOUNT, type Body, callAsStaff, unexpectedReply } from '../staff-calls.ts'
import type { ConnectedMachine } from './connected-machine.ts'

/** Pays an invoice by a card, and repeats the request until it is answered. */
export async function payByCard(
  { context, processor }: Pick<ConnectedMachine, 'context' | 'processor'>,
  invoice: string,
): Promise<Body> {
  const session = await payerSession(context, invoice)
  const { option, values } = await processor().fill('credit_card', 'good')
  const form = { ...values, amount: AMOUNT }
  return (await requestPayment(context, invoice, { path: `payment-options/${option}/`, form, session })).body
}

/** Pays an invoice and refunds a part. */
export async function payAndRefund(connected: ConnectedMachine, invoice: string): Promise<void> {
  const { context } = connected
  const payment = await payByCard(connected, invoice)
  const requestId = `crash-${randomUUID()}`
  const body = { total: '25.00', total_currency: 'USD', request_id: requestId }
  const refund = await callAsStaff(context, `payments/${payment.pk ?? payment.id}/refund/`, body)
  if (refund.status >= 300 && !isInProgress(refund)) throw unexpectedReply('refund', refund)
  const status = (refund.body.refunds as { status: string }[] | undefined)?.at(-1)?.status
  context.facts.push({ kind: 'refund', requestId, confirmed: status === 'confirmed' })
}
