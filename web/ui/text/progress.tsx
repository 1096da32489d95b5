import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** Progress of long work. Without `total` it is indeterminate. */
export function Progress({
  label,
  done,
  total,
  detail,
  tone = 'brand',
  className,
}: {
  label: ReactNode
  done?: number | undefined
  total?: number | undefined
  /** '120 of 400, 3 failed' */
  detail?: ReactNode
  tone?: 'brand' | 'overdue' | undefined
  className?: string | undefined
}) {
  const known = total !== undefined && total > 0 && done !== undefined
  const percent = known ? Math.min(100, Math.floor((done / total) * 100)) : null
  return (
    <div className={cx('grid gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-medium">{label}</span>
        {(detail || percent !== null) && (
          <span className="num text-12 text-ink-2 calm:text-13">{detail ?? `${percent}%`}</span>
        )}
      </div>
      <div
        role="progressbar"
        aria-label={typeof label === 'string' ? label : 'Progress'}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        className="h-1.5 overflow-hidden rounded-full bg-quiet-tint"
      >
        <div
          style={percent === null ? undefined : { inlineSize: `${percent}%` }}
          className={cx(
            'h-full rounded-full transition-[inline-size]',
            tone === 'brand' ? 'bg-brand' : 'bg-overdue',
            percent === null && 'w-24 animate-pulse',
          )}
        />
      </div>
    </div>
  )
}
