import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { useFieldWiring } from './field.tsx'
import { inField } from './in-field.tsx'
import { inputClass, inputFrameClass } from './input-class.ts'

export type SelectOption = { value: string; label: string; disabled?: boolean | undefined }

type NativeSelectProps = Omit<ComponentProps<'select'>, 'size'> & {
  options?: readonly SelectOption[] | undefined
  /** Uses the height of a small control, for bars. */
  compact?: boolean | undefined
}

const choicesOf = (options: readonly SelectOption[] = []) =>
  options.map((option) => (
    <option key={option.value} value={option.value} disabled={option.disabled}>
      {option.label}
    </option>
  ))

const arrow = (
  <ChevronDown className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-3.5 text-ink-3" />
)

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
        {choicesOf(options)}
      </select>
      {arrow}
    </span>
  )
}

/** The control alone for long option names: shows the whole chosen name, on several lines if necessary. */
export function WrappingSelect({
  options,
  className,
  ...rest
}: Omit<ComponentProps<'select'>, 'size'> & { options: readonly SelectOption[] }) {
  const wiring = useFieldWiring()
  return (
    <span className={cx('relative py-1 ps-field-pad pe-7', inputFrameClass, className)}>
      <span aria-hidden="true" className="min-w-0 break-words">
        {options.find((option) => option.value === rest.value)?.label}
      </span>
      {/* A native control truncates its text, so it lies invisibly above this one. */}
      <select {...wiring} {...rest} className="absolute inset-0 size-full cursor-pointer opacity-0">
        {choicesOf(options)}
      </select>
      {arrow}
    </span>
  )
}

/** A labeled choice from a short, known list; for long or fetched lists use Combobox. */
export const Select = inField(NativeSelect)
