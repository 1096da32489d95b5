import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import type { Tone } from './tag.tsx'

export type TimelineItem = {
  id: string
  icon: ReactNode
  title: ReactNode
  /** Secondary line below. */
  detail?: ReactNode
  /** Text that a person wrote. */
  quote?: ReactNode
  /** Time, formatted for reading. */
  time: string
  /** The same time as ISO. */
  dateTime?: string | undefined
  tone?: Tone | undefined
  /** In the future. */
  upcoming?: boolean | undefined
}

const TONES: Record<Tone, string> = {
  paid: 'bg-paid-tint text-paid',
  open: 'bg-open-tint text-open',
  soon: 'bg-soon-tint text-soon',
  overdue: 'bg-overdue-tint text-overdue',
  quiet: 'bg-quiet-tint text-ink-2',
}

/** Events, newest first; future ones have a hollow dot. */
export function Timeline({
  items,
  className,
}: {
  items: readonly TimelineItem[]
  className?: string | undefined
}) {
  return (
    // In a narrow column the time goes below the text, which would otherwise break at every word.
    <ol className={cx('@container', className)}>
      {items.map((item) => (
        <li
          key={item.id}
          className={cx(
            'relative grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-2.5 pb-3.5 @max-xs:grid-cols-[1.5rem_minmax(0,1fr)]',
            'not-last:before:absolute not-last:before:start-[11.5px] not-last:before:top-6 not-last:before:bottom-0 not-last:before:border-s not-last:before:border-line-strong',
            item.upcoming && 'not-last:before:border-dashed',
          )}
        >
          <span
            className={cx(
              'grid size-6 place-items-center rounded-full [&_.lucide]:size-3.5',
              item.upcoming
                ? 'bg-surface text-ink-3 ring-1 ring-line-strong ring-inset'
                : TONES[item.tone ?? 'quiet'],
            )}
          >
            {item.icon}
          </span>
          <div className="min-w-0 pt-[3px]">
            <p className={item.upcoming ? 'text-ink-2' : 'font-medium'}>{item.title}</p>
            {item.detail && <p className="text-12 text-ink-3">{item.detail}</p>}
            {item.quote && (
              <p className="mt-1.5 mb-0.5 rounded-6 bg-sunken px-2.5 py-2 whitespace-pre-line text-ink-2">
                {item.quote}
              </p>
            )}
          </div>
          <time
            dateTime={item.dateTime}
            className="num pt-1 text-12 text-ink-3 @max-xs:col-start-2 @max-xs:pt-0.5"
          >
            {item.time}
          </time>
        </li>
      ))}
    </ol>
  )
}
