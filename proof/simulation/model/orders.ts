import { type Answer, type Books, OK, type Payment, refused, SILENCE } from './books.ts'
import { losesReply } from './figures.ts'
import type { OrderOperation } from './operations.ts'
import {
  arrives,
  isCrash,
  isHeard,
  isUnavailable,
  isUnheard,
  isWrong,
  letGo,
  settleByFirstReply,
  wasCanceled,
} from './payment-moves.ts'
import { mayPay, mistrust, tell } from './payments.ts'
import { isInFlight, settle } from './settle.ts'

const WRONG_STATE = refused(409, 'wrong_state')
const UNAVAILABLE = refused(503, 'processor_unavailable')
const DROPPED: Answer = { status: 204 }

/** What a payer does with a PayPal order. */
export function order(books: Books, operation: OrderOperation): Answer {
  const payment = books.payments.get(operation.payment)!
  if (operation.deed === 'approve' || operation.deed === 'refuse') return decide(payment, operation.deed)
  const invoice = books.invoices.get(payment.shares[0]!.invoice)!
  if (!mayPay(invoice, { by: 'portal', customer: payment.customer })) return refused(404, 'invoice_unknown')
  return operation.deed === 'take' ? take(books, payment, operation) : drop(books, payment, operation)
}

/** On the processor's own page, of which the product hears by an event. */
function decide(payment: Payment, deed: 'approve' | 'refuse'): Answer {
  const charge = payment.charge!
  if (charge.status !== 'input') return OK
  if (deed === 'refuse')
    Object.assign(charge, { status: 'rejected', reason: 'voided', untold: true, refused: true })
  else if (!charge.approved) Object.assign(charge, { approved: true, untold: true })
  return OK
}

/** Its money is taken, if its payer said yes; that they came back proves nothing. */
function take(books: Books, payment: Payment, { trouble }: OrderOperation): Answer {
  if (trouble === 'before') return SILENCE
  if (payment.status !== 'input') return tell(payment, false)
  payment.calledAt = books.now
  const charge = payment.charge!
  // Whoever asks again gets the answer of the first time.
  const again = charge.captured > 0n
  const taken = arrives(trouble) && (again || (charge.status === 'input' && charge.approved))
  if (taken && !again) Object.assign(charge, { status: 'confirmed', captured: payment.amount })
  payment.doubtful = true
  if (isUnavailable(trouble)) return UNAVAILABLE
  if (isCrash(trouble)) return SILENCE
  // Nothing could be taken: the first that is committed then is that the order is looked at, not what was seen.
  if (!taken && trouble === 'settled') return SILENCE
  const lost = taken && !again && losesReply(payment.amount, books.customers[payment.customer]!.currency)
  if (isUnheard(trouble) || lost) payment.status = 'waiting'
  else if (taken && isWrong(trouble)) mistrust(payment)
  else if (taken && isHeard(trouble)) settleByFirstReply(books, payment)
  else settle(books, payment)
  if (trouble === 'settled') return SILENCE
  return payment.status === 'input' ? WRONG_STATE : tell(payment, false)
}

/** Nothing is taken any more, unless it was. */
function drop(books: Books, payment: Payment, { trouble }: OrderOperation): Answer {
  if (trouble === 'before') return SILENCE
  if (payment.status === 'rejected') return DROPPED
  if (payment.status !== 'input') return WRONG_STATE
  const charge = payment.charge!
  const asked = arrives(trouble) && (charge.status === 'input' || wasCanceled(charge))
  if (asked) letGo(payment)
  if (isCrash(trouble)) {
    payment.doubtful = true
    return SILENCE
  }
  if (asked && isWrong(trouble)) {
    if (isInFlight(payment)) mistrust(payment)
  } else settle(books, payment)
  if (payment.status === 'input') payment.doubtful = true
  if (trouble === 'settled') return SILENCE
  return droppedAs(payment)
}

const droppedAs = ({ status }: Payment): Answer => (status === 'rejected' ? DROPPED : WRONG_STATE)
