import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { type DecimalFormat, readDecimal, writeDecimal } from './decimal-input.ts'
import { useFieldWiring } from './field.tsx'
import { inputFrameClass, inputInnerClass } from './input-class.ts'

export type DecimalInputProps = Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'prefix' | 'size' | 'type'
> & {
  /** A decimal string such as '1234.5', or '' for none. */
  value: string
  /** Receives a decimal string, '' when empty, or the typed text while it can't be parsed. */
  onChange: (value: string) => void
  format: DecimalFormat
  /** Minimum number of decimals shown after blur. */
  pad: number
  prefix?: ReactNode
  suffix?: ReactNode
}

/**
 * A decimal in a text input: free to type and paste into, formatted on blur. The value is always text;
 * unparsable text is passed on as typed, so that the form's own validation refuses it.
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
  // Entering the field selects its text, so that typing replaces it.
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
          setDraft(writeDecimal(value, pad, { grouped: false }))
          onFocus?.(event)
        }}
        onMouseUp={(event) => {
          // The click that focuses the field would set the caret; a click that selects text is left alone.
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
