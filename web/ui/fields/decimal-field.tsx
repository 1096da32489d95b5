import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { type DecimalFormat, readDecimal, writeDecimal } from './decimal-input.ts'
import { useFieldWiring } from './field.tsx'
import { inputFrameClass, inputInnerClass } from './input-class.ts'

export type DecimalInputProps = Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'prefix' | 'size' | 'type'
> & {
  /** A decimal string such as '1234.5', or '' for nothing. */
  value: string
  /** Gets a decimal string, '' when emptied, or the text as typed while it can't be read. */
  onChange: (value: string) => void
  format: DecimalFormat
  /** Decimals to show at least, once the field is left. */
  pad: number
  prefix?: ReactNode
  suffix?: ReactNode
}

/**
 * A decimal in a text input: free to type and paste into, tidied when left. The value handed out is always text;
 * what can't be read is handed out as typed, for the form's own check to refuse in its own words.
 */
export function DecimalInput({
  value,
  onChange,
  format,
  pad,
  prefix,
  suffix,
  className,
  onBlur,
  onFocus,
  ...rest
}: DecimalInputProps) {
  const wiring = useFieldWiring()
  const [draft, setDraft] = useState<string | null>(null)
  // What stands there is selected when the field is entered, so that typing replaces it.
  const entered = useRef<HTMLInputElement | null>(null)
  const editing = draft !== null
  useLayoutEffect(() => {
    if (editing) entered.current?.select()
  }, [editing])
  return (
    <span className={cx(inputFrameClass, className)}>
      {prefix !== undefined && <span className="ps-field-pad text-ink-3">{prefix}</span>}
      <input
        inputMode="decimal"
        autoComplete="off"
        {...wiring}
        {...rest}
        type="text"
        value={draft ?? writeDecimal(value, pad)}
        className={cx(
          inputInnerClass,
          'num text-end calm:text-start calm:font-semibold',
          prefix !== undefined && 'ps-1.5',
        )}
        onFocus={(event) => {
          entered.current = event.currentTarget
          setDraft(writeDecimal(value, pad, ''))
          onFocus?.(event)
        }}
        onMouseUp={(event) => {
          // The click that enters the field would set the caret; one that marks a part is left alone.
          const { selectionStart, selectionEnd } = event.currentTarget
          if (entered.current !== null && selectionStart === selectionEnd) event.currentTarget.select()
          entered.current = null
        }}
        onChange={(event) => {
          const text = event.currentTarget.value
          entered.current = null
          setDraft(text)
          onChange(readDecimal(text, format) ?? text)
        }}
        onBlur={(event) => {
          setDraft(null)
          onBlur?.(event)
        }}
      />
      {suffix !== undefined && <span className="pe-field-pad text-12 text-ink-3">{suffix}</span>}
    </span>
  )
}
