import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { moveFocus } from '../overlay/roving-focus.ts'
import { tileClass } from './tile-class.ts'

export type MethodTile<Id extends string> = {
  id: Id
  label: ReactNode
  icon?: ReactNode
  /** Uses the full width, with `aside` at its end. */
  wide?: boolean | undefined
  aside?: ReactNode
}

const COLUMNS = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-3' } as const

/** Balances the rows: four tiles are two and two, five or more are in rows of three. */
const columnsFor = (count: number): 1 | 2 | 3 => (count <= 1 ? 1 : count === 2 || count === 4 ? 2 : 3)

/** Tabs drawn as tiles: payment methods, each with its own panel. Arrow keys move and choose. */
export function MethodTiles<Id extends string>({
  label,
  items,
  value,
  onChange,
  children,
  className,
}: {
  label: string
  items: readonly MethodTile<Id>[]
  value: Id | null
  onChange: (id: Id) => void
  /** Panel of the chosen tile. */
  children?: ReactNode
  className?: string | undefined
}) {
  const id = useId()
  const focusable = items.some((item) => item.id === value) ? value : items[0]?.id
  return (
    <div className={className}>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => moveFocus(event, '[role=tab]')}
        className={cx('grid gap-2', COLUMNS[columnsFor(items.filter((item) => !item.wide).length)])}
      >
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={`${id}-${item.id}`}
            aria-selected={item.id === value}
            aria-controls={value === null || children === undefined ? undefined : `${id}-panel`}
            tabIndex={item.id === focusable ? 0 : -1}
            onClick={() => onChange(item.id)}
            className={cx(
              tileClass,
              item.wide
                ? 'col-span-full flex-wrap justify-start gap-y-1 py-2 text-start'
                : 'justify-center max-sm:min-h-16! max-sm:flex-col max-sm:gap-1 max-sm:px-2',
            )}
          >
            {item.icon}
            <span className="whitespace-nowrap">{item.label}</span>
            {item.aside !== undefined && (
              <span className="font-normal text-ink-2 max-sm:w-full sm:ms-auto">{item.aside}</span>
            )}
          </button>
        ))}
      </div>
      {children !== undefined && value !== null && (
        <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className="pt-5">
          {children}
        </div>
      )}
    </div>
  )
}
