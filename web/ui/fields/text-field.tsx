import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { type FieldProps, useFieldWiring } from './field.tsx'
import { inField } from './in-field.tsx'
import { inputClass, inputFrameClass, inputInnerClass } from './input-class.ts'

type InputProps = Omit<ComponentProps<'input'>, 'prefix' | 'size'>

export type TextFieldProps = FieldProps &
  InputProps & {
    /** Before the text, inside the frame. */
    prefix?: ReactNode
    /** After the text, inside the frame. */
    suffix?: ReactNode
  }

/** The input alone, for use inside a custom Field. */
export function TextInput({
  prefix,
  suffix,
  className,
  ...rest
}: InputProps & { prefix?: ReactNode; suffix?: ReactNode }) {
  const wiring = useFieldWiring()
  if (prefix === undefined && suffix === undefined) {
    return <input {...wiring} {...rest} className={cx(inputClass, className)} />
  }
  return (
    <span className={cx(inputFrameClass, className)}>
      {prefix !== undefined && <span className="ps-field-pad text-ink-3">{prefix}</span>}
      <input {...wiring} {...rest} className={cx(inputInnerClass, prefix !== undefined && 'ps-1.5')} />
      {suffix !== undefined && <span className="pe-field-pad text-ink-3">{suffix}</span>}
    </span>
  )
}

/** A labeled text input. Accepts every native input prop, so a form library's `register` spreads onto it. */
export const TextField = inField(TextInput)
