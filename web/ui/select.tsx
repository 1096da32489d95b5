import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Field, type FieldProps, useFieldWiring } from './field.tsx'
import { inputClass } from './input-class.ts'

export type SelectOption = { value: string; label: string; disabled?: boolean | undefined }

type NativeSelectProps = Omit<ComponentProps<'select'>, 'size'> & {
  options?: readonly SelectOption[] | undefined
}

/** The control alone, for bars and tables; give it an aria-label when no Field names it. */
export function NativeSelect({ options, children, className, ...rest }: NativeSelectProps) {
  const wiring = useFieldWiring()
  return (
    <select {...wiring} {...rest} className={cx(inputClass, 'ui-select', className)}>
      {children}
      {options?.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
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
