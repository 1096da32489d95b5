import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useHotkey } from './hotkey.ts'
import { Spinner } from './spinner.tsx'

/** What can be done with the rows chosen. Sticks to the foot of the list; Escape clears the choice. */
export function BulkBar({
  count,
  summary,
  onClear,
  children,
}: {
  count: number
  /** '10,462.40 remaining' */
  summary?: ReactNode
  onClear: () => void
  /** BulkAction elements. */
  children: ReactNode
}) {
  useHotkey('Escape', onClear, count > 0)
  if (count === 0) return null
  return (
    <div
      role="toolbar"
      aria-label={`${count} selected`}
      className="sticky bottom-4 z-10 mx-3 mt-auto mb-4 flex max-w-[calc(100%-2rem)] animate-rise items-center gap-0.5 self-center rounded-10 bg-ink p-1.5 text-surface shadow-high max-md:bottom-3 max-md:max-w-none max-md:self-stretch"
    >
      <p className="num me-auto ps-2.5 pe-3" aria-live="polite">
        <b className="font-semibold">{count} selected</b>
        {summary && <span className="ms-2 opacity-75 max-xl:hidden">{summary}</span>}
      </p>
      <i className="mx-1 h-5 w-px bg-surface/30 max-md:hidden" />
      <span className="ui-scroll-x flex min-w-0 items-center gap-0.5">{children}</span>
      <i className="mx-1 h-5 w-px bg-surface/30 max-md:hidden" />
      <BulkAction label="Clear selection" iconOnly icon={<X />} onClick={onClear} />
    </div>
  )
}

/** One action of a BulkBar. `secondary` ones leave first when there is little room. */
export function BulkAction({
  label,
  icon,
  iconOnly = false,
  secondary = false,
  busy = false,
  className,
  onClick,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & {
  label: string
  icon: ReactNode
  iconOnly?: boolean | undefined
  secondary?: boolean | undefined
  busy?: boolean | undefined
}) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={iconOnly ? label : undefined}
      title={iconOnly ? label : undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (!busy) onClick?.(event)
      }}
      className={cx(
        'inline-flex min-h-control items-center gap-1.5 rounded-6 px-2.5 font-medium whitespace-nowrap hover:bg-surface/15 focus-visible:outline-offset-[-2px] focus-visible:outline-surface disabled:opacity-50',
        secondary && 'max-md:hidden',
        className,
      )}
    >
      <span className={cx(!iconOnly && 'max-md:hidden')}>{busy ? <Spinner /> : icon}</span>
      {!iconOnly && label}
    </button>
  )
}
