import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { FormDialog } from '../../account-security/second-factor-forms.tsx'
import { useAccount } from '../../session/account-context.ts'
import { usePlainForm } from '../../session/forms/plain-form.ts'
import { useCall } from '../../session/session-context.tsx'
import { RadioTiles } from '../../ui/fields/radio-tiles.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { type ChosenRole, ROLE_CHOICES, ROLE_NAMES } from './role-words.ts'
import type { Member, Team } from './use-team.ts'

/** Changes a member's role. */
export function RoleDialog({
  member,
  onClose,
  onChanged,
}: {
  member: Member
  onClose: () => void
  onChanged: (team: Team) => void
}) {
  const call = useCall()
  const toast = useToast()
  const { pk } = useAccount()
  const [role, setRole] = useState<ChosenRole>(member.role === 'owner' ? 'admin' : member.role)
  const { form, busy, problem } = usePlainForm({
    checks: {},
    async send() {
      const params = { account: pk, user: member.user }
      onChanged(await call(contract.team.changeRole, { params, body: { role } }))
      toast({ title: `${member.name} is now ${ROLE_NAMES[role].toLowerCase()}`, tone: 'success' })
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      {...{ busy, problem, form, onClose }}
      title={`Role for ${member.name}`}
      description="Takes effect immediately."
      confirmLabel="Change role"
      fields={
        <RadioTiles legend="Role" legendHidden options={ROLE_CHOICES} value={role} onChange={setRole} />
      }
    />
  )
}
