import { useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { FactorsDialog, type TypedFactors } from '../../account-security/second-factor-forms.tsx'
import { useAccount } from '../../session/account-context.ts'
import { useSessionControl } from '../../session/session-context.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { accountsQuery } from '../accounts/accounts-query.ts'
import { AskDialog } from '../layout/ask-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import type { Member, Team } from './use-team.ts'

export type MemberChange = 'role' | 'remove' | 'transfer' | 'end-second-factor' | 'leave' | 'end-firm'

interface Given {
  readonly member: Member
  /** Whether the user has a second factor, which the action then requires. */
  readonly withCode: boolean
  readonly onClose: () => void
  readonly onChanged: (team: Team) => void
}

/** Confirms one change of a member, and makes it. */
export function MemberDialog({ change, ...given }: Given & { change: MemberChange }) {
  switch (change) {
    case 'role':
      return <RoleDialog {...given} />
    case 'remove':
      return <RemoveDialog {...given} />
    case 'transfer':
      return <TransferDialog {...given} />
    case 'end-second-factor':
      return <EndSecondFactorDialog {...given} />
    case 'end-firm':
      return <EndFirmDialog {...given} />
    case 'leave':
      return <LeaveDialog onClose={given.onClose} />
  }
}

function RemoveDialog({ member, onClose, onChanged }: Given) {
  const session = useSessionControl()
  const { pk, company } = useAccount()
  const toast = useToast()
  return (
    <AskDialog
      title={`Remove ${member.name}?`}
      confirmLabel="Remove"
      onClose={onClose}
      work={async () => {
        onChanged(await session.call(contract.team.remove, { params: { account: pk, user: member.user } }))
        toast({ title: `${member.name} was removed`, tone: 'success' })
      }}
    >
      They lose access to {company.name || 'this company'} immediately, and invitations they sent stop
      working. Their work stays.
    </AskDialog>
  )
}

function EndFirmDialog({ member, onClose, onChanged }: Given) {
  const session = useSessionControl()
  const { pk, company } = useAccount()
  const toast = useToast()
  const { firm } = member
  const name = firm?.name || 'the firm'
  return (
    <AskDialog
      title={`End the access of ${name}?`}
      confirmLabel="End access"
      onClose={onClose}
      work={async () => {
        const params = { account: pk, firm: firm?.pk ?? '' }
        onChanged(await session.call(contract.team.endFirm, { params }))
        toast({ title: `${name} no longer has access`, tone: 'success' })
      }}
    >
      Everybody who works in {company.name || 'this company'} for {name} loses access immediately. Their work
      stays.
    </AskDialog>
  )
}

function TransferDialog({ member, withCode, onClose, onChanged }: Given) {
  const session = useSessionControl()
  const queries = useQueryClient()
  const { pk, company } = useAccount()
  const toast = useToast()
  const name = company.name || 'the company'
  const send = async (typed: TypedFactors) => {
    const body = { ...typed, user: member.user }
    onChanged(await session.call(contract.team.transfer, { params: { account: pk }, body }))
    await queries.invalidateQueries({ queryKey: accountsQuery(session).queryKey })
    toast({ title: `${member.name} now owns ${name}`, body: 'You’re now an admin.', tone: 'success' })
    onClose()
  }
  return (
    <FactorsDialog
      danger
      {...{ withCode, onClose, send }}
      title={`Transfer ${name} to ${member.name}?`}
      description="They’ll control payment processors, billing and roles, and you become an admin. Only they can transfer it back."
      confirmLabel="Transfer ownership"
    />
  )
}

function EndSecondFactorDialog({ member, withCode, onClose, onChanged }: Given) {
  const session = useSessionControl()
  const { pk } = useAccount()
  const toast = useToast()
  const send = async (body: TypedFactors) => {
    const params = { account: pk, user: member.user }
    onChanged(await session.call(contract.team.endSecondFactor, { params, body }))
    toast({ title: `${member.name} no longer needs a login code`, tone: 'success' })
    onClose()
  }
  return (
    <FactorsDialog
      danger
      {...{ withCode, onClose, send }}
      title={`Turn off two-step login for ${member.name}?`}
      description="For people who lost their phone and recovery codes. Confirm it’s really them. We’ll log them out everywhere and email them."
      confirmLabel="Turn off"
    />
  )
}
