import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { ApiError, actionErrorText } from '../../session/api-error.ts'
import { useSession, useSessionControl } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Note } from '../../ui/note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CalmHeading, CalmPage } from './calm-page.tsx'

const route = getRouteApi('/bare/email-verification')

type State = { email: string } | { error: unknown } | 'busy'

/** One attempt for each link: it can be used once, and a page may be drawn twice. */
const attempts = new Map<string, Promise<{ email: string }>>()

/** Confirms the address once the page is open in a browser: mail scanners only fetch the page and so use nothing up. */
function useVerification(token: string | undefined) {
  const session = useSessionControl()
  const { user } = useSession()
  const [state, setState] = useState<State>('busy')
  const confirm = useCallback(async () => {
    if (token === undefined) return
    setState('busy')
    const attempt = attempts.get(token) ?? session.call(contract.identity.verifyEmail, { body: { token } })
    attempts.set(token, attempt)
    try {
      setState(await attempt)
    } catch (error) {
      attempts.delete(token)
      setState({ error })
    }
  }, [session, token])
  useEffect(() => void confirm(), [confirm])
  const verified = typeof state === 'object' && 'email' in state ? state.email : null
  useEffect(() => {
    if (user && verified === user.email && !user.email_verified) {
      session.updateUser({ ...user, email_verified: true })
    }
  }, [session, user, verified])
  const error = typeof state === 'object' && 'error' in state ? state.error : null
  return { verified, error, busy: state === 'busy', confirm }
}

/** The page that the link of the verification email opens. */
export function VerifyEmailPage() {
  const { token } = route.useSearch()
  const { signedIn } = useSession()
  const { verified, error, busy, confirm } = useVerification(token)
  const over = token === undefined || (error instanceof ApiError && error.code === 'token_expired')
  return (
    <CalmPage>
      {verified !== null ? (
        <div role="status">
          <CircleCheck className="mb-4 size-8 text-paid" />
          <CalmHeading title="Your email address is confirmed">{verified}</CalmHeading>
          <ButtonLink href={signedIn ? '/' : '/login'} variant="primary" size="lg" className="w-full">
            {signedIn ? 'Continue' : 'Log in'}
          </ButtonLink>
        </div>
      ) : over ? (
        <>
          <CalmHeading title="This link is no longer valid">
            It was used before, or it is older than 24 hours. If your address is not confirmed yet, ask for a
            new link.
          </CalmHeading>
          <ButtonLink href="/check-your-email" variant="primary" size="lg" className="w-full">
            {signedIn ? 'Continue' : 'Log in'}
          </ButtonLink>
        </>
      ) : (
        <>
          <CalmHeading title="Confirm your email address" />
          {error !== null ? (
            <Note tone="error" className="mb-5">
              {actionErrorText(error)}
            </Note>
          ) : (
            <p role="status" className="mb-5 flex items-center gap-2 text-ink-2">
              <Spinner /> Confirming your address…
            </p>
          )}
          <Button variant="primary" size="lg" className="w-full" busy={busy} onClick={confirm}>
            Confirm address
          </Button>
        </>
      )}
    </CalmPage>
  )
}
