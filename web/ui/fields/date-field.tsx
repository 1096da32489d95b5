import { Calendar } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { useFieldWiring } from './field.tsx'
import { inField } from './in-field.tsx'
import { inputClass } from './input-class.ts'

type DateInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'size'> & {
  /** ISO calendar date, or ''. */
  value: string
  onChange: (value: string) => void
  /** Formats the date for display; while editing, the native format shows. */
  formatDate?: ((iso: string) => string) | undefined
}

function DateInput({ value, onChange, formatDate, className, ...rest }: DateInputProps) {
  const wiring = useFieldWiring()
  const written = value !== '' && formatDate ? formatDate(value) : ''
  return (
    <span className={cx('relative block min-w-0', className)}>
      <input
        {...wiring}
        {...rest}
        type="date"
        value={value}
        data-written={written !== ''}
        className={cx(inputClass, 'ui-date pe-2')}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {written !== '' && (
        <span
          aria-hidden="true"
          data-written-date=""
          className="num pointer-events-none absolute inset-y-0 start-[calc(var(--field-pad)+1px)] flex items-center text-field"
        >
          {written}
        </span>
      )}
      <Calendar className="pointer-events-none absolute inset-y-0 end-2.5 my-auto text-ink-3" />
    </span>
  )
}

/** A calendar date as ISO text, with the browser's own picker. */
export const DateField = inField(DateInput)
