import { type Books, type Charge, OK, type ReplySummary, refusal } from '../books.ts'
import type { DashboardOperation } from '../operations.ts'
import { advanceCharges, isECheck } from './processor.ts'

/** Changes a charge in the processor's dashboard. The product learns of it by event, if one is sent. */
export function actInDashboard(
  books: Books,
  { payment: key, action, amount, notifies }: DashboardOperation,
): ReplySummary {
  const payment = books.payments.get(key)!
  const charge = payment.charge!
  if (!canPerform(charge, payment.method !== 'manual' && isECheck(payment.method), action))
    return refusal(0, 'wrong_state')
  if (action === 'part' || action === 'refund') refundCharge(charge, amount, notifies)
  else {
    Object.assign(charge, { changesAt: books.now, nextChange: action })
    advanceCharges(books)
  }
  return OK
}

/** Whether the action is possible in the charge's state. */
export function canPerform(
  { status }: Charge,
  eCheck: boolean,
  action: DashboardOperation['action'],
): boolean {
  switch (action) {
    case 'clear':
      return status === 'waiting'
    case 'return':
      return status === 'waiting' || (eCheck && status === 'confirmed')
    case 'expire':
      return status === 'preauth'
    case 'dispute':
      return !eCheck && status === 'confirmed'
    default:
      return status === 'confirmed'
  }
}

function refundCharge(charge: Charge, amount: bigint, notifies: boolean): void {
  charge.refunded += amount
  if (charge.refunded === charge.captured) charge.status = 'refunded'
  if (notifies) charge.hasPendingEvent = true
}
