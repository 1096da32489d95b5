import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { FormDialog } from '../../account-security/second-factor-forms.tsx'
import { useAccount } from '../../session/account-context.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { useCall } from '../../session/session-context.tsx'
import { RadioTiles } from '../../ui/fields/radio-tiles.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { useFeature } from '../layout/gates/feature-gate.tsx'
import { type ChosenRole, ROLE_CHOICES } from './role-words.ts'
import type { Team } from './use-team.ts'

/** Invites a member, or a client company that takes this one as its advisor. */
export function InviteDialog({
  kind,
  onClose,
  onInvited,
}: {
  kind: 'member' | 'client'
  onClose: () => void
  onInvited: (team: Team) => void
}) {
  const call = useCall()
  const toast = useToast()
  const { pk } = useAccount()
  const wholeTeam = useFeature('USER_MANAGEMENT')
  const [role, setRole] = useState<ChosenRole>(wholeTeam ? 'viewer' : 'advisor')
  const isMember = kind === 'member'
  const { form, field, busy, problem } = usePlainForm({
    checks: { email: required },
    async send({ email }) {
      const body = { kind, email, ...(isMember && { role }) }
      onInvited(await call(contract.team.invite, { params: { account: pk }, body }))
      toast({ title: `Invitation sent to ${email.trim()}`, tone: 'success' })
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      {...{ busy, problem, form, onClose }}
      title={isMember ? 'Invite to the team' : 'Invite a client company'}
      description={
        isMember
          ? 'We’ll email a link that works for 7 days.'
          : 'We’ll email a link that works for 7 days. They own the company and can remove you anytime.'
      }
      confirmLabel="Send invitation"
      fields={
        <>
          <TextField
            label="Email"
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            autoFocus
            {...field('email')}
          />
          {isMember && (
            <RadioTiles
              legend="Role"
              options={wholeTeam ? ROLE_CHOICES : ROLE_CHOICES.filter((one) => one.value === 'advisor')}
              value={role}
              onChange={setRole}
            />
          )}
        </>
      }
    />
  )
}
