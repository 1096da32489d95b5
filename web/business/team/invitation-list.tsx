import { Ellipsis } from 'lucide-react'
import { contract } from '../../../contract/index.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useAction } from '../../session/calls/use-action.ts'
import { useCall } from '../../session/session-context.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { ROLE_NAMES } from './role-words.ts'
import type { Invitation, Team } from './use-team.ts'

/** Pending invitations, each with actions to resend and withdraw it. */
export function InvitationList({
  invitations,
  onShow,
}: {
  invitations: readonly Invitation[]
  onShow: (team: Team) => void
}) {
  return (
    <ul aria-label="Invitations" className="grid divide-y divide-line">
      {invitations.map((invitation) => (
        <Row key={invitation.pk} invitation={invitation} onShow={onShow} />
      ))}
    </ul>
  )
}

function Row({ invitation, onShow }: { invitation: Invitation; onShow: (team: Team) => void }) {
  const { pk, email, kind, role, invited_by, expires_at, expired } = invitation
  const { timezone, date_format } = useAccount()
  const sendAgain = useChange(contract.team.sendAgain, pk, `Invitation sent again to ${email}`, onShow)
  const withdraw = useChange(contract.team.withdraw, pk, 'Invitation withdrawn', onShow)
  const busy = sendAgain.busy || withdraw.busy
  return (
    <li className="flex min-w-0 items-center gap-3 py-2.5" aria-busy={busy}>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium break-words">
          <span className="min-w-0">{email}</span>
          {expired && <Tag tone="overdue">Expired</Tag>}
        </p>
        <p className="text-13 text-ink-2">
          {kind === 'owner' ? 'Future owner' : role === null ? 'Client company' : ROLE_NAMES[role]} · invited
          by {invited_by}
          {!expired && ` · expires ${formatDate(dayOf(expires_at, timezone), date_format)}`}
        </p>
      </div>
      <Menu
        align="end"
        items={[
          { id: 'send', label: 'Send again', onSelect: sendAgain.run, disabled: busy },
          { id: 'withdraw', label: 'Withdraw', danger: true, onSelect: withdraw.run, disabled: busy },
        ]}
        trigger={<IconButton icon={<Ellipsis />} label={`Change the invitation for ${email}`} />}
      />
    </li>
  )
}

function useChange(
  route: typeof contract.team.sendAgain | typeof contract.team.withdraw,
  invitation: string,
  title: string,
  onShow: (team: Team) => void,
) {
  const call = useCall()
  const { pk } = useAccount()
  const toast = useToast()
  return useAction(async () => {
    try {
      onShow(await call(route, { params: { account: pk, invitation } }))
      toast({ title, tone: 'success' })
    } catch (error) {
      toast({ title: 'We couldn’t change the invitation', body: actionErrorText(error), tone: 'error' })
    }
  })
}
