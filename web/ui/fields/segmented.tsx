import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** A choice between two to four views; pressed buttons in a group. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: {
  label: string
  options: ReadonlyArray<{ value: Value; label: ReactNode; icon?: ReactNode }>
  value: Value
  onChange: (value: Value) => void
  className?: string | undefined
}) {
  return (
    <fieldset className={cx('inline-flex min-w-0 gap-0.5 rounded-control bg-line p-0.5', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="inline-flex min-h-[calc(var(--control)-6px)] flex-1 items-center justify-center gap-1.5 rounded-4 px-2.5 font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-low calm:rounded-8"
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
