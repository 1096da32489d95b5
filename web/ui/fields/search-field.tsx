import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { cx } from '../cx.ts'
import { t } from '../language/text.ts'
import { useCharacterKeys, useHotkey } from '../overlay/hotkey.ts'
import { KeyboardHint } from '../overlay/keyboard-hint.tsx'
import { KEYS } from '../overlay/shortcut-keys.ts'
import { inputClass } from './input-class.ts'
import { useSearch } from './use-search.ts'

/** Search of a page: waits 700 ms (Enter searches at once), ignores 1 or 2 characters, and `/` focuses it. */
export function SearchField({
  value,
  onSearch,
  label = t('Search'),
  placeholder = label,
  hotkey = true,
  className,
}: {
  /** The active search, usually from the address. */
  value: string
  onSearch: (text: string) => void
  label?: string | undefined
  placeholder?: string | undefined
  hotkey?: boolean | undefined
  className?: string | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  const search = useSearch(value, onSearch)
  const hinted = useCharacterKeys() && hotkey
  useHotkey(
    KEYS.focusSearch,
    () => {
      input.current?.focus()
      input.current?.select()
    },
    hotkey,
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') search.askNow()
    if (event.key !== 'Escape' || search.text === '') return
    event.preventDefault()
    search.clear()
  }
  return (
    <search
      className={cx(
        'group relative block w-56 min-w-0 max-md:w-auto max-md:min-w-52 max-md:flex-1',
        className,
      )}
    >
      <Search className="pointer-events-none absolute inset-y-0 start-2.5 my-auto text-ink-3 calm:start-3.5" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={search.text}
        enterKeyHint="search"
        aria-keyshortcuts={hinted ? KEYS.focusSearch : undefined}
        onChange={(event) => search.type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className={cx(inputClass, 'ps-8 pe-8 calm:ps-10.5')}
      />
      {search.text !== '' && (
        <button
          type="button"
          aria-label={t('Clear search')}
          onClick={() => {
            search.clear()
            input.current?.focus()
          }}
          className="absolute inset-y-0 end-1 my-auto grid size-6 place-items-center rounded-4 text-ink-3 hover:text-ink calm:size-9"
        >
          <X />
        </button>
      )}
      {hinted && search.text === '' && (
        <KeyboardHint
          keys={KEYS.focusSearch}
          className="pointer-events-none absolute inset-y-0 end-2 my-auto h-fit group-focus-within:hidden max-md:hidden"
        />
      )}
    </search>
  )
}
