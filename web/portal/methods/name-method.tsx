import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { t } from '../../ui/language/text.ts'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../ui/text/note.tsx'
import { askForMethodsAgain, type StoredMethod } from './use-methods.ts'

const FORM = 'name-method'

/** Lets a customer name a stored method, so that they tell two cards apart. */
export function NameMethod({ method, onClose }: { method: StoredMethod; onClose: () => void }) {
  const call = useCall()
  const toast = useToast()
  const [name, setName] = useState(method.name)
  const naming = useSingleMutation({
    mutationFn: () => call(contract.paymentMethods.rename, { params: { method: method.id }, body: { name } }),
    onSuccess: () => {
      askForMethodsAgain()
      toast({ title: t('Name saved'), tone: 'success' })
      onClose()
    },
  })
  const fields = naming.error instanceof ApiError ? naming.error.fields : {}
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      size="sm"
      title={t('Name {method}', { method: method.display })}
      locked={naming.isPending}
      footer={<DialogButtons label={t('Save name')} busy={naming.isPending} form={FORM} onCancel={onClose} />}
    >
      <form
        id={FORM}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          naming.mutate()
        }}
      >
        <TextField
          label={t('Name')}
          hint={t('Only you see it. For example: Office card')}
          maxLength={40}
          autoComplete="off"
          value={name}
          error={fields.name?.[0]}
          onChange={(event) => setName(event.target.value)}
        />
        {naming.error && fields.name === undefined && (
          <Note tone="error" title={t('We couldn’t save the name')}>
            {naming.error.message}
          </Note>
        )}
      </form>
    </TypedDialog>
  )
}
