import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from '../layout/link.tsx'

/** Up and Down move from row to row while a row's name has the focus. */
function moveToRow(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const openers = [
    ...(event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('[data-row-opener]') ?? []),
  ]
  const target = openers[openers.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!target) return
  event.preventDefault()
  target.focus()
}

/** The name of a row: a link, a button, or only text, by what opening it means. */
export function RowOpener({
  href,
  onOpen,
  children,
}: {
  href?: string | undefined
  onOpen?: (() => void) | undefined
  children: ReactNode
}) {
  // The whole row is framed instead of the name alone.
  const look = '-my-1 inline-block py-1 text-start outline-none calm:-my-3 calm:py-3'
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
