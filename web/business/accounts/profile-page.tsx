import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { contract } from '../../../contract/index.ts'
import { showFormErrors } from '../../session/form-errors.ts'
import { useSession, useSessionControl } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { checkNewPassword } from '../auth/password-check.ts'
import { EmailSection } from './email-section.tsx'
import { IdentitiesSection } from './identities-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SettingsLayout, SettingsSection } from './settings-layout.tsx'
import { WhosePassword } from './whose-password.tsx'

/** One's own name, email address and password, and where one is logged in. */
export function ProfilePage() {
  return (
    <SettingsLayout title="Profile">
      <NameForm />
      <EmailSection />
      <PasswordForm />
      <SecondFactorSection />
      <IdentitiesSection />
      <SessionsSection />
    </SettingsLayout>
  )
}

function NameForm() {
  const session = useSessionControl()
  const { user } = useSession()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({ values: { first_name: user?.first_name ?? '', last_name: user?.last_name ?? '' } })
  const { errors, isDirty, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    setProblem(null)
    try {
      session.updateUser(await session.call(contract.identity.updateProfile, { body }))
      toast({ title: 'Name saved', tone: 'success' })
    } catch (error) {
      setProblem(showFormErrors(form, error))
    }
  })
  return (
    <form onSubmit={submit} noValidate>
      <SettingsSection title="Your name" description="How others in your company see you.">
        {problem !== null && <Note tone="error">{problem}</Note>}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="First name"
            autoComplete="given-name"
            error={errors.first_name?.message}
            {...form.register('first_name')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            error={errors.last_name?.message}
            {...form.register('last_name')}
          />
        </div>
        <div>
          <Button type="submit" variant="primary" busy={isSubmitting} disabled={!isDirty && !isSubmitting}>
            Save name
          </Button>
        </div>
      </SettingsSection>
    </form>
  )
}

function PasswordForm() {
  const session = useSessionControl()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({ defaultValues: { current_password: '', password: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ current_password, password }) => {
    setProblem(null)
    try {
      const body = { current_password, password1: password, password2: password }
      const { detail } = await session.call(contract.identity.changePassword, { body })
      form.reset()
      toast({ title: 'Password changed', body: detail, tone: 'success' })
    } catch (error) {
      setProblem(showFormErrors(form, error, { password1: 'password', password2: 'password' }))
    }
  })
  return (
    <form onSubmit={submit} noValidate>
      <SettingsSection
        title="Password"
        description="A new password logs you out on every other device and browser."
      >
        {problem !== null && <Note tone="error">{problem}</Note>}
        <WhosePassword />
        <PasswordField
          label="Present password"
          error={errors.current_password?.message}
          {...form.register('current_password', { required: 'This field is required.' })}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters."
          error={errors.password?.message}
          {...form.register('password', { validate: (text) => checkNewPassword(text) ?? true })}
        />
        <div>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            Change password
          </Button>
        </div>
      </SettingsSection>
    </form>
  )
}
