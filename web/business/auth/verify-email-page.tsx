import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { ApiError, actionErrorText } from '../../session/api-error.ts'
import { useSession, useSessionControl } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Note } from '../../ui/note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CalmHeading, CalmPage } from './calm-page.tsx'

const route = getRouteApi('/bare/email-verification')

type Confirmed = ReplyOf<typeof contract.identity.verifyEmail>
type State = Confirmed | { error: unknown } | 'busy'

/** Everybody was logged out, and a new password has to be set. */
const isTakenBack = ({ restored, second_factor_undone }: Confirmed): boolean =>
  restored || second_factor_undone

/** One attempt for each link: it can be used once, and a page may be drawn twice. */
const attempts = new Map<string, Promise<Confirmed>>()

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
  const confirmed = typeof state === 'object' && 'email' in state ? state : null
  useEffect(() => {
    if (!user || confirmed === null || isTakenBack(confirmed)) return
    if (user.email === confirmed.email && user.email_verified) return
    // Only the server knows whether who is signed in here is the person whose address it is. Where it can't be asked the
    // former address is shown until the next log-in, and nothing else depends on it.
    session.call(contract.identity.profile).then(
      (profile) => session.updateUser(profile),
      () => undefined,
    )
  }, [session, user, confirmed])
  const error = typeof state === 'object' && 'error' in state ? state.error : null
  return { confirmed, error, busy: state === 'busy', confirm }
}

/** The page that the link of an email opens which proves an address: of a sign-up, a change, or an account taken back. */
export function VerifyEmailPage() {
  const { token } = route.useSearch()
  const { signedIn } = useSession()
  const { confirmed, error, busy, confirm } = useVerification(token)
  if (confirmed !== null) return <Done done={confirmed} />
  const over = token === undefined || (error instanceof ApiError && error.code === 'token_expired')
  return (
    <CalmPage>
      {over ? (
        <>
          <CalmHeading title="This link is no longer valid">
            It was used before, or it is too old, or a later email has another. If your address is not
            confirmed yet, ask for a new link.
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

function Done({ done }: { done: Confirmed }) {
  const { signedIn } = useSession()
  const stays = signedIn && !isTakenBack(done)
  return (
    <CalmPage>
      <div role="status">
        <CircleCheck className="mb-4 size-8 text-paid" />
        {isTakenBack(done) ? (
          <CalmHeading title={done.restored ? 'Your address is yours again' : 'Two-step login is off again'}>
            Everybody was logged out. We have sent a link to{' '}
            <strong className="break-words">{done.email}</strong>: set a new password, because somebody knows
            the present one.
          </CalmHeading>
        ) : (
          <CalmHeading title="Your email address is confirmed">{done.email}</CalmHeading>
        )}
        <ButtonLink href={stays ? '/' : '/login'} variant="primary" size="lg" className="w-full">
          {stays ? 'Continue' : 'Log in'}
        </ButtonLink>
      </div>
    </CalmPage>
  )
}
