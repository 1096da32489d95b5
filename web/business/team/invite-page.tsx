import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { contract } from '../../../contract/index.ts'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { useSession, useSessionControl } from '../../session/session-context.tsx'
import { useLogOut } from '../../session/use-log-out.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { CalmHeading, CalmPage } from '../layout/calm-page.tsx'
import { queryClient } from '../query-client.ts'
import { AcceptInvite } from './accept-invite.tsx'
import type { Invite } from './invite.ts'
import { InviteSignUp } from './invite-sign-up.tsx'
import { ROLE_NAMES } from './role-words.ts'

/** Page of an invitation link: describes the invitation and accepts it with a new or existing login. */
export const InvitePage = () => (
  <QueryClientProvider client={queryClient}>
    <Invited />
  </QueryClientProvider>
)

function Invited() {
  const { code } = useParams({ from: '/bare/signup/invite/$code' })
  const session = useSessionControl()
  const { data, error, refetch } = useQuery({
    queryKey: ['invite', code],
    retry: false,
    queryFn: ({ signal }) => session.call(contract.team.readInvite, { params: { code } }, { signal }),
  })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <CalmPage>{data ? <Open code={code} invite={data} /> : <Skeleton className="h-64" />}</CalmPage>
}

function Open({ code, invite }: { code: string; invite: Invite }) {
  const { signedIn, user } = useSession()
  const { logOut, busy } = useLogOut()
  const isMine = user?.email.toLowerCase() === invite.email.toLowerCase()
  const back = encodeURIComponent(`/signup/invite/${code}`)
  return (
    <>
      <CalmHeading title={titleOf(invite)}>{sentenceOf(invite)}</CalmHeading>
      {signedIn && isMine && <AcceptInvite code={code} invite={invite} />}
      {signedIn && !isMine && (
        <div className="grid gap-4">
          <Note tone="warning">
            This invitation is for {invite.email}, but you’re logged in as {user?.email}.
          </Note>
          <Button variant="primary" size="lg" busy={busy} onClick={logOut}>
            Log Out
          </Button>
        </div>
      )}
      {!signedIn && invite.has_login && (
        <div className="grid gap-4">
          <p className="text-ink-2">You already have a login for {invite.email}.</p>
          <ButtonLink href={`/login?next=${back}`} variant="primary" size="lg">
            Log in to accept
          </ButtonLink>
        </div>
      )}
      {!signedIn && !invite.has_login && <InviteSignUp code={code} invite={invite} />}
    </>
  )
}

const titleOf = ({ kind, company, invited_by }: Invite): string => {
  if (kind === 'owner') return `Take over ${company || 'your company'}`
  if (kind === 'client') return `${company || invited_by} would like to be your advisor`
  return company === '' ? 'You’re invited' : `Join ${company}`
}

const sentenceOf = ({ kind, company, role, invited_by }: Invite): string => {
  if (kind === 'owner')
    return `${invited_by} set up ${company || 'your company'} for you and stays its advisor. You become the owner, and can end their access at any time.`
  return kind === 'member'
    ? `${invited_by} invites you to work in ${company || 'their company'}${role ? ` (${ROLE_NAMES[role]})` : ''}.`
    : `${invited_by} invites your company to Quittance. As your advisor, they can create invoices and record payments, but can’t refund or change settings. Their colleagues get access only when they give it to them. You keep ownership.`
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const isOver = error instanceof ApiError && error.code === 'token_expired'
  return (
    <CalmPage>
      <CalmHeading title={isOver ? 'This invitation no longer works' : 'We couldn’t open the invitation'}>
        {isOver
          ? 'It was used, withdrawn, replaced or is over 7 days old. Ask for a new one.'
          : actionErrorText(error)}
      </CalmHeading>
      {isOver ? (
        <ButtonLink href="/" size="lg">
          Go to Quittance
        </ButtonLink>
      ) : (
        <Button size="lg" onClick={retry}>
          Try again
        </Button>
      )}
    </CalmPage>
  )
}
