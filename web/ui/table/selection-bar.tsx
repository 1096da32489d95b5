import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { t } from '../language/text.ts'
import { selectionActionClass as action } from './selection-action-class.ts'

/** Floats over the end of a list while rows are selected: how many, what can be done with them, and an end. */
export function SelectionBar({
  count,
  children,
  onClear,
}: {
  count: number
  /** Each a SelectionAction. */
  children: ReactNode
  onClear: () => void
}) {
  return (
    <section
      aria-label={t('Selection')}
      className="sticky bottom-0 z-10 mx-2 flex min-h-12 flex-wrap items-center gap-x-1 gap-y-0.5 rounded-10 bg-ink py-1.5 ps-4 pe-12 text-surface shadow-high max-sm:mx-0 max-sm:rounded-none max-sm:pb-[calc(0.375rem+env(safe-area-inset-bottom))] sm:bottom-3 md:mx-4"
    >
      <p role="status" className="num me-2 font-semibold whitespace-nowrap">
        {t('{count, number} selected', { count })}
      </p>
      {children}
      <button
        type="button"
        aria-label={t('Clear selection')}
        onClick={onClear}
        className={`${action} absolute end-1.5 top-1.5 px-0`}
      >
        <X />
      </button>
    </section>
  )
}

export function SelectionAction({
  icon,
  onPress,
  busy = false,
  disabledBecause = null,
  children,
}: {
  icon?: ReactNode
  onPress: () => void
  busy?: boolean | undefined
  /** A sentence beside the action, which then does nothing. */
  disabledBecause?: string | null | undefined
  children: ReactNode
}) {
  const reason = useId()
  // Disabling would drop the focus.
  const off = busy || disabledBecause !== null
  return (
    <>
      <button
        type="button"
        aria-disabled={off || undefined}
        aria-busy={busy || undefined}
        aria-describedby={disabledBecause === null ? undefined : reason}
        onClick={() => off || onPress()}
        className={cx(action, disabledBecause !== null && 'cursor-not-allowed opacity-60')}
      >
        {icon}
        {children}
      </button>
      {disabledBecause !== null && (
        <p id={reason} className="min-w-0 py-1">
          {disabledBecause}
        </p>
      )}
    </>
  )
}
