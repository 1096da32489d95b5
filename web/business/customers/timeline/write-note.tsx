import { useQueryClient } from '@tanstack/react-query'
import { AtSign, X } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { KeptPage } from '../../layout/leave-guard.tsx'
import { NoteField } from './note-field.tsx'
import { newlyMentioned } from './typed-mention.ts'
import { type Notes, notesKey } from './use-notes.ts'

interface TypedNote {
  readonly text: string
  /** Ids of the people who are mentioned. */
  readonly named: readonly string[]
}

/** Adds a note of the team about a customer. People who are mentioned with @ are notified. */
export function WriteNote({ customer, people }: { customer: string; people: Notes['people'] }) {
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
  const type = (next: string): void => {
    setText(next)
    setNamed([...new Set([...named, ...newlyMentioned(text, next, people)])])
  }
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
      <NoteField
        text={text}
        people={people}
        onType={type}
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
                setText((typed) => `${typed}${/\S$/.test(typed) ? ' ' : ''}@${name} `)
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
      <KeptPage
        part="note"
        atRisk={() => text.trim() !== ''}
        values={{
          read: (): TypedNote => ({ text, named }),
          restore: (typed: TypedNote) => {
            setText(typed.text)
            setNamed(typed.named)
          },
        }}
      />
    </form>
  )
}
