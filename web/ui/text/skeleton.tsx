import { cx } from '../cx.ts'

/** Placeholder of loading content, at its size; set height and width by class. Hidden from screen readers. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={cx('block animate-pulse rounded-4 bg-quiet-tint', className)} />
}

const WIDTHS = ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-3/5'] as const

/** Placeholder lines of text, five at most. */
export function SkeletonText({
  lines = 3,
  className,
}: {
  lines?: number | undefined
  className?: string | undefined
}) {
  return (
    <span aria-hidden="true" className={cx('grid gap-2', className)}>
      {['a', 'b', 'c', 'd', 'e'].slice(0, lines).map((key, index) => (
        <Skeleton key={key} className={cx('h-3', index === lines - 1 ? 'w-3/5' : WIDTHS[index])} />
      ))}
    </span>
  )
}
