import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'size' | 'onChange' | 'checked'> & {
  label: ReactNode
  /** Secondary text below the label. */
  description?: ReactNode
  labelHidden?: boolean | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}

/**
 * An on/off switch that takes effect at once. The label comes first and the switch ends the line, so that
 * several align.
 */
export function Switch({
  label,
  description,
  labelHidden,
  checked,
  onChange,
  className,
  ...rest
}: SwitchProps) {
  const id = useId()
  return (
    <div className={cx('flex min-h-control items-center justify-between gap-3', className)}>
      <span className={labelHidden ? 'sr-only' : 'min-w-0'}>
        <label htmlFor={id} className="cursor-pointer">
          {label}
        </label>
        {description && (
          <span id={`${id}-note`} className="block text-12 text-ink-3">
            {description}
          </span>
        )}
      </span>
      <input
        {...rest}
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-describedby={description ? `${id}-note` : undefined}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="ui-switch"
      />
    </div>
  )
}
