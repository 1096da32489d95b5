import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useAction } from '../../session/calls/use-action.ts'
import { useSessionControl } from '../../session/session-context.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { accountsQuery } from '../accounts/accounts-query.ts'
import { chooseAccount } from '../accounts/use-account-choice.ts'
import type { Invite } from './invite.ts'

/** Accepts an invitation with an existing login; a client chooses one of their companies. */
export function AcceptInvite({ code, invite }: { code: string; invite: Invite }) {
  const session = useSessionControl()
  const queries = useQueryClient()
  const navigate = useNavigateTo()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const { data } = useQuery({ ...accountsQuery(session), enabled: invite.kind === 'client' })
  const owned = data?.filter(({ role }) => role === 'owner') ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const account = chosen ?? owned[0]?.pk
  const { run, busy } = useAction(async () => {
    setProblem(null)
    try {
      const body = invite.kind === 'client' && account !== undefined ? { account } : {}
      const accepted = await session.call(contract.team.acceptInvite, { params: { code }, body })
      // Accepting also confirms an address that was not confirmed yet, because the link was sent to it.
      if (!session.snapshot().emailVerified) await session.renew()
      await queries.invalidateQueries({ queryKey: accountsQuery(session).queryKey })
      const accounts = await queries.fetchQuery(accountsQuery(session))
      const entered = accounts.find(({ pk }) => pk === accepted.account?.pk)
      if (entered) chooseAccount(session, entered)
      toast({ title: accepted.detail, tone: 'success' })
      navigate('/')
    } catch (error) {
      setProblem(actionErrorText(error))
    }
  })
  if (invite.kind === 'client' && data && owned.length === 0)
    return <Note tone="warning">Only a company’s owner can accept. Ask yours to open this invitation.</Note>
  return (
    <div className="grid gap-4">
      {problem !== null && <Note tone="error">{problem}</Note>}
      {owned.length > 1 && (
        <Select
          label="Your company"
          value={account}
          onChange={(event) => setChosen(event.target.value)}
          options={owned.map(({ pk, company }) => ({
            value: pk,
            label: company.name || 'Unnamed company',
          }))}
        />
      )}
      <Button
        variant="primary"
        size="lg"
        busy={busy}
        disabled={invite.kind === 'client' && !data}
        onClick={run}
      >
        Accept invitation
      </Button>
    </div>
  )
}
