import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** A surface for a list. Below 640 px it has no frame, because the list's rows are then cards. */
export function Sheet({
  label,
  children,
  className,
}: {
  /** Names the region for screen readers. */
  label: string
  children: ReactNode
  className?: string | undefined
}) {
  return (
    <div className={cx('@container', className)}>
      <section
        aria-label={label}
        className="@min-md:overflow-clip @min-md:rounded-14 @min-md:border @min-md:border-line @min-md:bg-surface @min-md:shadow-low"
      >
        {children}
      </section>
    </div>
  )
}
