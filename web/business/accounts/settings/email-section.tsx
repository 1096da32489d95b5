import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { contract } from '../../../../contract/index.ts'
import { WhosePassword } from '../../../account-security/whose-password.tsx'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useAction } from '../../../session/calls/use-action.ts'
import { showFormErrors } from '../../../session/forms/form-errors.ts'
import { useSession, useSessionControl } from '../../../session/session-context.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { SettingsSection } from './settings-layout.tsx'

/** Shows the login's email address and the form to change it. */
export function EmailSection({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const session = useSessionControl()
  const { user } = useSession()
  const { data, refetch } = useQuery({
    queryKey: ['profile', user?.pk],
    queryFn: ({ signal }) => session.call(contract.identity.profile, {}, { signal }),
  })
  return (
    <SettingsSection
      title="Email address"
      description={`You log in as ${user?.email ?? ''}. To change it, open the link we email to your new address.`}
    >
      {data?.pending_email ? (
        <PendingEmail email={data.pending_email} onEnd={refetch} />
      ) : (
        <EmailForm onAsked={refetch} onDirty={onDirty} />
      )}
    </SettingsSection>
  )
}

function PendingEmail({ email, onEnd }: { email: string; onEnd: () => Promise<unknown> }) {
  const session = useSessionControl()
  const toast = useToast()
  const cancel = useAction(async () => {
    try {
      await session.call(contract.identity.cancelEmailChange)
      toast({ title: 'Your email address won’t change', tone: 'success' })
    } catch (problem) {
      toast({ title: 'We couldn’t cancel the change', body: actionErrorText(problem), tone: 'error' })
    }
    await onEnd()
  })
  return (
    <>
      <Note tone="info">
        Open the link we sent to <strong className="break-all">{email}</strong>. It works for 24 hours.
      </Note>
      <div>
        <Button busy={cancel.busy} onClick={cancel.run}>
          Cancel change
        </Button>
      </div>
    </>
  )
}

function EmailForm({
  onAsked,
  onDirty,
}: {
  onAsked: () => Promise<unknown>
  onDirty: (dirty: boolean) => void
}) {
  const session = useSessionControl()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({ defaultValues: { email: '', current_password: '' } })
  const { errors, isDirty, isSubmitting } = form.formState
  useEffect(() => {
    onDirty(isDirty)
    // Nothing is unsaved once the form is replaced by the address that awaits confirmation.
    return () => onDirty(false)
  })
  const submit = form.handleSubmit(async (body) => {
    setProblem(null)
    try {
      await session.call(contract.identity.askEmailChange, { body })
      await onAsked()
    } catch (error) {
      setProblem(showFormErrors(form, error))
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {problem !== null && <Note tone="error">{problem}</Note>}
      <WhosePassword />
      <TextField
        label="New email address"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email', { required: 'This field is required.' })}
      />
      <PasswordField
        label="Your password"
        hint="To confirm it’s you"
        error={errors.current_password?.message}
        {...form.register('current_password', { required: 'This field is required.' })}
      />
      <div>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Change email address
        </Button>
      </div>
    </form>
  )
}
