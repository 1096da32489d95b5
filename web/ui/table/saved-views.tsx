import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { Link } from '../layout/link.tsx'

/** Views of one list, each a link with its count. The address holds the current view. */
export function SavedViews({
  label,
  views,
  current,
  aside,
  className,
}: {
  label: string
  /** Null while a count loads: its space is reserved. */
  views: ReadonlyArray<{ id: string; name: string; href: string; count?: number | null | undefined }>
  current: string | null
  /** After the last view: a button to add one. */
  aside?: ReactNode
  className?: string | undefined
}) {
  const bar = useRef<HTMLElement>(null)
  // On a phone the current view may be scrolled out of sight.
  useEffect(() => {
    const on = current && bar.current?.querySelector<HTMLElement>('[aria-current]')
    // Not scrollIntoView: in Chromium the first Tab would then go on from this link, past the skip link.
    if (on) bar.current!.scrollLeft = on.offsetLeft - (bar.current!.clientWidth - on.offsetWidth) / 2
  }, [current])
  return (
    <nav
      ref={bar}
      aria-label={label}
      className={cx(
        'ui-scroll-x relative flex items-center gap-5 border-b border-line px-4 md:px-6',
        className,
      )}
    >
      {views.map((view) => (
        <Link
          key={view.id}
          href={view.href}
          aria-current={view.id === current ? 'page' : undefined}
          className="flex flex-none gap-1.5 pt-2 pb-2.5 font-medium text-ink-2 shadow-[inset_0_-2px_0_transparent] transition-colors hover:text-ink focus-visible:rounded-6 focus-visible:outline-offset-[-3px] aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_-2px_0_var(--brand)]"
        >
          {view.name}
          {view.count !== undefined && (
            <span className="num min-w-[2ch] font-normal text-ink-3">{view.count}</span>
          )}
        </Link>
      ))}
      {aside}
    </nav>
  )
}
