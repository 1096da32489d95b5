import { type KeyboardEvent, useId, useState } from 'react'
import { ComboboxList } from '../../../ui/combobox/combobox-list.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { findTypedMention, matchPeople, type TypedMention } from './typed-mention.ts'
import type { Notes } from './use-notes.ts'

type Person = Notes['people'][number]

/** The text of a note. Typing @ and the beginning of a name lists the people who can be mentioned. */
export function NoteField({
  text,
  people,
  error,
  onType,
}: {
  text: string
  people: readonly Person[]
  error: string | undefined
  onType: (text: string) => void
}) {
  const listId = useId()
  const [typed, setTyped] = useState<TypedMention | null>(null)
  const [at, setAt] = useState(0)
  const found = typed ? matchPeople(people, typed.letters) : []
  const close = () => setTyped(null)
  const choose = (person: Person): void => {
    if (!typed) return
    const after = text.slice(typed.at + 1 + typed.letters.length).replace(/^ /, '')
    onType(`${text.slice(0, typed.at)}@${person.name} ${after}`)
    close()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const person = found[at]
    if (!person || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: found.length - 1 }[event.key]
    if (step !== undefined) setAt((at + step) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(person)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="grid gap-1">
      <TextArea
        label="New note"
        rows={2}
        value={text}
        maxLength={5000}
        onChange={({ target }) => {
          onType(target.value)
          setTyped(findTypedMention(target.value, target.selectionStart))
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        aria-autocomplete="list"
        aria-controls={found.length > 0 ? listId : undefined}
        aria-activedescendant={found.length > 0 ? `${listId}-${at}` : undefined}
        error={error}
      />
      {found.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the text keeps the focus when an option is pressed
        <div
          role="presentation"
          onMouseDown={(event) => event.preventDefault()}
          className="rounded-10 border border-line bg-raised p-1.5"
        >
          <ComboboxList
            id={listId}
            lines={found.map(({ pk, name }) => ({ kind: 'option', option: { id: pk, label: name } }))}
            at={at}
            chosenId={undefined}
            loading={false}
            onPoint={setAt}
            onChoose={(line) => {
              const person = line.kind === 'option' && people.find(({ pk }) => pk === line.option.id)
              if (person) choose(person)
            }}
            draw={(line) => (line.kind === 'option' ? line.option.label : '')}
          />
        </div>
      )}
    </div>
  )
}
