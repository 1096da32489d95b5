import { contract } from '../../../contract/index.ts'
import { invalidateQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { t } from '../../ui/language/text.ts'
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
      toast({ title: t('{method} was removed', { method: method.display }), tone: 'success' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Remove {method}?', { method: method.display })}
      confirmLabel={t('Remove')}
      danger
      busy={removing.isPending}
      onConfirm={() => removing.mutate()}
    >
      <p>
        {paysByItself && `${t('This turns off automatic payments.')} `}
        {paysByItself &&
          next &&
          `${t('Pay invoice {number} and later ones yourself.', { number: next.invoice.number })} `}
        {t('Past payments aren’t affected. To use it again, add it again.')}
      </p>
      {removing.error && (
        <Note tone="error" title={t('We couldn’t remove the method')}>
          {removing.error.message}
        </Note>
      )}
    </ConfirmDialog>
  )
}
