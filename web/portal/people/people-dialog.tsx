import { Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { Tag } from '../../ui/text/tag.tsx'

type People = ReplyOf<typeof contract.portalPeople.list>
type Person = People['people'][number]

/** Lists the people who log in for this customer. The first person invites and removes the others. */
export function PeopleDialog({
  account,
  company,
  onClose,
}: {
  account: { readonly pk: string; readonly short_name: string }
  company: string
  onClose: () => void
}) {
  const call = useCall()
  const read = useQuery({
    key: ['people', account.pk],
    ask: (signal) => call(contract.portalPeople.list, {}, { signal }),
    freshMs: 0,
  })
  const [changed, setChanged] = useState<People | null>(null)
  const shown = changed ?? read.data
  return (
    <Dialog
      open
      onOpenChange={onClose}
      readFirst
      title={t('People')}
      description={t('They see and pay the invoices of {customer}, each with a login of their own.', {
        customer: account.short_name,
      })}
    >
      <div className="grid gap-5">
        {read.error && (
          <Note tone="error" onRetry={read.refetch} retrying={read.isFetching}>
            {actionErrorText(read.error)}
          </Note>
        )}
        {!shown && !read.error && <Skeleton className="h-20" />}
        {shown && (
          <>
            <ul aria-label={t('People')} className="grid gap-3">
              {shown.people.map((person) => (
                <PersonRow
                  key={person.pk}
                  person={person}
                  removable={shown.may_manage && !person.you}
                  onChanged={setChanged}
                />
              ))}
            </ul>
            {shown.may_manage ? (
              <InviteForm onChanged={setChanged} />
            ) : (
              <p className="text-ink-2">
                {t('The first person in this list invites and removes people. {company} can do it too.', {
                  company,
                })}
              </p>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

function PersonRow({
  person,
  removable,
  onChanged,
}: {
  person: Person
  removable: boolean
  onChanged: (people: People) => void
}) {
  const call = useCall()
  const [asking, setAsking] = useState(false)
  const removing = useSingleMutation({
    mutationFn: () => call(contract.portalPeople.remove, { params: { person: person.pk } }),
    onSuccess: onChanged,
  })
  return (
    <li className="grid gap-2">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 wrap-anywhere">
          {person.email}
          {person.you && <span className="text-ink-3"> {t('(you)')}</span>}
        </span>
        <Tag tone={person.state === 'active' ? 'paid' : 'soon'}>
          {person.state === 'active'
            ? t('Active', { context: 'state of a person' })
            : t('Invited', { context: 'state of a person' })}
        </Tag>
        {removable && !asking && (
          <Button
            size="sm"
            variant="bare"
            className="ms-auto"
            icon={<Trash2 />}
            aria-label={t('Remove {name}', { name: person.email })}
            onClick={() => setAsking(true)}
          >
            {t('Remove')}
          </Button>
        )}
      </span>
      {asking && (
        <span className="flex flex-wrap items-center gap-2">
          <span className="text-ink-2">{t('They are logged out now.')}</span>
          <Button
            size="sm"
            variant="danger"
            autoFocus
            busy={removing.isPending}
            onClick={() => removing.mutate()}
          >
            {t('Remove person')}
          </Button>
          <Button size="sm" onClick={() => setAsking(false)}>
            {t('Keep', { context: 'a person' })}
          </Button>
        </span>
      )}
      {removing.error && <Note tone="error">{actionErrorText(removing.error)}</Note>}
    </li>
  )
}

function InviteForm({ onChanged }: { onChanged: (people: People) => void }) {
  const call = useCall()
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const inviting = useSingleMutation({
    mutationFn: (to: string) => call(contract.portalPeople.invite, { body: { email: to } }),
    onSuccess(people, to) {
      setSentTo(to)
      setEmail('')
      onChanged(people)
    },
  })
  const { error } = inviting
  const beside = error instanceof ApiError ? error.fields.email?.join(' ') : undefined
  return (
    <form
      noValidate
      className="grid gap-3 border-t border-line pt-5"
      onSubmit={(event) => {
        event.preventDefault()
        setSentTo(null)
        inviting.mutate(email.trim())
      }}
    >
      {error && !beside && <Note tone="error">{actionErrorText(error)}</Note>}
      {sentTo !== null && (
        <Note tone="success">{t('We emailed an invitation to {address}.', { address: sentTo })}</Note>
      )}
      <TextField
        label={t('Invite by email')}
        type="email"
        autoComplete="off"
        value={email}
        error={beside}
        onChange={(event) => {
          setEmail(event.target.value)
          inviting.reset()
        }}
      />
      <Button type="submit" icon={<Send />} className="justify-self-start" busy={inviting.isPending}>
        {t('Send invitation')}
      </Button>
    </form>
  )
}
