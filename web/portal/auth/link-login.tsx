import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { AUTH_CODE_HINT, AuthCodeField } from '../../account-security/auth-code-field.tsx'
import { ApiError } from '../../session/calls/api-error.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { rich, t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { navigate } from '../location.ts'
import { browserSession, SITE } from '../portal-session.ts'
import { AuthFrame } from './auth-frame.tsx'
import { EndedLink } from './ended-link.tsx'
import { useLinkState } from './link-state.ts'

/** Logs in with a mailed link. Needs a press, because mail scanners open links too. */
export function LinkLogin({ token }: { token: string }) {
  const [needsCode, setNeedsCode] = useState(false)
  const [ended, setEnded] = useState(false)
  const link = useLinkState(token, 'log_in')
  const { form, field, busy, problem } = usePlainForm({
    checks: { auth_code: required },
    async send({ auth_code }) {
      const { session } = browserSession
      try {
        const body = { token, ...(needsCode && { auth_code }) }
        session.signIn(await session.call(contract.logInLinks.open, { body }))
        navigate(SITE, { replace: true })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'login_bad_authentication_code')
          return { auth_code: `${error.message} ${AUTH_CODE_HINT}` }
        if (error.code === 'token_expired') setEnded(true)
        else if (error.code === 'login_needs_second_factor') setNeedsCode(true)
        else throw error
      }
      return undefined
    },
  })
  if (ended || link.state === 'ended' || link.state === 'enrolled') return <EndedLink purpose="log_in" />
  if (link.state === 'asking')
    return (
      <AuthFrame title={t('Log in')}>
        <Skeleton className="h-12" />
      </AuthFrame>
    )
  const email = 'email' in link ? link.email : undefined
  return (
    <AuthFrame
      title={t('Log in')}
      lead={
        email !== undefined &&
        rich('You log in as <b>{email}</b>.', {
          b: (text) => <b className="font-medium text-ink wrap-anywhere">{text}</b>,
          email,
        })
      }
    >
      <form {...form} className="grid gap-4">
        {problem && <Note tone="error">{problem}</Note>}
        {needsCode && <AuthCodeField autoFocus hint={AUTH_CODE_HINT} {...field('auth_code')} />}
        <Button type="submit" variant="primary" size="lg" busy={busy} autoFocus={!needsCode}>
          {needsCode ? t('Confirm') : t('Log in')}
        </Button>
      </form>
    </AuthFrame>
  )
}
