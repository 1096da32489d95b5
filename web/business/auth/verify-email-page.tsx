import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import type { Session } from '../../session/session.ts'
import { useSession, useSessionControl } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { CalmHeading, CalmPage } from '../layout/calm-page.tsx'
import { queryClient } from '../query-client.ts'

const route = getRouteApi('/bare/email-verification')

type Link = ReplyOf<typeof contract.identity.checkEmailLink>
type Confirmed = ReplyOf<typeof contract.identity.verifyEmail>

/** Every session was ended, and a new password must be set. */
const isTakenBack = ({ restored, second_factor_undone }: Confirmed): boolean =>
  restored || second_factor_undone

const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'token_expired'

/** Opened by the email link that confirms an address: after a sign-up, a change, or an account recovery. */
export const VerifyEmailPage = () => (
  <QueryClientProvider client={queryClient}>
    <CalmPage>
      <Opened />
    </CalmPage>
  </QueryClientProvider>
)

/** Checks the link first without consuming it: mail scanners open pages too, and some run their scripts. */
function Opened() {
  const { token } = route.useSearch()
  const session = useSessionControl()
  const { data, error, refetch } = useQuery({
    queryKey: ['email-link', token],
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      session.call(contract.identity.checkEmailLink, { body: { token: token! } }, { signal }),
  })
  if (token === undefined || isOver(error)) return <Over />
  if (data) return <Ask key={token} token={token} link={data} />
  if (!error) return <Skeleton className="h-48" />
  return (
    <>
      <CalmHeading title="We couldn’t open this link" />
      <Note tone="error" onRetry={() => void refetch()}>
        {actionErrorText(error)}
      </Note>
    </>
  )
}

const WORDS: Record<Link['does'], { title: string; sentence: (email: string) => string; button: string }> = {
  verify_email: {
    title: 'Confirm your email address',
    sentence: (email) => `Confirm that ${email} is your address.`,
    button: 'Confirm address',
  },
  change_email: {
    title: 'Confirm your new email address',
    sentence: (email) => `You’ll log in with ${email} from now on.`,
    button: 'Confirm address',
  },
  restore_email: {
    title: 'Restore your email address?',
    sentence: (email) =>
      `You’ll log in with ${email} again. We’ll log everyone out and email you a link to set a new password.`,
    button: 'Restore address',
  },
  undo_second_factor: {
    title: 'Turn off two-step login?',
    sentence: (email) =>
      `Someone with your password turned it on. We’ll log everyone out and send ${email} a link to set a new password.`,
    button: 'Turn it off',
  },
}

function Ask({ token, link }: { token: string; link: Link }) {
  const session = useSessionControl()
  const words = WORDS[link.does]
  const doing = useSingleMutation({
    mutationFn: () => session.call(contract.identity.verifyEmail, { body: { token } }),
    onSuccess: (done) => isTakenBack(done) || tellSession(session, done),
  })
  useByItself(link, doing.mutate)
  if (doing.data) return <Done done={doing.data} />
  if (isOver(doing.error)) return <Over />
  return (
    <>
      <CalmHeading title={words.title}>
        <p className="break-words">{words.sentence(link.email)}</p>
      </CalmHeading>
      {doing.error && (
        <Note tone="error" className="mb-5">
          {actionErrorText(doing.error)}
        </Note>
      )}
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        busy={doing.isPending}
        onClick={() => doing.mutate()}
      >
        {words.button}
      </Button>
    </>
  )
}

/**
 * A user signed in with this address confirms without a question, because no scanner is signed in. A change
 * to how the user logs in always asks.
 */
function useByItself({ does, email }: Link, confirm: () => void) {
  const { user } = useSession()
  const mine = does === 'verify_email' && user?.email.toLowerCase() === email.toLowerCase()
  const once = useRef(false)
  useEffect(() => {
    if (!mine || once.current) return
    once.current = true
    confirm()
  }, [mine, confirm])
}

/**
 * Only the server knows whether the signed-in user owns this address. When it can't be reached, the former
 * address is shown until the next login; nothing else depends on it.
 */
function tellSession(session: Session, done: Confirmed): void {
  const { user } = session.snapshot()
  if (!user || (user.email === done.email && user.email_verified)) return
  session.call(contract.identity.profile).then(
    (profile) => session.updateUser(profile),
    () => undefined,
  )
}

function Over() {
  const { signedIn } = useSession()
  return (
    <>
      <CalmHeading title="This link is no longer valid">
        It was used, has expired or was replaced by a newer one. If your address isn’t confirmed yet, ask for
        a new link.
      </CalmHeading>
      <ButtonLink href="/check-your-email" variant="primary" size="lg" className="w-full">
        {signedIn ? 'Continue' : 'Log in'}
      </ButtonLink>
    </>
  )
}

function Done({ done }: { done: Confirmed }) {
  const { signedIn } = useSession()
  const stays = signedIn && !isTakenBack(done)
  return (
    <div role="status">
      <CircleCheck className="mb-4 size-8 text-paid" />
      {isTakenBack(done) ? (
        <CalmHeading title={done.restored ? 'Your email address is restored' : 'Two-step login is off'}>
          We logged everyone out and sent a link to <strong className="break-words">{done.email}</strong>. Set
          a new password, because someone knows your current one.
        </CalmHeading>
      ) : (
        <CalmHeading title="Your email address is confirmed">{done.email}</CalmHeading>
      )}
      <ButtonLink href={stays ? '/' : '/login'} variant="primary" size="lg" className="w-full">
        {stays ? 'Continue' : 'Log in'}
      </ButtonLink>
    </div>
  )
}
