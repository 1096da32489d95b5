import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** One figure with its label. `flat` removes the card, for a ruled sheet. */
export function StatCard({
  label,
  value,
  detail,
  flat = false,
  className,
}: {
  label: ReactNode
  value: ReactNode
  detail?: ReactNode
  flat?: boolean | undefined
  className?: string | undefined
}) {
  return (
    <dl
      className={cx(
        'flex min-w-0 flex-col px-5 py-4 calm:p-5 calm:md:px-6',
        !flat && 'rounded-14 border border-line bg-surface shadow-low',
        className,
      )}
    >
      <dt className="font-medium text-ink-2">{label}</dt>
      <dd className="num mt-1 text-24 font-semibold calm:md:text-32">{value}</dd>
      {detail && <dd className="text-12 text-ink-3 calm:text-13">{detail}</dd>}
    </dl>
  )
}
