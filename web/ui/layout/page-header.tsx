import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Link } from './link.tsx'

/** Title and actions of a page. The title also names the browser tab. */
export function PageHeader({
  title,
  crumbs,
  detail,
  actions,
  className,
}: {
  title: ReactNode
  crumbs?: ReadonlyArray<{ label: string; href: string }> | undefined
  /** Content beside the title: a tag, a date. */
  detail?: ReactNode
  actions?: ReactNode
  className?: string | undefined
}) {
  return (
    <header
      className={cx('flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-4 md:px-6 md:py-5', className)}
    >
      {typeof title === 'string' && <title>{title}</title>}
      {crumbs && crumbs.length > 0 && (
        <nav aria-label="Breadcrumb" className="w-full">
          <ol className="flex flex-wrap gap-x-1.5 text-ink-3">
            {crumbs.map((crumb, index) => (
              <li key={crumb.href} className="flex min-w-0 gap-1.5 wrap-anywhere">
                {index > 0 && <span aria-hidden="true">/</span>}
                <Link href={crumb.href} className="link-quiet hover:text-ink">
                  {crumb.label}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <h1 className="min-w-0 text-20 font-semibold wrap-anywhere">{title}</h1>
      {detail && <div className="flex flex-wrap items-center gap-2 text-ink-3">{detail}</div>}
      {actions && <div className="ms-auto flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
