import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Link } from '../layout/link.tsx'

const OPENER = '[data-row-opener]'

const openersOf = (table: Element | null | undefined): readonly HTMLElement[] => [
  ...(table?.querySelectorAll<HTMLElement>(OPENER) ?? []),
]

/** Up and Down move between rows while a row's name has the focus. */
function moveToRow(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const openers = openersOf(event.currentTarget.closest('table'))
  const target = openers[openers.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!target) return
  event.preventDefault()
  target.focus()
}

/**
 * Moves the focus to the row after or before the focused one; without one, to the first row of the page's
 * first list.
 */
export function focusRow(step: 1 | -1): void {
  const row = document.activeElement?.closest('tr')
  const current = row?.querySelector<HTMLElement>(OPENER)
  const first = document.querySelector<HTMLElement>(`main ${OPENER}`)
  const openers = openersOf((current ?? first)?.closest('table'))
  const target = current ? openers[openers.indexOf(current) + step] : openers[0]
  target?.focus()
}

/** Selects the row that has the focus, or deselects it; `range` also those from the last one that was pressed. */
export function toggleRow(range: boolean): void {
  const box = document.activeElement?.closest('tr')?.querySelector('input[type=checkbox]')
  // A press with Shift is what selects a range.
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: range }))
}

/** The name of a row: a link, a button, or text, depending on how the row opens. */
export function RowOpener({
  href,
  onOpen,
  cut = false,
  children,
}: {
  href?: string | undefined
  onOpen?: (() => void) | undefined
  /** Truncates with an ellipsis. */
  cut?: boolean | undefined
  children: ReactNode
}) {
  // Frames the whole row instead of the name.
  const look = cx(
    '-my-1 inline-block py-1 text-start outline-none calm:-my-3 calm:py-3',
    cut && 'max-w-full truncate align-top',
  )
  if (href !== undefined) {
    return (
      <Link
        href={href}
        data-row-opener=""
        onKeyDown={moveToRow}
        onClick={(event) => {
          if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onOpen()
        }}
        className={look}
      >
        {children}
      </Link>
    )
  }
  if (!onOpen) return children
  return (
    <button type="button" data-row-opener="" onKeyDown={moveToRow} onClick={onOpen} className={look}>
      {children}
    </button>
  )
}
