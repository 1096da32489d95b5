import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { cx } from '../cx.ts'
import { t } from '../language/text.ts'

export type FieldProps = {
  label: ReactNode
  /** Explanation below the control. */
  hint?: ReactNode
  /** Error text; replaces the hint and marks the control invalid. */
  error?: ReactNode
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean | undefined
  /** Shows '(optional)' after the label. */
  optional?: boolean | undefined
  /** Content to the right of the label: a link such as 'Forgot password?'. */
  aside?: ReactNode
  className?: string | undefined
}

type Wiring = { id: string; describedBy: string | undefined; invalid: boolean }
const FieldContext = createContext<Wiring | null>(null)

/** Ids and validity for a control inside a Field; spread onto the native element. */
export function useFieldWiring(): {
  id: string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
} {
  const wiring = useContext(FieldContext)
  return {
    id: wiring?.id,
    'aria-describedby': wiring?.describedBy,
    'aria-invalid': wiring?.invalid ? true : undefined,
  }
}

/** Label, control, hint and error, wired together for assistive technology. */
export function Field({
  label,
  hint,
  error,
  labelHidden,
  optional,
  aside,
  className,
  children,
}: FieldProps & { children: ReactNode }) {
  const id = useId()
  const note = error || hint
  const noteId = `${id}-note`
  return (
    <div className={cx('grid min-w-0 content-start gap-1 calm:gap-1.5', className)}>
      <div className={cx('flex items-baseline justify-between gap-2', labelHidden && 'sr-only')}>
        <label htmlFor={id} className="text-12 font-medium text-ink-2 calm:text-14 calm:text-ink">
          {label}
          {optional && <span className="font-normal text-ink-3"> {t('(optional)')}</span>}
        </label>
        {aside}
      </div>
      <FieldContext.Provider value={{ id, describedBy: note ? noteId : undefined, invalid: Boolean(error) }}>
        {children}
      </FieldContext.Provider>
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  )
}

/** The line below a control. An error is announced when it appears. */
export function FieldNote({ id, hint, error }: { id: string; hint?: ReactNode; error?: ReactNode }) {
  if (error) {
    return (
      <p id={id} role="alert" className="flex items-start gap-1.5 text-12 text-overdue calm:text-13">
        <CircleAlert className="mt-px size-3.5 stroke-2" />
        <span>{error}</span>
      </p>
    )
  }
  if (!hint) return null
  return (
    <p id={id} className="text-12 text-ink-3 calm:text-13">
      {hint}
    </p>
  )
}
