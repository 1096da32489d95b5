import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'

/**
 * An active filter: pressing it edits it, the cross removes it. Spreads trigger props, so that a Menu can
 * open from it; without any it is only a label.
 */
export function FilterChip({
  name,
  value,
  onRemove,
  className,
  ...edit
}: {
  /** 'Remaining ≥' */
  name: string
  /** '2,000.00' */
  value: ReactNode
  onRemove: () => void
} & Omit<ComponentProps<'button'>, 'name' | 'value'>) {
  const words = (
    <>
      <span className="whitespace-nowrap text-ink-2">{name}</span>{' '}
      <b className="min-w-0 truncate font-semibold">{value}</b>
    </>
  )
  const inside = 'num inline-flex min-w-0 items-center gap-1 rounded-s-control ps-2.5 pe-2'
  return (
    <span
      className={cx(
        'inline-flex h-control max-w-full min-w-0 items-stretch rounded-control border border-line-strong bg-surface',
        className,
      )}
    >
      {Object.keys(edit).length > 0 ? (
        <button type="button" {...edit} className={cx(inside, 'hover:bg-sunken')}>
          {words}
        </button>
      ) : (
        <span className={inside}>{words}</span>
      )}
      <button
        type="button"
        aria-label={`Remove filter ${name}`}
        onClick={onRemove}
        className="grid min-w-7 place-items-center rounded-e-control border-s border-line text-ink-3 hover:bg-sunken hover:text-ink"
      >
        <X className="size-3.5 stroke-2" />
      </button>
    </span>
  )
}
