import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { useFieldWiring } from './field.tsx'
import { inField } from './in-field.tsx'
import { inputClass } from './input-class.ts'

function Area({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const wiring = useFieldWiring()
  return (
    <textarea
      {...wiring}
      {...rest}
      rows={rows}
      // Sizing by content would ignore `rows`.
      style={{ minHeight: `calc(${rows}lh + 0.875rem)` }}
      className={cx(inputClass, 'field-sizing-content block resize-y py-1.5', className)}
    />
  )
}

/** Several lines of text; grows with its content. */
export const TextArea = inField(Area)
