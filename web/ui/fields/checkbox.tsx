import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from '../cx.ts'
import { FieldNote } from './field.tsx'

type BoxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  /** Some but not all of the represented items are checked. */
  mixed?: boolean | undefined
}

/** The box alone, for tables; name it by aria-label. */
export function CheckBox({ mixed = false, className, ref, ...rest }: BoxProps) {
  const own = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (own.current) own.current.indeterminate = mixed
  }, [mixed])
  return (
    <input
      {...rest}
      ref={(element) => {
        own.current = element
        if (typeof ref === 'function') return ref(element)
        if (ref) ref.current = element
      }}
      type="checkbox"
      className={cx('ui-box', className)}
    />
  )
}

/** A box with a label; the whole line can be pressed. */
export function Checkbox({
  label,
  description,
  error,
  className,
  ...rest
}: BoxProps & { label: ReactNode; description?: ReactNode; error?: ReactNode }) {
  const id = useId()
  const noteId = `${id}-note`
  const aboutId = `${id}-about`
  const describedBy = [description && aboutId, error && noteId].filter(Boolean).join(' ')
  return (
    <div className={cx('grid gap-1', className)}>
      <div className="flex min-h-control-sm items-start gap-2 py-1 calm:gap-3 calm:text-14">
        <CheckBox
          {...rest}
          id={id}
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
          className="mt-px"
        />
        <span className="min-w-0 flex-1">
          <label htmlFor={id} className="block cursor-pointer calm:font-medium">
            {label}
          </label>
          {description && (
            <span id={aboutId} className="block text-12 text-ink-3 calm:text-13">
              {description}
            </span>
          )}
        </span>
      </div>
      <FieldNote id={noteId} error={error} />
    </div>
  )
}
