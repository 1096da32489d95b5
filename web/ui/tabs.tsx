import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { moveFocus } from './use-roving.ts'

export type TabItem<Id extends string> = {
  id: Id
  label: ReactNode
  /** A count or the like after the label. */
  count?: ReactNode
  disabled?: boolean | undefined
}

const tabClass =
  'flex flex-none items-center gap-1.5 pt-2 pb-2.5 font-medium text-ink-2 shadow-[inset_0_-2px_0_transparent] transition-colors hover:text-ink focus-visible:outline-offset-[-2px] focus-visible:rounded-6 aria-selected:text-ink aria-selected:shadow-[inset_0_-2px_0_var(--brand)] disabled:cursor-not-allowed disabled:text-ink-3 calm:text-14'

/** Said when the address names a tab that isn't there. */
export const TAB_NOT_FOUND = "Sorry, we couldn't find that page."

/** Tabs with their panel. Arrows move and choose; only the chosen panel is rendered. */
export function Tabs<Id extends string>({
  label,
  items,
  value,
  onChange,
  children,
  className,
}: {
  label: string
  items: readonly TabItem<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** The chosen tab's panel. */
  children: ReactNode
  className?: string | undefined
}) {
  const id = useId()
  const known = items.some((item) => item.id === value)
  return (
    <div className={className}>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => moveFocus(event, '[role=tab]:not(:disabled)')}
        className="ui-scroll-x flex gap-5 border-b border-line calm:gap-7"
      >
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={`${id}-${item.id}`}
            aria-selected={item.id === value}
            aria-controls={`${id}-panel`}
            tabIndex={item.id === (known ? value : items[0]?.id) ? 0 : -1}
            disabled={item.disabled}
            onClick={() => onChange(item.id)}
            className={tabClass}
          >
            {item.label}
            {item.count !== undefined && <span className="num font-normal text-ink-3">{item.count}</span>}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={known ? `${id}-${value}` : undefined}
        className={cx('pt-4')}
      >
        {known ? children : TAB_NOT_FOUND}
      </div>
    </div>
  )
}
