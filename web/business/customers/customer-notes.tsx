import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AtSign, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'

type Notes = ReplyOf<typeof contract.customerNotes.list>

const notesKey = (account: string, customer: string) => [account, 'customer', customer, 'notes']

/** Notes of the team about a customer. People who are mentioned with @ are notified. */
export function CustomerNotes({ customer }: { customer: string }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const maySee = useCan('notes.read')
  const notes = useQuery({
    queryKey: notesKey(account, customer),
    enabled: maySee,
    queryFn: ({ signal }) => call(contract.customerNotes.list, { params: { account, customer } }, { signal }),
  })
  if (!maySee) return null
  return (
    <section aria-label="Team notes" className="min-w-0 border-t border-line pt-5">
      <h2 className="mb-3 font-semibold">Team notes</h2>
      {notes.error && <Note tone="error">{actionErrorText(notes.error)}</Note>}
      {notes.data && <WriteNote customer={customer} people={notes.data.people} />}
      <ul className="mt-3 grid gap-3">
        {notes.data?.notes.map((note) => (
          <OneNote key={note.pk} customer={customer} note={note} />
        ))}
      </ul>
    </section>
  )
}

function WriteNote({ customer, people }: { customer: string; people: Notes['people'] }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const mayWrite = useCan('notes.write')
  const [text, setText] = useState('')
  const [named, setNamed] = useState<readonly string[]>([])
  const write = useSingleMutation({
    mutationFn: () =>
      call(contract.customerNotes.write, {
        params: { account, customer },
        body: { text: text.trim(), mentions: [...named] },
      }),
    onSuccess(saved) {
      queries.setQueryData(notesKey(account, customer), saved)
      void queries.invalidateQueries({ queryKey: [account, 'events'] })
      setText('')
      setNamed([])
    },
  })
  if (!mayWrite) return null
  const others = people.filter(({ pk }) => !named.includes(pk))
  const nameOf = (pk: string) => people.find((one) => one.pk === pk)?.name ?? ''
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') write.mutate()
      }}
    >
      <TextArea
        label="New note"
        rows={2}
        value={text}
        maxLength={5000}
        onChange={(event) => setText(event.target.value)}
        error={write.error ? actionErrorText(write.error) : undefined}
      />
      <div className="flex flex-wrap items-center gap-2">
        {named.map((pk) => (
          <Button
            key={pk}
            size="sm"
            icon={<X />}
            aria-label={`Don’t tell ${nameOf(pk)}`}
            onClick={() => setNamed(named.filter((one) => one !== pk))}
          >
            @{nameOf(pk)}
          </Button>
        ))}
        {others.length > 0 && (
          <Menu
            align="start"
            trigger={<IconButton size="sm" label="Mention somebody" icon={<AtSign />} />}
            items={others.map(({ pk, name }) => ({
              id: pk,
              label: name,
              onSelect: () => {
                setNamed([...named, pk])
                setText((typed) => `${typed}${typed === '' || typed.endsWith(' ') ? '' : ' '}@${name} `)
              },
            }))}
          />
        )}
        <Button
          type="submit"
          size="sm"
          busy={write.isPending}
          disabled={text.trim() === ''}
          className="ms-auto"
        >
          Add note
        </Button>
      </div>
    </form>
  )
}

function OneNote({ customer, note }: { customer: string; note: Notes['notes'][number] }) {
  const { pk: account, timezone, date_format } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const remove = useSingleMutation({
    mutationFn: (_: undefined) =>
      call(contract.customerNotes.remove, { params: { account, customer, note: note.pk } }),
    onSuccess: (left) => {
      queries.setQueryData(notesKey(account, customer), left)
      toast({ title: 'Note deleted', tone: 'success' })
    },
    onError: (error) =>
      toast({ title: 'We couldn’t delete it', body: actionErrorText(error), tone: 'error' }),
  })
  return (
    <li className="grid gap-0.5">
      <div className="flex items-center gap-2 text-12 text-ink-3">
        <span className="font-medium text-ink-2">{note.author}</span>
        <span>{formatDate(dayOf(note.created, timezone), date_format)}</span>
        {note.own && (
          <IconButton
            size="sm"
            className="ms-auto"
            label="Delete this note"
            icon={<Trash2 />}
            busy={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          />
        )}
      </div>
      <p className="break-words whitespace-pre-line">{note.text}</p>
    </li>
  )
}
