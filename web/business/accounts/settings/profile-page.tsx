import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { contract } from '../../../../contract/index.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { ActiveSessions } from '../../../account-security/active-sessions.tsx'
import { LoginAppContext } from '../../../account-security/app-of-account.ts'
import { PasswordForm } from '../../../account-security/password-form.tsx'
import { SecondFactor } from '../../../account-security/second-factor.tsx'
import { SECTIONS } from '../../../account-security/sections.ts'
import { useAccount } from '../../../session/account-context.ts'
import { showFormErrors } from '../../../session/forms/form-errors.ts'
import { useSession, useSessionControl } from '../../../session/session-context.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { dayOf, timeOf } from '../../../ui/text/zoned-time.ts'
import { LeaveGuard } from '../../layout/leave-guard.tsx'
import { BUSINESS_APP } from '../app-of-business.tsx'
import { EmailSection } from './email-section.tsx'
import { IdentitiesSection } from './identities-section.tsx'
import { UNSAVED_SETTINGS } from './save-bar.tsx'
import { SettingsLayout, SettingsSection } from './settings-layout.tsx'

/** Settings for the user's own name, email address, password and active sessions. */
export function ProfilePage() {
  const { timezone, date_format } = useAccount()
  const day = (instant: string) => formatDate(dayOf(instant, timezone), date_format)
  // Two forms, but one question when both hold unsaved changes.
  const unsaved = useRef({ name: false, email: false })
  const words = { day, moment: (instant: string) => `${day(instant)} ${timeOf(instant, timezone)}` }
  return (
    <SettingsLayout title="Profile">
      <NameForm
        onDirty={(dirty) => {
          unsaved.current.name = dirty
        }}
      />
      <EmailSection
        onDirty={(dirty) => {
          unsaved.current.email = dirty
        }}
      />
      <SettingsSection {...SECTIONS.password}>
        <PasswordForm />
      </SettingsSection>
      <SettingsSection {...SECTIONS.twoStep}>
        <LoginAppContext value={BUSINESS_APP}>
          <SecondFactor words={words} />
        </LoginAppContext>
      </SettingsSection>
      <IdentitiesSection />
      <SettingsSection {...SECTIONS.places}>
        <ActiveSessions words={words} />
      </SettingsSection>
      <LeaveGuard atRisk={() => unsaved.current.name || unsaved.current.email} text={UNSAVED_SETTINGS} />
    </SettingsLayout>
  )
}

function NameForm({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const session = useSessionControl()
  const { user } = useSession()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({ values: { first_name: user?.first_name ?? '', last_name: user?.last_name ?? '' } })
  const { errors, isDirty, isSubmitting } = form.formState
  useEffect(() => onDirty(isDirty))
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
      <SettingsSection title="Your name" description="Shown to others in your company.">
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
