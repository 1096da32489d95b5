import { type Books, NO_REPLY, OK, type Payment, type ReplySummary, refusal } from './books.ts'
import { losesResponse } from './figures.ts'
import type { OrderOperation } from './operations.ts'
import { cancelCharge, settleByFirstResponse, wasCanceled } from './payment-actions.ts'
import { canPay, quarantine, replyForPayment } from './payments.ts'
import {
  isCrash,
  isMismatch,
  isResponseLost,
  isResponseReceived,
  isUnavailable,
  reachesProcessor,
} from './processor/faults.ts'
import { isInFlight, settlePayment } from './settle-payment.ts'

const WRONG_STATE = refusal(409, 'wrong_state')
const UNAVAILABLE = refusal(503, 'processor_unavailable')
const CANCELED: ReplySummary = { status: 204 }

export function performOrderAction(books: Books, operation: OrderOperation): ReplySummary {
  const payment = books.payments.get(operation.payment)!
  if (operation.action === 'approve' || operation.action === 'refuse')
    return decideOrder(payment, operation.action)
  const invoice = books.invoices.get(payment.shares[0]!.invoice)!
  if (!canPay(invoice, { by: 'portal', customer: payment.customer })) return refusal(404, 'invoice_unknown')
  return operation.action === 'take'
    ? captureOrder(books, payment, operation)
    : cancelOrder(books, payment, operation)
}

/** The payer decides on the processor's page. The product learns of it from an event. */
function decideOrder(payment: Payment, action: 'approve' | 'refuse'): ReplySummary {
  const charge = payment.charge!
  if (charge.status !== 'input') return OK
  if (action === 'refuse')
    Object.assign(charge, { status: 'rejected', reason: 'voided', hasPendingEvent: true, refused: true })
  else if (!charge.approved) Object.assign(charge, { approved: true, hasPendingEvent: true })
  return OK
}

/** Captures an order that its payer approved. The payer's return to the product proves nothing. */
function captureOrder(books: Books, payment: Payment, { trouble }: OrderOperation): ReplySummary {
  if (trouble === 'before') return NO_REPLY
  if (payment.status !== 'input') return replyForPayment(payment, false)
  payment.calledAt = books.now
  const charge = payment.charge!
  // A repeated request gets the first response.
  const again = charge.captured > 0n
  const captured = reachesProcessor(trouble) && (again || (charge.status === 'input' && charge.approved))
  if (captured && !again) Object.assign(charge, { status: 'confirmed', captured: payment.amount })
  payment.doubtful = true
  if (isUnavailable(trouble)) return UNAVAILABLE
  if (isCrash(trouble)) return NO_REPLY
  // With nothing to capture, the first commit after the call records that the order is checked, not the
  // result.
  if (!captured && trouble === 'settled') return NO_REPLY
  const lost =
    captured && !again && losesResponse(payment.amount, books.customers[payment.customer]!.currency)
  if (isResponseLost(trouble) || lost) payment.status = 'waiting'
  else if (captured && isMismatch(trouble)) quarantine(payment)
  else if (captured && isResponseReceived(trouble)) settleByFirstResponse(books, payment)
  else settlePayment(books, payment)
  if (trouble === 'settled') return NO_REPLY
  return payment.status === 'input' ? WRONG_STATE : replyForPayment(payment, false)
}

/** Cancels an order unless it was captured. */
function cancelOrder(books: Books, payment: Payment, { trouble }: OrderOperation): ReplySummary {
  if (trouble === 'before') return NO_REPLY
  if (payment.status === 'rejected') return CANCELED
  if (payment.status !== 'input') return WRONG_STATE
  const charge = payment.charge!
  const sent = reachesProcessor(trouble) && (charge.status === 'input' || wasCanceled(charge))
  if (sent) cancelCharge(payment)
  if (isCrash(trouble)) {
    payment.doubtful = true
    return NO_REPLY
  }
  if (sent && isMismatch(trouble)) {
    if (isInFlight(payment)) quarantine(payment)
  } else settlePayment(books, payment)
  if (payment.status === 'input') payment.doubtful = true
  if (trouble === 'settled') return NO_REPLY
  return replyToCancel(payment)
}

const replyToCancel = ({ status }: Payment): ReplySummary => (status === 'rejected' ? CANCELED : WRONG_STATE)
