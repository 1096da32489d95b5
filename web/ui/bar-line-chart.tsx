import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { axisSteps, shortFigure } from './chart-scale.ts'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'

export type ChartPoint = {
  id: string
  /** Below the column: 'Nov'. */
  label: string
  /** In the line above and in the table: 'November to date'. */
  name: string
  /** Heights, for the drawing only. */
  bar: number
  line: number
  /** The figures as written. */
  barText: string
  lineText: string
  /** Not over yet: drawn unfinished. */
  partial?: boolean | undefined
}

const HEIGHT = 188
const TOP = 23

type Plot = {
  points: readonly ChartPoint[]
  top: number
  active: number
  onActive: (index: number) => void
  series: Series
}
type Series = { bar: string; line: string }

const y = (value: number, top: number) => HEIGHT - (value / top) * (HEIGHT - TOP)

function Columns({ points, top, active, onActive, series }: Plot) {
  const width = 100 / points.length
  return points.map((point, index) => (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: each month can be read by keyboard, as by pointing
    <g
      key={point.id}
      tabIndex={0}
      role="img"
      aria-label={`${point.name}: ${series.bar} ${point.barText}, ${series.line} ${point.lineText}`}
      onPointerEnter={() => onActive(index)}
      onFocus={() => onActive(index)}
      className="outline-none focus-visible:[&>rect:first-child]:stroke-focus focus-visible:[&>rect:first-child]:stroke-2"
    >
      <rect
        x={`${index * width}%`}
        y={0}
        width={`${width}%`}
        height={212}
        className={index === active ? 'fill-sunken' : 'fill-transparent'}
      />
      <rect
        x={`${index * width + width * 0.24}%`}
        y={y(point.bar, top)}
        width={`${width * 0.52}%`}
        height={Math.max(0, HEIGHT - y(point.bar, top))}
        rx={2}
        strokeDasharray={point.partial ? '3 2' : undefined}
        className={point.partial ? 'fill-brand-tint stroke-aging-current' : 'fill-aging-current'}
      />
      <text
        x={`${(index + 0.5) * width}%`}
        y={208}
        textAnchor="middle"
        className={cx(
          'text-12',
          index === active ? 'fill-ink font-semibold' : 'fill-ink-3',
          (points.length - 1 - index) % 2 === 1 && points.length > 7 && 'max-sm:hidden',
        )}
      >
        {point.label}
      </text>
    </g>
  ))
}

function Line({ points, top }: Pick<Plot, 'points' | 'top'>) {
  const width = 100 / points.length
  const x = (index: number) => `${(index + 0.5) * width}%`
  return (
    <g className="pointer-events-none">
      {points
        .slice(1)
        .map((point, index) =>
          point.partial ? null : (
            <line
              key={point.id}
              x1={x(index)}
              y1={y(points[index]?.line ?? 0, top)}
              x2={x(index + 1)}
              y2={y(point.line, top)}
              className="stroke-ink-2 stroke-[1.5]"
            />
          ),
        )}
      {points.map((point, index) => (
        <circle
          key={point.id}
          cx={x(index)}
          cy={y(point.line, top)}
          r={3}
          className="fill-surface stroke-ink-2 stroke-[1.5]"
        />
      ))}
    </g>
  )
}

function PointTable({
  caption,
  points,
  series,
}: {
  caption: string
  points: readonly ChartPoint[]
  series: Series
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={caption} className="max-h-53 overflow-auto">
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface text-12 text-ink-3">
          <tr className="h-8 border-b border-line">
            <th scope="col" className="text-start font-medium">
              Month
            </th>
            <th scope="col" className="text-end font-medium">
              {series.line}
            </th>
            <th scope="col" className="text-end font-medium">
              {series.bar}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.id} className="h-8 border-b border-line">
              <th scope="row" className="text-start font-medium">
                {point.name}
              </th>
              <td className="num text-end">{point.lineText}</td>
              <td className="num text-end">{point.barText}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Two series over time, columns and a line, with the figures of the month pointed at above, and a table behind. */
export function BarLineChart({
  title,
  detail,
  caption,
  series,
  points,
}: {
  title: ReactNode
  detail?: ReactNode
  /** Names the table: 'Collected and invoiced by month, US dollars'. */
  caption: string
  series: Series
  points: readonly ChartPoint[]
}) {
  const [asTable, setAsTable] = useState(false)
  const [active, setActive] = useState(points.length - 1)
  const point = points[Math.min(active, points.length - 1)]
  const steps = axisSteps(Math.max(...points.map((each) => Math.max(each.bar, each.line)), 0))
  const top = steps.at(-1) ?? 1
  return (
    <figure>
      <div className="flex min-h-7 items-center gap-2">
        <figcaption className="font-semibold">{title}</figcaption>
        {detail && <span className="text-ink-3">{detail}</span>}
        <IconButton
          size="sm"
          label={asTable ? 'Show as chart' : 'Show as table'}
          icon={asTable ? <ChartColumn /> : <Table2 />}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          className="-me-1.5 ms-auto"
        />
      </div>
      <p
        className="num mt-0.5 mb-2.5 flex flex-wrap items-baseline gap-x-5 gap-y-0.5 text-ink-2"
        aria-live="polite"
      >
        <span className="min-w-31 font-medium text-ink max-sm:w-full">{point?.name}</span>
        <span>
          <i aria-hidden="true" className="me-2 inline-block size-2.5 rounded-2 bg-aging-current" />
          {series.bar} <b className="font-semibold text-ink">{point?.barText}</b>
        </span>
        <span>
          <i aria-hidden="true" className="me-2 inline-block w-3.5 border-t-2 border-ink-2 align-middle" />
          {series.line} <b className="font-semibold text-ink">{point?.lineText}</b>
        </span>
      </p>
      {asTable ? (
        <PointTable caption={caption} points={points} series={series} />
      ) : (
        <div className="grid grid-cols-[2.125rem_minmax(0,1fr)]">
          <div aria-hidden="true" className="num relative text-12 text-ink-3">
            {steps.map((step) => (
              <span key={step} style={{ top: y(step, top) }} className="absolute -translate-y-1/2">
                {shortFigure(step)}
              </span>
            ))}
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't hold a drawing's parts */}
          <svg height={212} width="100%" role="group" aria-label={caption} className="block overflow-visible">
            {steps.map((step) => (
              <line key={step} x1={0} x2="100%" y1={y(step, top)} y2={y(step, top)} className="stroke-line" />
            ))}
            <Columns points={points} top={top} active={active} onActive={setActive} series={series} />
            <Line points={points} top={top} />
          </svg>
        </div>
      )}
    </figure>
  )
}
