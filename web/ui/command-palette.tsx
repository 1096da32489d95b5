import { CornerDownLeft, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { Dialog } from './dialog.tsx'
import { KeyboardHint } from './keyboard-hint.tsx'
import { rovingTarget } from './use-roving.ts'

export type CommandItem = {
  id: string
  label: string
  /** Quieter, after the label: a number, a name. */
  detail?: string | undefined
  icon?: ReactNode
  onSelect: () => void
}

export type CommandGroup = { id: string; heading: string; items: readonly CommandItem[] }

/** One box that finds things and pages. The caller answers what is typed with groups of items. */
export function CommandPalette({
  open,
  onOpenChange,
  text,
  onText,
  groups,
  loading = false,
  placeholder = 'Search',
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  text: string
  onText: (text: string) => void
  groups: readonly CommandGroup[]
  loading?: boolean | undefined
  placeholder?: string | undefined
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={placeholder}
      size="md"
      bare
      className="sm:mt-[12vh]! sm:mb-auto!"
    >
      <Finder {...{ text, onText, groups, loading, placeholder }} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Finder({
  text,
  onText,
  groups,
  loading,
  placeholder,
  onDone,
}: {
  text: string
  onText: (text: string) => void
  groups: readonly CommandGroup[]
  loading: boolean
  placeholder: string
  onDone: () => void
}) {
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const items = groups.flatMap((group) => group.items)
  const at = Math.min(active, items.length - 1)
  useEffect(() => {
    list.current?.querySelector(`[data-line="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const choose = (item: CommandItem | undefined) => {
    if (!item) return
    onDone()
    item.onSelect()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      return choose(items[at])
    }
    const target =
      event.key === 'ArrowDown' || event.key === 'ArrowUp' ? rovingTarget(event.key, at, items.length) : null
    if (target === null) return
    event.preventDefault()
    setActive(target)
  }
  let line = -1
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
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label="Results"
        aria-busy={loading}
        className="min-h-0 flex-1 overflow-y-auto p-2 empty:hidden"
      >
        {groups
          .filter((group) => group.items.length > 0)
          .map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
            <div key={group.id} role="group" aria-label={group.heading} className="not-first:mt-2">
              <p aria-hidden="true" className="px-2.5 pt-1 pb-1 text-12 font-medium text-ink-3">
                {group.heading}
              </p>
              {group.items.map((item) => {
                line += 1
                const index = line
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: keys belong to the input, by aria-activedescendant
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
                  <div
                    key={item.id}
                    id={`${listId}-${index}`}
                    data-line={index}
                    role="option"
                    aria-selected={index === at}
                    onPointerMove={() => setActive(index)}
                    onClick={() => choose(item)}
                    className={cx(
                      'group flex min-h-9 cursor-pointer items-center gap-2.5 rounded-6 px-2.5 max-md:min-h-11',
                      index === at && 'bg-sunken',
                    )}
                  >
                    {item.icon && <span className="text-ink-3">{item.icon}</span>}
                    <span className="min-w-0 truncate font-medium">{item.label}</span>
                    {item.detail && (
                      <span className="num min-w-0 flex-1 truncate text-ink-3">{item.detail}</span>
                    )}
                    {index === at && <CornerDownLeft className="ms-auto size-3.5 text-ink-3" />}
                  </div>
                )
              })}
            </div>
          ))}
      </div>
      {items.length === 0 && (
        <p role="status" className="px-4 py-8 text-center text-ink-2">
          {loading
            ? 'Searching…'
            : text.trim() === ''
              ? 'Type to search.'
              : `Nothing found for "${text.trim()}".`}
        </p>
      )}
    </div>
  )
}
