import { Minus, Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldProps, useFieldWiring } from './field.tsx'
import { inputFrameClass, inputInnerClass } from './input-class.ts'
import { isNumeric, stepNumber } from './number-step.ts'

type NumberInputProps = Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'type' | 'size' | 'min' | 'max' | 'step'
> & {
  /** Decimal string, or '' for nothing. */
  value: string
  /** Gets the text as typed; what isn't a number is for the form's own check to refuse. */
  onChange: (value: string) => void
  /** Whole numbers only. */
  whole?: boolean | undefined
  step?: string | undefined
  min?: string | undefined
  max?: string | undefined
  suffix?: ReactNode
}

function NumberInput({
  value,
  onChange,
  whole = false,
  step = '1',
  min,
  max,
  suffix,
  disabled,
  ...rest
}: NumberInputProps) {
  const wiring = useFieldWiring()
  const move = (direction: 1 | -1) => onChange(stepNumber(value, step, direction, { min, max }))
  const button =
    'grid min-w-7 place-items-center self-stretch border-s border-line text-ink-2 last:rounded-e-control hover:bg-sunken hover:text-ink disabled:text-line-strong calm:min-w-11'
  return (
    <span className={inputFrameClass}>
      <input
        autoComplete="off"
        {...wiring}
        {...rest}
        disabled={disabled}
        type="text"
        role="spinbutton"
        inputMode={whole ? 'numeric' : 'decimal'}
        aria-valuenow={isNumeric(value, whole) ? Number(value) : undefined}
        aria-valuemin={min === undefined ? undefined : Number(min)}
        aria-valuemax={max === undefined ? undefined : Number(max)}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          move(event.key === 'ArrowUp' ? 1 : -1)
        }}
        className={`${inputInnerClass} num text-end`}
      />
      {suffix !== undefined && <span className="pe-2 text-12 text-ink-3">{suffix}</span>}
      <button
        type="button"
        tabIndex={-1}
        aria-label="Less"
        disabled={disabled}
        onClick={() => move(-1)}
        className={button}
      >
        <Minus className="size-3.5" />
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label="More"
        disabled={disabled}
        onClick={() => move(1)}
        className={button}
      >
        <Plus className="size-3.5" />
      </button>
    </span>
  )
}

/** A small number with buttons and arrow keys to move it; a sign and decimals unless `whole`. */
export function NumberField({
  label,
  hint,
  error,
  labelHidden,
  optional,
  aside,
  className,
  ...rest
}: FieldProps & NumberInputProps) {
  return (
    <Field {...{ label, hint, error, labelHidden, optional, aside, className }}>
      <NumberInput {...rest} />
    </Field>
  )
}
