import { contract } from '../../../contract/index.ts'
import { invalidateQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { type AutoPayments, askForMethodsAgain, type StoredMethod } from './use-methods.ts'

/** Asks before a stored method is removed. */
export function RemoveMethod({
  method,
  auto,
  onClose,
}: {
  method: StoredMethod
  auto: AutoPayments
  onClose: () => void
}) {
  const paysByItself = auto.method?.id === method.id
  const [next] = auto.planned
  const call = useCall()
  const toast = useToast()
  const removing = useSingleMutation({
    mutationFn: () => call(contract.payments.removeMethod, { params: { method: method.id } }),
    onSuccess: () => {
      askForMethodsAgain()
      invalidateQuery('payment-options')
      toast({ title: `${method.display} was removed`, tone: 'success' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${method.display}?`}
      confirmLabel="Remove"
      danger
      busy={removing.isPending}
      onConfirm={() => removing.mutate()}
    >
      <p>
        {paysByItself && 'This turns off automatic payments. '}
        {paysByItself && next && `Pay invoice ${next.invoice.number} and later ones yourself. `}
        Past payments aren’t affected. To use it again, add it again.
      </p>
      {removing.error && (
        <Note tone="error" title="We couldn’t remove the method">
          {removing.error.message}
        </Note>
      )}
    </ConfirmDialog>
  )
}
