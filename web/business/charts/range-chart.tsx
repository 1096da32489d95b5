import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/layout/link.tsx'
import { axisText, axisTop } from './chart-values.ts'

export interface Range {
  readonly key: string
  readonly name: string
  /** The likely amount in words. */
  readonly text: string
  /** The range in words. */
  readonly range: string
  /** The list behind the likely amount. */
  readonly href: string
  readonly low: number
  readonly likely: number
  readonly high: number
}

const percent = (value: number, top: number): string => `${(value / top) * 100}%`

/** A range and its likely value for each period, each a link to its list. The page has the same figures as a table. */
export function RangeChart({ ranges, small = false }: { ranges: readonly Range[]; small?: boolean }) {
  const top = axisTop(Math.max(0, ...ranges.map(({ high }) => high)))
  const shown = small ? ranges.slice(0, 6) : ranges
  const columns = small
    ? 'grid-cols-[6.75rem_minmax(0,1fr)_5.5rem]'
    : 'grid-cols-[7.5rem_minmax(0,1fr)_6.5rem]'
  return (
    <div className="grid gap-y-1">
      <p aria-hidden="true" className="flex flex-wrap gap-x-4 text-ink-2">
        <span className="inline-flex items-center gap-1.5">
          <i className="h-3 w-0.75 bg-brand-strong" /> Likely
        </span>
        <span className="inline-flex items-center gap-1.5">
          <i className="h-2.5 w-4 rounded-2 bg-aging-current opacity-35" /> 8 of 10 cases
        </span>
      </p>
      <div aria-hidden="true" className={cx('mt-1 grid gap-x-3 text-12 text-ink-3', columns)}>
        <span />
        <span className="num flex justify-between">
          {[0, 0.5, 1].map((step) => (
            <span key={step}>{axisText(top * step)}</span>
          ))}
        </span>
        <span className="text-end">Likely</span>
      </div>
      {shown.map(({ key, name, text, range, href, low, likely, high }) => (
        <Link
          key={key}
          href={href}
          className={cx(
            'grid items-center gap-x-3 rounded-4 hover:bg-sunken focus-visible:bg-sunken',
            columns,
            small ? 'h-7' : 'h-9',
          )}
        >
          <span className="num truncate text-ink-2">{name}</span>
          <span className="relative block h-full border-x border-line">
            <i
              className="absolute inset-y-2 rounded-2 bg-aging-current opacity-35"
              style={{ left: percent(low, top), width: percent(high - low, top) }}
            />
            <i className="absolute inset-y-1 w-0.75 bg-brand-strong" style={{ left: percent(likely, top) }} />
          </span>
          <span className="num text-end font-semibold">{text}</span>
          <span className="sr-only">, in 8 of 10 cases {range}</span>
        </Link>
      ))}
    </div>
  )
}
