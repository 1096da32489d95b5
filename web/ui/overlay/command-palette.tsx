import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { type CommandGroup, type CommandItem, CommandResults } from './command-results.tsx'
import { Dialog } from './dialog.tsx'
import { KeyboardHint } from './keyboard-hint.tsx'
import { nextFocusIndex } from './roving-focus.ts'

export type { CommandGroup, CommandItem } from './command-results.tsx'

type FinderProps = {
  text: string
  onText: (text: string) => void
  groups: readonly CommandGroup[]
  loading?: boolean | undefined
  placeholder?: string | undefined
}

/** A search box for records and pages. The caller answers the typed text with groups of items. */
export function CommandPalette({
  open,
  onOpenChange,
  ...finder
}: FinderProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={finder.placeholder ?? 'Search'}
      bare
      className="sm:mt-[12vh]! sm:mb-auto!"
    >
      <Finder {...finder} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Finder({
  text,
  onText,
  groups,
  loading = false,
  placeholder = 'Search',
  onDone,
}: FinderProps & { onDone: () => void }) {
  const listId = useId()
  const [active, setActive] = useState(0)
  const items = groups.flatMap((group) => group.items)
  const at = Math.min(active, items.length - 1)

  const choose = (item: CommandItem | undefined) => {
    if (!item) return
    onDone()
    item.onSelect()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(items[at])
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setActive(nextFocusIndex(event.key, at, items.length) ?? 0)
    }
  }
  const trimmed = text.trim()
  return (
    <div className="flex max-h-[min(32rem,70dvh)] flex-col">
      <div className="flex items-center gap-2.5 border-b border-line ps-4 pe-3">
        <Search className="text-ink-3" />
        <input
          role="combobox"
          aria-label={placeholder}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={items.length > 0 ? `${listId}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            setActive(0)
            onText(event.currentTarget.value)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-14 outline-none max-md:text-16"
        />
        <KeyboardHint keys="Esc" className="max-md:hidden" />
      </div>
      <CommandResults
        listId={listId}
        groups={groups}
        loading={loading}
        at={at}
        onPoint={setActive}
        onChoose={choose}
      />
      {items.length === 0 && (
        <p role="status" className="px-4 py-8 text-center text-ink-2">
          {loading ? 'Searching…' : trimmed === '' ? 'Type to search.' : `Nothing found for "${trimmed}".`}
        </p>
      )}
    </div>
  )
}
