import { Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { roleCan } from '../../../domain/people/roles.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { SettingsLayout, SettingsSection } from '../accounts/settings/settings-layout.tsx'
import { ExportMenu } from '../layout/export-menu.tsx'
import { FeatureGate, useFeature } from '../layout/gates/feature-gate.tsx'
import { CLIENTS_PATH } from '../paths.ts'
import { InvitationList } from './invitation-list.tsx'
import type { MemberChange } from './member-dialogs.tsx'
import { MemberList } from './member-list.tsx'
import { RequiredFactor } from './required-factor.tsx'
import { type Member, type Team, useTeam } from './use-team.ts'

const InviteDialog = lazyWithRetry(() => import('./invite-dialog.tsx'), 'InviteDialog')
const HandOverDialog = lazyWithRetry(() => import('./hand-over-dialog.tsx'), 'HandOverDialog')
const MemberDialog = lazyWithRetry(() => import('./member-dialogs.tsx'), 'MemberDialog')

type Open =
  | { readonly invite: 'member' | 'client' }
  | { readonly change: MemberChange; readonly member: Member }
  | { readonly handOver: true }

/** Lists members, roles and invitations. */
export function TeamPage() {
  const may = useCan('users.read')
  if (may) return <ShownTeam />
  return <SettingsLayout title="Team" closed="Owners and admins can see and change the team." />
}

function ShownTeam() {
  const { data, error, refetch, show } = useTeam()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const withCode = data?.members.some((one) => one.is_you && one.second_factor) ?? false
  return (
    <SettingsLayout title="Team">
      {error && !data && (
        <div className="m-4 grid gap-3 md:m-6">
          <Note tone="error">{actionErrorText(error)}</Note>
          <div>
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        </div>
      )}
      {!error && !data && <Loading />}
      {data && <Sections team={data} onShow={show} onOpen={setOpen} />}
      <Suspense>
        {open && 'invite' in open && <InviteDialog kind={open.invite} onClose={close} onInvited={show} />}
        {open && 'handOver' in open && (
          <HandOverDialog withCode={withCode} onClose={close} onChanged={show} />
        )}
        {open && 'change' in open && (
          <MemberDialog {...open} withCode={withCode} onClose={close} onChanged={show} />
        )}
      </Suspense>
    </SettingsLayout>
  )
}

function Sections({
  team,
  onShow,
  onOpen,
}: {
  team: Team
  onShow: (team: Team) => void
  onOpen: (open: Open) => void
}) {
  const { role } = useAccount()
  const manages = roleCan(role, 'users.manage')
  const inviteAny = useFeature('USER_MANAGEMENT')
  return (
    <>
      <SettingsSection title="People" description="People with access and their roles.">
        <MemberList members={team.members} onChange={(change, member) => onOpen({ change, member })} />
        {manages && <FeatureGate feature="USER_MANAGEMENT">{null}</FeatureGate>}
        <div className="flex flex-wrap items-center gap-2">
          {manages && (
            <Button variant="primary" onClick={() => onOpen({ invite: 'member' })}>
              {inviteAny ? 'Invite to the team' : 'Invite an accountant'}
            </Button>
          )}
          <ExportMenu list={{ query: {} }} route={contract.team.export} name="Team" />
        </div>
      </SettingsSection>
      {team.invitations.length > 0 && (
        <SettingsSection title="Invitations" description="Not accepted yet.">
          <InvitationList invitations={team.invitations} onShow={onShow} />
        </SettingsSection>
      )}
      {team.members.some((one) => one.is_you && one.role === 'owner' && one.firm) && (
        <SettingsSection
          title="Hand over"
          description="You set up this company for a client. Hand it over to its owner, and stay its advisor."
        >
          <div>
            <Button variant="primary" onClick={() => onOpen({ handOver: true })}>
              Hand over
            </Button>
          </div>
        </SettingsSection>
      )}
      {manages && <RequiredFactor members={team.members} />}
      {manages && (
        <SettingsSection
          title="Client companies"
          description="For accountants who advise clients. Switch companies at the top of the sidebar."
        >
          <div>
            <FeatureGate feature="SUB_ACCOUNT_MANAGEMENT">
              <span className="flex flex-wrap gap-2">
                <Button onClick={() => onOpen({ invite: 'client' })}>Invite a client company</Button>
                <ButtonLink href={CLIENTS_PATH}>Clients and colleagues</ButtonLink>
              </span>
            </FeatureGate>
          </div>
        </SettingsSection>
      )}
    </>
  )
}

const Loading = () => (
  <SettingsSection title="People">
    <div className="grid gap-4" aria-hidden="true">
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
    </div>
  </SettingsSection>
)
