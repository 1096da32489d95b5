import { Check, Circle, CircleAlert, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type Tone = 'paid' | 'open' | 'soon' | 'overdue' | 'quiet'

const TONES: Record<Tone, string> = {
  paid: 'bg-paid-tint text-paid',
  open: 'bg-open-tint text-open',
  soon: 'bg-soon-tint text-soon',
  overdue: 'bg-overdue-tint text-overdue',
  quiet: 'bg-quiet-tint text-quiet',
}

const ICONS = { paid: Check, open: Clock, soon: Clock, overdue: CircleAlert, quiet: Circle } as const

/**
 * A status in one or two words. It has an icon, so that color is never alone; pass null only for a plain
 * label.
 */
export function Tag({
  tone = 'quiet',
  icon,
  children,
  className,
}: {
  tone?: Tone | undefined
  icon?: ReactNode
  children: ReactNode
  className?: string | undefined
}) {
  const Icon = ICONS[tone]
  return (
    <span
      className={cx(
        'num inline-flex min-h-5 items-center gap-1.5 rounded-4 px-1.5 text-12 font-medium calm:min-h-6.5 calm:rounded-full calm:ps-2 calm:pe-2.5 calm:text-13',
        TONES[tone],
        className,
      )}
    >
      {icon === undefined ? <Icon className="size-3.5 stroke-2" /> : icon}
      {children}
    </span>
  )
}
