import type { ReactNode } from 'react'
import { type CardsBelow, ListWidth } from './list-width.tsx'

/** A surface for a list. Below 640 px, or `cardsBelow`, it has no frame, because the list's rows are then cards. */
export function Sheet({
  label,
  cardsBelow,
  children,
  className,
}: {
  /** Names the region for screen readers. */
  label: string
  cardsBelow?: CardsBelow | undefined
  children: ReactNode
  className?: string | undefined
}) {
  return (
    <ListWidth cardsBelow={cardsBelow} className={className}>
      <section
        aria-label={label}
        className="@min-md:overflow-clip @min-md:rounded-14 @min-md:border @min-md:border-line @min-md:bg-surface @min-md:shadow-low"
      >
        {children}
      </section>
    </ListWidth>
  )
}
