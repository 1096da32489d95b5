import { useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { ConfirmAction } from '../../layout/confirm-action.tsx'
import type { Fee } from './late-fees-list.ts'

interface Props {
  readonly fee: Fee
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Charges a waived fee again, after a question. */
export function UndoDialog({ fee, onClose, onDone }: Props) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const amount = moneyText(fee.waived, fee.currency)
  const restoring = useSingleMutation({
    mutationFn: () => call(contract.lateFees.undoWaiver, { params: { account: account.pk, fee: fee.pk } }),
    onSuccess: async () => {
      toast({ title: 'Late fee charged again', body: `${amount} on ${fee.invoice.number}`, tone: 'success' })
      onDone()
      onClose()
      await queries.invalidateQueries({ queryKey: [account.pk] })
    },
  })
  return (
    <ConfirmAction
      title={`Charge the ${fee.payment_plan === null ? 'late fee' : 'fee'} of ${fee.invoice.number} again`}
      label={`Charge ${amount}`}
      action={restoring}
      onClose={onClose}
    >
      <p>{`${fee.customer.short_name} owes ${amount} more on ${fee.invoice.number}.`}</p>
    </ConfirmAction>
  )
}
