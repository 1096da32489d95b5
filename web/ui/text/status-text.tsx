import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type DotTone =
  | 'paid'
  | 'open'
  | 'soon'
  | 'overdue'
  | 'quiet'
  | 'aging-current'
  | 'aging-30'
  | 'aging-60'
  | 'aging-90'
  | 'aging-over'

const DOTS: Record<DotTone, string> = {
  paid: 'bg-paid',
  open: 'bg-open',
  soon: 'bg-soon',
  overdue: 'bg-overdue',
  quiet: 'bg-quiet',
  'aging-current': 'bg-aging-current',
  'aging-30': 'bg-aging-30',
  'aging-60': 'bg-aging-60',
  'aging-90': 'bg-aging-90',
  'aging-over': 'bg-aging-over',
}

/** Background class of a tone, for dots, bars and legends. */
export const dotClass = (tone: DotTone): string => DOTS[tone]

/** A status in a table: a dot or an icon, then text in ordinary ink. */
export function StatusText({
  tone,
  icon,
  children,
  className,
}: {
  tone?: DotTone | undefined
  icon?: ReactNode
  children: ReactNode
  className?: string | undefined
}) {
  return (
    <span className={cx('num inline-flex max-w-full min-w-0 items-center gap-2 align-middle', className)}>
      {icon ?? (
        <i aria-hidden="true" className={cx('size-2 flex-none rounded-full', dotClass(tone ?? 'quiet'))} />
      )}
      <span className="min-w-0 truncate">{children}</span>
    </span>
  )
}
