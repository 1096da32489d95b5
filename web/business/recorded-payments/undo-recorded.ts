import { contract } from '../../../contract/index.ts'
import type { PaymentDetail } from '../../../contract/payments/payment-shapes.ts'
import type { RequestId } from '../../session/calls/request-id.ts'
import { sendOnce } from '../../session/calls/send-once.ts'
import type { Session } from '../../session/session.ts'
import type { ToastInput } from '../../ui/overlay/toast.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { recordPath } from '../paths.ts'
import { undoFailure } from '../undo-failure.ts'
import { changeSince } from './undo-check.ts'

/**
 * Takes back a payment that was just recorded, by a refund of all of it: the ledger keeps both entries. One `requestId`
 * reverses it once, however often it is sent. Returns the message about how it went.
 */
export async function undoRecorded(
  call: Session['call'],
  account: string,
  recorded: PaymentDetail,
  requestId: RequestId,
): Promise<ToastInput> {
  const params = { account, payment: recorded.pk }
  const link = { label: 'View payment', href: recordPath('payment', recorded.pk) }
  const { total, total_currency } = recorded
  try {
    const change = changeSince(recorded, await call(contract.payments.read, { params }))
    if (change !== null) return { title: 'We couldn’t undo this', body: change, tone: 'error', link }
    const refund = { total, total_currency, reason: 'Undone after recording' }
    await sendOnce(requestId, refund, (request_id) =>
      call(contract.payments.refund, { params, body: { ...refund, request_id } }),
    )
    return { title: 'Payment undone', body: undoneText(recorded), tone: 'success', link }
  } catch (error) {
    return undoFailure(error, link)
  }
}

function undoneText({ total, total_currency, transaction_number: number, invoices }: PaymentDetail): string {
  const refunded = `${moneyText(total, total_currency)} of ${number} was refunded.`
  if (invoices.length === 0) return refunded
  return invoices.length === 1
    ? `${refunded} ${invoices[0]!.number} is open again.`
    : `${refunded} ${invoices.length} invoices are open again.`
}
