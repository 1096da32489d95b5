import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { checkNewPassword } from '../../account-security/new-password-check.ts'
import { NewPasswordField } from '../../account-security/new-password-field.tsx'
import { ApiError } from '../../session/calls/api-error.ts'
import { usePlainForm } from '../../session/forms/plain-form.ts'
import { useSessionControl } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { CalmHeading, CalmPage } from '../layout/calm-page.tsx'
import { useFirstFocus } from './use-first-focus.ts'

const route = getRouteApi('/bare/password-reset-confirmation')

/** Sets a new password with the link from the email. */
export function ResetPasswordPage() {
  const { token } = route.useSearch()
  const [expired, setExpired] = useState(token === undefined)
  return (
    <CalmPage>
      {expired || token === undefined ? (
        <>
          <CalmHeading title="This link is no longer valid">
            Links to set a password work once, within 30 minutes. Your password is unchanged.
          </CalmHeading>
          <ButtonLink href="/forgot-password" variant="primary" size="lg" className="w-full">
            Ask for a new link
          </ButtonLink>
        </>
      ) : (
        <ResetForm token={token} onExpired={() => setExpired(true)} />
      )}
    </CalmPage>
  )
}

function ResetForm({ token, onExpired }: { token: string; onExpired: () => void }) {
  const session = useSessionControl()
  const navigate = useNavigateTo()
  const toast = useToast()
  const { form, field, busy, problem } = usePlainForm({
    checks: { password: checkNewPassword },
    names: { password1: 'password', password2: 'password' },
    async send({ password }) {
      try {
        const body = { token, password1: password, password2: password }
        const { detail } = await session.call(contract.identity.resetPassword, { body })
        toast({ title: 'Password changed', body: detail, tone: 'success' })
        // The password change ended every session, this browser's too.
        if (session.snapshot().signedIn) session.end(null)
        navigate('/login')
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'token_expired') throw error
        onExpired()
      }
      return undefined
    },
  })
  useFirstFocus('password')
  return (
    <>
      <CalmHeading title="Set a new password">This logs you out everywhere else.</CalmHeading>
      <form {...form} className="grid gap-5">
        {problem !== null && <Note tone="error">{problem}</Note>}
        <NewPasswordField label="New password" {...field('password')} />
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          Set password
        </Button>
      </form>
    </>
  )
}
