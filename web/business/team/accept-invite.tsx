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

/** A client names the company to be advised, an advisor the firm for which they work. */
const needsCompany = ({ kind, role }: Invite): boolean => kind === 'client' || role === 'advisor'

/** Accepts an invitation with an existing login; a client chooses one of their companies. */
export function AcceptInvite({ code, invite }: { code: string; invite: Invite }) {
  const session = useSessionControl()
  const queries = useQueryClient()
  const navigate = useNavigateTo()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const { data } = useQuery({ ...accountsQuery(session), enabled: needsCompany(invite) })
  const owned = data?.filter(({ role }) => role === 'owner') ?? []
  const firms = invite.role === 'advisor' ? (data?.filter(({ role }) => role !== 'advisor') ?? []) : []
  const [firm, setFirm] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const account = chosen ?? owned[0]?.pk
  const { run, busy } = useAction(async () => {
    setProblem(null)
    try {
      const body = {
        ...(invite.kind === 'client' && account !== undefined && { account }),
        ...(firm !== '' && { firm }),
      }
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
      {firms.length > 0 && (
        <Select
          label="You work there for"
          value={firm}
          onChange={(event) => setFirm(event.target.value)}
          hint="Owners and admins of a firm can give colleagues access, too."
          options={[
            { value: '', label: 'Yourself' },
            ...firms.map(({ pk, company }) => ({ value: pk, label: company.name || 'Unnamed company' })),
          ]}
        />
      )}
      {invite.kind === 'client' && owned.length > 1 && (
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
      <Button variant="primary" size="lg" busy={busy} disabled={needsCompany(invite) && !data} onClick={run}>
        Accept invitation
      </Button>
    </div>
  )
}
