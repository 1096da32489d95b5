import { Search } from 'lucide-react'
import { useHotkey } from './hotkey.ts'
import { KeyboardHint } from './keyboard-hint.tsx'
import { KEYS } from './shortcut-keys.ts'

/** Styled as a search box; opens the command palette, like ⌘K or Ctrl-K. */
export function SearchTrigger({ label, onOpen }: { label: string; onOpen: () => void }) {
  useHotkey(KEYS.openPalette, onOpen)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      className="flex h-8 w-100 max-w-[40vw] items-center gap-2 rounded-6 border border-line bg-paper ps-2.5 pe-1.5 text-ink-3 transition-colors hover:border-line-strong max-md:size-10 max-md:justify-center max-md:border-transparent max-md:bg-transparent max-md:p-0 max-md:text-ink-2"
    >
      <Search />
      <span className="min-w-0 flex-1 truncate text-start max-md:sr-only">{label}</span>
      <KeyboardHint keys={KEYS.openPalette} className="max-md:hidden" />
    </button>
  )
}
