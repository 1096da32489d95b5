import { useQueryClient } from '@tanstack/react-query'
import { AtSign, X } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { type Notes, notesKey } from './use-notes.ts'

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
