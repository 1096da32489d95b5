import { axisSteps, shortFigure } from './chart-scale.ts'
import { cx } from './cx.ts'

export type RangeRow = {
  id: string
  label: string
  /** Ends of the band and the likely value, for the drawing only. */
  low: number
  likely: number
  high: number
  likelyText: string
  /** '27,100 to 40,600', read aloud and shown on hover. */
  rangeText: string
}

const share = (value: number, top: number) => `${Math.min(100, Math.max(0, (value / top) * 100))}%`

/** A table whose middle column draws each row's range: a band with a mark at the likely value. */
export function RangeTable({
  caption,
  headings,
  rows,
  className,
}: {
  caption: string
  headings: { label: string; range: string; likely: string }
  rows: readonly RangeRow[]
  className?: string | undefined
}) {
  const steps = axisSteps(Math.max(...rows.map((row) => row.high), 0))
  const top = steps.at(-1) ?? 1
  return (
    <table className={cx('w-full table-fixed', className)}>
      <caption className="sr-only">{caption}</caption>
      <thead className="text-12 text-ink-3">
        <tr className="h-6">
          <th scope="col" className="w-27 text-start font-medium">
            {headings.label}
          </th>
          <th scope="col" className="relative font-medium">
            <span className="sr-only">{headings.range}</span>
            {steps.map((step) => (
              <span
                key={step}
                aria-hidden="true"
                style={{ insetInlineStart: share(step, top) }}
                className="num absolute top-1 -translate-x-1/2"
              >
                {shortFigure(step)}
              </span>
            ))}
          </th>
          <th scope="col" className="w-16 text-end font-medium">
            {headings.likely}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="h-8.5">
            <th scope="row" className="num text-start font-normal text-ink-2">
              {row.label}
            </th>
            <td className="relative" title={row.rangeText}>
              <span className="sr-only">{row.rangeText}</span>
              <span aria-hidden="true">
                {steps.map((step) => (
                  <i
                    key={step}
                    style={{ insetInlineStart: share(step, top) }}
                    className="absolute inset-y-0 border-s border-line"
                  />
                ))}
                <i
                  style={{
                    insetInlineStart: share(row.low, top),
                    inlineSize: share(row.high - row.low, top),
                  }}
                  className="absolute inset-y-2.5 rounded-4 bg-aging-current/30"
                />
                <i
                  style={{ insetInlineStart: share(row.likely, top) }}
                  className="absolute inset-y-2 -ms-px w-[3px] rounded-2 bg-brand-strong"
                />
              </span>
            </td>
            <td className="num text-end font-semibold">{row.likelyText}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
