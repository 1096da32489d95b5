import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** Empty state: explains the page and offers the next step. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  className,
}: {
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  className?: string | undefined
}) {
  return (
    <div className={cx('grid justify-items-center gap-1 px-6 py-14 text-center text-balance', className)}>
      {icon && (
        <span className="mb-3 grid size-12 place-items-center rounded-full bg-quiet-tint text-ink-2 [&_.lucide]:size-5">
          {icon}
        </span>
      )}
      <p className="text-16 font-semibold">{title}</p>
      {children && <div className="max-w-96 text-ink-2">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
