import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { contract } from '../../../contract/index.ts'
import { ApiError, actionErrorText } from '../../session/api-error.ts'
import { useSession, useSessionControl } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Note } from '../../ui/note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CalmHeading, CalmPage } from './calm-page.tsx'

const route = getRouteApi('/bare/email-verification')

/**
 * Confirms the address once the page is open in a browser: mail scanners only fetch the page and so use nothing up.
 * A query and not an effect, because a link that is sent twice is refused the second time.
 */
function useVerification(token: string | undefined) {
  const session = useSessionControl()
  const { user } = useSession()
  const result = useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => session.call(contract.identity.verifyEmail, { body: { token: token ?? '' } }),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
  const verified = result.data?.email
  useEffect(() => {
    if (user && verified === user.email && !user.email_verified) {
      session.updateUser({ ...user, email_verified: true })
    }
  }, [session, user, verified])
  return result
}

/** The page that the link of the verification email opens. */
export function VerifyEmailPage() {
  const { token } = route.useSearch()
  const { signedIn } = useSession()
  const { data, error, isFetching, refetch } = useVerification(token)
  const over = token === undefined || (error instanceof ApiError && error.code === 'token_expired')
  return (
    <CalmPage>
      {data ? (
        <div role="status">
          <CircleCheck className="mb-4 size-8 text-paid" />
          <CalmHeading title="Your email address is confirmed">{data.email}</CalmHeading>
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
          {error ? (
            <Note tone="error" className="mb-5">
              {actionErrorText(error)}
            </Note>
          ) : (
            <p role="status" className="mb-5 flex items-center gap-2 text-ink-2">
              <Spinner /> Confirming your address…
            </p>
          )}
          <Button variant="primary" size="lg" className="w-full" busy={isFetching} onClick={() => refetch()}>
            Confirm address
          </Button>
        </>
      )}
    </CalmPage>
  )
}
