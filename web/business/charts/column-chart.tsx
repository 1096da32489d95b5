import { useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/layout/link.tsx'
import { axisText, axisTop } from './chart-values.ts'

export interface ChartFact {
  readonly label: string
  readonly value: string
  /** Class of the color in the key. */
  readonly tone: string
}

export interface ChartColumn {
  readonly key: string
  /** Below the column: 'Nov'. */
  readonly name: string
  /** In the readout: 'November 2026 so far'. */
  readonly title: string
  /** The figures in words, for the readout. */
  readonly facts: readonly ChartFact[]
  /** Bars beside each other, or above each other where `stacked`. Values are positions on the axis. */
  readonly bars: readonly { readonly value: number; readonly tone: string }[]
  /** The list behind the column. */
  readonly href: string
  /** Its period goes on. */
  readonly unfinished?: boolean
}

const STEPS = [1, 0.75, 0.5, 0.25, 0] as const

/**
 * Columns over time. Each is a link to the list behind it; pointing at one or focusing it shows its figures above. The page has the
 * same figures as a table.
 */
export function ColumnChart({
  label,
  columns,
  stacked = false,
  unit = '',
  small = false,
}: {
  label: string
  columns: readonly ChartColumn[]
  stacked?: boolean
  /** After the numbers of the axis: '%'. */
  unit?: string
  small?: boolean
}) {
  const [active, setActive] = useState<number | null>(null)
  const shown = columns[active ?? columns.length - 1]
  const heights = columns.map(({ bars }) =>
    stacked
      ? bars.reduce((sum, { value }) => sum + value, 0)
      : Math.max(0, ...bars.map(({ value }) => value)),
  )
  const top = axisTop(Math.max(0, ...heights))
  return (
    <figure className="min-w-0">
      <figcaption className="sr-only">{label}</figcaption>
      {shown && <Readout column={shown} />}
      <div className="mt-3 flex gap-2">
        <div
          aria-hidden="true"
          className={cx('num relative w-10 flex-none text-12 text-ink-3', small ? 'h-32' : 'h-56')}
        >
          {STEPS.map((step) => (
            <span
              key={step}
              className="absolute end-0 -translate-y-1/2"
              style={{ top: `${(1 - step) * 100}%` }}
            >
              {axisText(top * step)}
              {unit}
            </span>
          ))}
        </div>
        <div className="min-w-0 flex-1">
          <div className={cx('relative', small ? 'h-32' : 'h-56')}>
            {STEPS.map((step) => (
              <i
                key={step}
                aria-hidden="true"
                className="absolute inset-x-0 border-t border-line"
                style={{ top: `${(1 - step) * 100}%` }}
              />
            ))}
            <ol className="relative flex h-full">
              {columns.map((column, at) => (
                <li key={column.key} className="h-full min-w-0 flex-1">
                  <Link
                    href={column.href}
                    aria-label={`${column.title}: ${column.facts.map((fact) => `${fact.label} ${fact.value}`).join(', ')}`}
                    onMouseEnter={() => setActive(at)}
                    onMouseLeave={() => setActive(null)}
                    onFocus={() => setActive(at)}
                    onBlur={() => setActive(null)}
                    className={cx(
                      'flex h-full rounded-4 px-px hover:bg-sunken focus-visible:bg-sunken',
                      stacked
                        ? 'flex-col-reverse items-center justify-start gap-px'
                        : 'items-end justify-center gap-0.5',
                    )}
                  >
                    {column.bars.map((bar, index) => (
                      <i
                        // biome-ignore lint/suspicious/noArrayIndexKey: bars have a fixed order
                        key={index}
                        aria-hidden="true"
                        className={cx(
                          'block motion-safe:transition-[height]',
                          stacked ? 'w-3/5 max-w-9 flex-none' : 'w-2/5 max-w-4 rounded-t-2',
                          column.unfinished && 'opacity-60',
                          bar.tone,
                        )}
                        style={{ height: bar.value > 0 ? `max(${(bar.value / top) * 100}%, 2px)` : 0 }}
                      />
                    ))}
                  </Link>
                </li>
              ))}
            </ol>
          </div>
          <Names columns={columns} />
        </div>
      </div>
    </figure>
  )
}

const Readout = ({ column }: { column: ChartColumn }) => (
  <p
    aria-hidden="true"
    className="flex min-h-10 flex-wrap items-baseline gap-x-4 gap-y-0.5 text-ink-2 sm:min-h-5"
  >
    <span className="font-medium text-ink">{column.title}</span>
    {column.facts.map((fact) => (
      <span key={fact.label} className="inline-flex items-baseline gap-1.5">
        <i className={cx('size-2 flex-none rounded-2', fact.tone)} />
        {fact.label} <span className="num font-semibold text-ink">{fact.value}</span>
      </span>
    ))}
  </p>
)

const Names = ({ columns }: { columns: readonly ChartColumn[] }) => (
  <ol aria-hidden="true" className="mt-1 flex">
    {columns.map((column, at) => (
      <li
        key={column.key}
        className={cx(
          'min-w-0 flex-1 text-center text-12 whitespace-nowrap text-ink-3',
          (columns.length - 1 - at) % 2 === 1 && 'max-sm:invisible',
        )}
      >
        {column.name}
      </li>
    ))}
  </ol>
)
