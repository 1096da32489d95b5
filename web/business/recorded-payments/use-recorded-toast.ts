import { useQueryClient } from '@tanstack/react-query'
import type { PaymentDetail } from '../../../contract/payments/payment-shapes.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { createRequestId } from '../../session/calls/request-id.ts'
import { useCall } from '../../session/session-context.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { recordPath } from '../paths.ts'

/** Reports a recorded payment, with a link to it and, for users who may refund, Undo. */
export function useRecordedToast(): (recorded: PaymentDetail, detail: string) => void {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const mayRefund = useCan('payments.refund')
  return (recorded, detail) => {
    const requestId = createRequestId()
    const undo = async () => {
      try {
        const { undoRecorded } = await import('./undo-recorded.ts')
        toast(await undoRecorded(call, account.pk, recorded, requestId))
      } catch (error) {
        toast({ title: 'We couldn’t undo this', body: actionErrorText(error), tone: 'error' })
      }
      await queries.invalidateQueries({ queryKey: [account.pk] })
    }
    toast({
      title: `Recorded ${moneyText(recorded.total, recorded.total_currency)}`,
      body: detail,
      tone: 'success',
      link: { label: 'View payment', href: recordPath('payment', recorded.pk) },
      ...(mayRefund && { action: { label: 'Undo', onPress: undo } }),
    })
  }
}
