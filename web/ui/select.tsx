import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldProps, useFieldWiring } from './field.tsx'
import { inputClass } from './input-class.ts'

export type SelectOption = { value: string; label: string; disabled?: boolean | undefined }

type NativeSelectProps = Omit<ComponentProps<'select'>, 'size'> & {
  options?: readonly SelectOption[] | undefined
  /** At the height of a small control, for bars. */
  compact?: boolean | undefined
}

/** The control alone, for bars and tables; give it an aria-label when no Field names it. */
export function NativeSelect({ options, children, compact = false, className, ...rest }: NativeSelectProps) {
  const wiring = useFieldWiring()
  return (
    <span className={cx('relative block min-w-0', className)}>
      <select
        {...wiring}
        {...rest}
        className={cx(inputClass, 'appearance-none truncate pe-7', compact && 'dense-sm')}
      >
        {children}
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-3.5 text-ink-3" />
    </span>
  )
}

/** A labelled choice from a short, known list; for long or fetched lists take Combobox. */
export function Select({
  label,
  hint,
  error,
  labelHidden,
  optional,
  aside,
  className,
  ...rest
}: FieldProps & NativeSelectProps) {
  return (
    <Field {...{ label, hint, error, labelHidden, optional, aside, className }}>
      <NativeSelect {...rest} />
    </Field>
  )
}
