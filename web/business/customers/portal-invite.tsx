import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'

/** Shows the state of the customer's portal login and the actions to invite them. */
export function PortalInvite({ customer }: { customer: CustomerDetail }) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const params = { account: account.pk, customer: customer.pk }
  const key = [account.pk, 'customer-portal', customer.pk]
  const details = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(contract.portal.readDetails, { params }, { signal }),
  })
  const [typed, setTyped] = useState<string | null>(null)
  const email = typed ?? (details.data?.email || customer.email)
  const inviting = useSingleMutation({
    mutationFn: () => call(contract.portal.invite, { params, body: { email } }),
    onSuccess: (sent) => {
      queries.setQueryData(key, sent)
      toast({ title: 'Invitation sent', body: `To ${sent.email}`, tone: 'success' })
    },
  })
  const problem =
    inviting.error instanceof ApiError
      ? (inviting.error.fields.email?.join(' ') ?? inviting.error.message)
      : undefined
  const invited = details.data?.invited_at ?? null
  return (
    <section className="grid gap-3 border-t border-line pt-5" aria-label="Customer portal">
      <h2 className="font-semibold">Customer portal</h2>
      <p className="text-ink-2">{stateOf(details.data)}</p>
      {!details.data?.invite_accepted && (
        <>
          <TextField
            label="Invite by email"
            type="email"
            value={email}
            error={problem}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button
            className="justify-self-start"
            icon={<Send />}
            busy={inviting.isPending}
            disabled={email === ''}
            onClick={() => inviting.mutate()}
          >
            {invited ? 'Send again' : 'Send invitation'}
          </Button>
        </>
      )}
    </section>
  )
}

function stateOf(
  details: { email: string; invite_accepted: boolean; invited_at: string | null } | undefined,
): string {
  if (!details) return 'Loading…'
  if (details.invite_accepted) return `${details.email} can log in to the portal.`
  return details.invited_at
    ? `${details.email} was invited but hasn’t accepted yet.`
    : 'Customers can see and pay every invoice there.'
}
