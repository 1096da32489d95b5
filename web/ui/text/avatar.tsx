import { cx } from '../cx.ts'
import { initials } from './initials.ts'

/** Initials on a tint; decoration beside a written name. */
export function Avatar({
  name,
  size = 'md',
  className,
}: {
  name: string
  size?: 'sm' | 'md' | 'lg' | undefined
  className?: string | undefined
}) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid flex-none place-items-center rounded-full bg-brand-tint font-semibold text-brand',
        size === 'sm' && 'size-6 text-11',
        size === 'md' && 'size-8 text-12',
        size === 'lg' && 'size-12 text-16',
        className,
      )}
    >
      {initials(name)}
    </span>
  )
}
