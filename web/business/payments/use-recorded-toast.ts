import { useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { createRequestId, type RequestId } from '../../session/calls/request-id.ts'
import { sendOnce } from '../../session/calls/send-once.ts'
import { useCall } from '../../session/session-context.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { recordPath } from '../paths.ts'
import { undoFailure } from '../undo-failure.ts'
import type { PaymentDetail } from './payment-page.tsx'
import { changeSince } from './undo-check.ts'

/** Reports a payment that was just recorded, with a link to it and, for those who may refund, Undo. */
export function useRecordedToast(): (recorded: PaymentDetail, detail: string) => void {
  const toast = useToast()
  const mayRefund = useCan('payments.refund')
  const undo = useUndo()
  return (recorded, detail) => {
    // One id for each recorded payment, so that an undo sent twice reverses it once.
    const requestId = createRequestId()
    toast({
      title: `Recorded ${moneyText(recorded.total, recorded.total_currency)}`,
      body: detail,
      tone: 'success',
      link: linkTo(recorded),
      ...(mayRefund && { action: { label: 'Undo', onPress: () => undo(recorded, requestId) } }),
    })
  }
}

const linkTo = ({ pk }: { pk: string }) => ({ label: 'View payment', href: recordPath('payment', pk) })

/** Money that came by hand is taken back by a refund of all of it: the ledger keeps both entries. */
function useUndo() {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  return async (recorded: PaymentDetail, requestId: RequestId): Promise<void> => {
    const params = { account: account.pk, payment: recorded.pk }
    try {
      const change = changeSince(recorded, await call(contract.payments.read, { params }))
      if (change !== null) {
        toast({ title: 'Not undone', body: change, tone: 'error', link: linkTo(recorded) })
        return
      }
      const { total, total_currency } = recorded
      const refund = { total, total_currency, reason: 'Undone after recording' }
      await sendOnce(requestId, refund, (request_id) =>
        call(contract.payments.refund, { params, body: { ...refund, request_id } }),
      )
      toast({ title: 'Payment undone', body: undoneText(recorded), tone: 'success', link: linkTo(recorded) })
    } catch (error) {
      toast(undoFailure(error, linkTo(recorded)))
    } finally {
      await queries.invalidateQueries({ queryKey: [account.pk] })
    }
  }
}

function undoneText({ total, total_currency, transaction_number: number, invoices }: PaymentDetail): string {
  const [first, ...others] = invoices
  const open =
    first === undefined
      ? ''
      : others.length === 0
        ? ` ${first.number} is open again.`
        : ` ${invoices.length} invoices are open again.`
  return `${moneyText(total, total_currency)} of ${number} was refunded.${open}`
}
