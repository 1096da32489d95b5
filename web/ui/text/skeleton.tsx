import { cx } from '../cx.ts'

/** Placeholder of loading content, at its size; set height and width by class. Hidden from screen readers. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={cx('block animate-pulse rounded-4 bg-quiet-tint', className)} />
}
