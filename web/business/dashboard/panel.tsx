import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/layout/link.tsx'

/** One panel of the sheet: a heading, a link to the full list, and rows. */
export function Panel({
  title,
  aside,
  more,
  children,
  className,
}: {
  title: string
  /** Control that filters the rows. */
  aside?: ReactNode
  more?: { label: string; href: string } | undefined
  children: ReactNode
  className?: string | undefined
}) {
  return (
    <section aria-label={title} className={cx('min-w-0 border-line p-4 md:px-6 md:pb-5', className)}>
      <div className="flex min-h-8 items-center gap-2">
        <h2 className="font-semibold">{title}</h2>
        {aside}
        {more && (
          <Link href={more.href} className="link-quiet ms-auto font-medium text-ink-2 hover:text-ink">
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
