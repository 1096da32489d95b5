import { type ReactNode, useId } from 'react'
import { required, usePlainForm } from '../session/forms/plain-form.ts'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { t } from '../ui/language/text.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogButtons } from '../ui/overlay/dialog-buttons.tsx'
import { Note } from '../ui/text/note.tsx'
import { AUTH_CODE_HINT, AuthCodeField } from './auth-code-field.tsx'
import { WhosePassword } from './whose-password.tsx'

export interface TypedFactors {
  readonly current_password: string
  readonly auth_code: string
}

/** Asks for the password and, with `withCode`, for a code as well. */
export function FactorsDialog({
  title,
  description,
  confirmLabel,
  withCode = false,
  danger = false,
  onClose,
  send,
}: {
  title: string
  description: string
  confirmLabel: string
  withCode?: boolean
  danger?: boolean
  onClose: () => void
  send: (typed: TypedFactors) => Promise<void>
}) {
  const { form, field, busy, problem } = usePlainForm({
    checks: { current_password: required, auth_code: required },
    send: async (typed) => {
      await send(typed)
      return undefined
    },
  })
  return (
    <FormDialog
      {...{ title, description, confirmLabel, danger, busy, problem, onClose }}
      form={form}
      fields={
        <>
          <WhosePassword />
          <PasswordField label={t('Your password')} autoFocus {...field('current_password')} />
          {withCode && <AuthCodeField hint={AUTH_CODE_HINT} {...field('auth_code')} />}
        </>
      }
    />
  )
}

/** Wraps a form in a dialog and reports its result. */
export function FormDialog({
  title,
  description,
  confirmLabel,
  danger = false,
  busy,
  problem,
  form,
  fields,
  onClose,
}: {
  title: string
  description: string
  confirmLabel: string
  danger?: boolean
  busy: boolean
  problem: string | null
  form: ReturnType<typeof usePlainForm>['form']
  fields: ReactNode
  onClose: () => void
}) {
  const id = useId()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      size="sm"
      locked={busy}
      footer={<DialogButtons onCancel={onClose} label={confirmLabel} form={id} danger={danger} busy={busy} />}
    >
      <form {...form} id={id} className="grid gap-4">
        {problem !== null && <Note tone="error">{problem}</Note>}
        {fields}
      </form>
    </Dialog>
  )
}
