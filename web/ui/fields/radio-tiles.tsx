import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { FieldNote } from './field.tsx'
import { tileClass } from './tile-class.ts'

export type TileOption<Value extends string> = {
  value: Value
  label: ReactNode
  icon?: ReactNode
  /** Secondary line below the label. */
  description?: ReactNode
  disabled?: boolean | undefined
}

/** A choice between a few tiles; native radios underneath, so arrow keys move between them. */
export function RadioTiles<Value extends string>({
  legend,
  legendHidden,
  options,
  value,
  onChange,
  columns = 1,
  error,
  className,
}: {
  legend: ReactNode
  legendHidden?: boolean | undefined
  options: readonly TileOption<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  columns?: 1 | 2 | 3 | undefined
  error?: ReactNode
  className?: string | undefined
}) {
  const name = useId()
  return (
    <fieldset
      className={cx('grid min-w-0 gap-1.5', className)}
      aria-describedby={error ? `${name}-note` : undefined}
    >
      <legend
        className={cx(
          legendHidden ? 'sr-only' : 'mb-1.5 text-12 font-medium text-ink-2 calm:text-14 calm:text-ink',
        )}
      >
        {legend}
      </legend>
      <div className={cx('grid gap-2', columns === 2 && 'sm:grid-cols-2', columns === 3 && 'sm:grid-cols-3')}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(tileClass, 'cursor-pointer justify-start py-2.5 text-start')}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="ui-box ui-radio"
            />
            {option.icon}
            <span className="min-w-0">
              {option.label}
              {option.description && (
                <small className="block text-12 font-normal text-ink-3 calm:text-13">
                  {option.description}
                </small>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldNote id={`${name}-note`} error={error} />
    </fieldset>
  )
}
