import type { ComponentType } from 'react'
import { Field, type FieldProps } from './field.tsx'

/** Returns a control inside a Field: the Field takes the label, the notes and the class, the control everything else. */
export const inField =
  <Props extends object>(Control: ComponentType<Props>) =>
  ({
    label,
    hint,
    error,
    labelHidden,
    optional,
    aside,
    className,
    ...rest
  }: FieldProps & Omit<Props, keyof FieldProps>) => (
    <Field {...{ label, hint, error, labelHidden, optional, aside, className }}>
      <Control {...(rest as unknown as Props)} />
    </Field>
  )
