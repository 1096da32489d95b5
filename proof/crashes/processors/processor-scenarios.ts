import { randomUUID } from 'node:crypto'
import { isInProgress } from '../call-api.ts'
import { payerSession, requestPayment } from '../payment-scenarios.ts'
import { AMOUNT, type Body, callAsStaff, unexpectedReply } from '../staff-calls.ts'
import type { ConnectedMachine } from './connected-machine.ts'

/** Pays an invoice by a card, or by an order that the payer approves. Repeats the requests until they are answered. */
export async function pay(
  { context, processor }: Pick<ConnectedMachine, 'context' | 'processor'>,
  invoice: string,
): Promise<Body> {
  const session = await payerSession(context, invoice)
  const ask = async (path: string, form: object) =>
    (await requestPayment(context, invoice, { path, form, session })).body
  const { approveOrder } = processor()
  if (approveOrder) {
    const order = await ask('create-paypal-order/', { amount: AMOUNT })
    // An order whose creation was interrupted is never shown, so nobody can approve it.
    if (order.id === undefined) return order
    await approveOrder(order.id)
    return ask('capture-paypal-order/', { order_id: order.id })
  }
  const { option, values } = await processor().fill('credit_card', 'good')
  return ask(`payment-options/${option}/`, { ...values, amount: AMOUNT })
}

/** Pays an invoice and refunds a part. */
export async function payAndRefund(connected: ConnectedMachine, invoice: string): Promise<void> {
  const { context } = connected
  const payment = await pay(connected, invoice)
  const requestId = `crash-${randomUUID()}`
  const body = { total: '25.00', total_currency: 'USD', request_id: requestId }
  const refund = await callAsStaff(context, `payments/${payment.pk ?? payment.id}/refund/`, body)
  if (refund.status >= 300 && !isInProgress(refund)) throw unexpectedReply('refund', refund)
  const status = (refund.body.refunds as { status: string }[] | undefined)?.at(-1)?.status
  context.facts.push({ kind: 'refund', requestId, confirmed: status === 'confirmed' })
}
