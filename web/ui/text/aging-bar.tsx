import type { ReactNode } from 'react'
import type { AgingBucket } from '../../../domain/invoices/aging.ts'
import { cx } from '../cx.ts'
import { type DotTone, dotClass } from './status-text.tsx'

/** The color of each bucket. */
export const AGING_TONES = {
  current: 'aging-current',
  days_30: 'aging-30',
  days_60: 'aging-60',
  days_90: 'aging-90',
  over_90: 'aging-over',
} as const satisfies Record<AgingBucket, DotTone>

/** Labels short enough for five columns. */
export const AGING_LABELS: Readonly<Record<AgingBucket, string>> = {
  current: 'Current',
  days_30: '1–30 days',
  days_60: '31–60 days',
  days_90: '61–90 days',
  over_90: 'Over 90 days',
}

export type AgingSegment = {
  id: string
  label: string
  tone: DotTone
  /** Fraction of the whole from 0 to 1, for drawing only. */
  share: number
  /** The figure, already formatted. */
  amount: string
  /** '21%, 31 invoices'. */
  detail?: string | undefined
}

function Bar({
  segments,
  selected,
  className,
}: {
  segments: readonly AgingSegment[]
  selected?: string | null | undefined
  className: string
}) {
  const shown = segments.filter((segment) => segment.share > 0)
  return (
    <div aria-hidden="true" className={cx('flex gap-0.5 overflow-hidden', className)}>
      {shown.length === 0 && <i className="flex-1 bg-quiet-tint" />}
      {shown.map((segment) => (
        <i
          key={segment.id}
          style={{ flexGrow: segment.share * 1000 }}
          className={cx(
            'min-w-1.5 basis-0 transition-opacity',
            dotClass(segment.tone),
            selected != null && selected !== segment.id && 'opacity-25',
          )}
        />
      ))}
    </div>
  )
}

const Key = ({ tone }: { tone: DotTone }) => (
  <i aria-hidden="true" className={cx('size-2 flex-none rounded-2', dotClass(tone))} />
)

/** Sums by age as one stacked bar above its figures; with `onSelect` each figure is a filter button. */
export function AgingBar({
  label,
  segments,
  selected,
  onSelect,
  className,
}: {
  label: string
  segments: readonly AgingSegment[]
  selected?: string | null | undefined
  onSelect?: ((id: string | null) => void) | undefined
  className?: string | undefined
}) {
  const cell =
    'grid content-start gap-x-3 gap-y-0.5 rounded-6 px-2 pt-1.5 pb-2 text-start @max-md:min-h-11 @max-md:flex @max-md:items-center calm:@max-md:rounded-none calm:@max-md:px-0 calm:@max-md:border-b calm:@max-md:border-line calm:@max-md:last:border-0'
  const inside = (segment: AgingSegment): ReactNode => (
    <>
      <span className="flex items-center gap-1.5 whitespace-nowrap text-ink-2 @max-md:me-auto">
        <Key tone={segment.tone} />
        {segment.label}
      </span>
      <span
        className={cx(
          'num text-16 tracking-tight @max-md:order-3 @max-md:min-w-22 @max-md:text-end @max-md:text-14',
          segment.share > 0 ? 'font-semibold' : 'text-ink-3',
        )}
      >
        {segment.amount}
      </span>
      {segment.detail && (
        <span className="num text-12 text-ink-3 @max-md:order-2 @max-[23rem]:hidden calm:@max-[23rem]:inline calm:@max-[18rem]:hidden">
          {segment.detail}
        </span>
      )}
    </>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would promise form fields
    <div role="group" aria-label={label} className={cx('@container', className)}>
      <Bar
        segments={segments}
        selected={selected}
        className="h-7 rounded-6 motion-safe:animate-grow calm:h-4 calm:rounded-full"
      />
      <div className="-mx-2 mt-2 grid calm:@max-md:mx-0 @md:auto-cols-fr @md:grid-flow-col">
        {segments.map((segment) =>
          onSelect ? (
            <button
              key={segment.id}
              type="button"
              aria-pressed={selected === segment.id}
              onClick={() => onSelect(selected === segment.id ? null : segment.id)}
              className={cx(
                cell,
                'hover:bg-sunken aria-pressed:bg-sunken aria-pressed:ring-1 aria-pressed:ring-line-strong aria-pressed:ring-inset',
              )}
            >
              {inside(segment)}
            </button>
          ) : (
            <div key={segment.id} className={cell}>
              {inside(segment)}
            </div>
          ),
        )}
      </div>
    </div>
  )
}

/** The same bar at the size of a table cell; its text is for screen readers only. */
export function AgingBarMini({
  segments,
  className,
}: {
  segments: readonly AgingSegment[]
  className?: string | undefined
}) {
  return (
    <span className={cx('block', className)}>
      <span className="sr-only">
        {segments
          .filter((segment) => segment.share > 0)
          .map((segment) => `${segment.label} ${segment.amount}`)
          .join(', ')}
      </span>
      <Bar segments={segments} className="h-2 gap-px rounded-2" />
    </span>
  )
}
