import { Send } from 'lucide-react'
import { useState } from 'react'
import type { CustomerDetail } from '../../../contract/customers.ts'
import type { PortalLoginEntry } from '../../../contract/portal-access/portal-logins.ts'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { LoginButtons } from '../portal/logins/login-buttons.tsx'
import { useInvite, useLogins } from '../portal/logins/use-logins.ts'

/** Lists the people who log in to the portal for the customer, and invites a further one. */
export function CustomerPeople({ customer, mayInvite }: { customer: CustomerDetail; mayInvite: boolean }) {
  const logins = useLogins({ customer: customer.pk, page_size: '50' })
  const people = logins.data?.results.filter(({ login }) => login !== null)
  return (
    <section className="grid gap-3 border-t border-line pt-5" aria-label="Customer portal">
      <h2 className="font-semibold">Customer portal</h2>
      {logins.error && (
        <Note tone="error" onRetry={() => logins.refetch()} retrying={logins.isFetching}>
          {actionErrorText(logins.error)}
        </Note>
      )}
      {people === undefined && !logins.error && <Skeleton className="h-10" />}
      {people?.length === 0 && <p className="text-ink-2">Customers can see and pay every invoice there.</p>}
      {people !== undefined && people.length > 0 && (
        <ul className="grid gap-2">
          {people.map((person) => (
            <li
              key={`${person.login} ${person.ended_at}`}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1"
            >
              <span className="min-w-0 text-ink-2 wrap-anywhere">{sentenceOf(person)}</span>
              {mayInvite && <LoginButtons entry={person} />}
            </li>
          ))}
        </ul>
      )}
      {mayInvite && people !== undefined && (
        <InviteForm
          key={people.length}
          customer={customer.pk}
          email={people.length === 0 ? customer.email : ''}
        />
      )}
    </section>
  )
}

function InviteForm({ customer, email }: { customer: string; email: string }) {
  const [typed, setTyped] = useState(email)
  const inviting = useInvite(true)
  const problem = inviting.error instanceof ApiError ? inviting.error.fields.email?.join(' ') : undefined
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') inviting.mutate({ customer, email: typed.trim() })
      }}
    >
      <TextField
        label="Invite by email"
        type="email"
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.target.value)
          inviting.reset()
        }}
      />
      <Button
        type="submit"
        className="justify-self-start"
        icon={<Send />}
        busy={inviting.isPending}
        disabled={typed.trim() === ''}
      >
        Send invitation
      </Button>
    </form>
  )
}

function sentenceOf({ email, state }: PortalLoginEntry): string {
  if (state === 'active') return `${email} can log in to the portal.`
  if (state === 'invited') return `${email} was invited but hasn’t accepted yet.`
  return state === 'removed' ? `The login of ${email} was ended.` : `${email} was not invited yet.`
}
