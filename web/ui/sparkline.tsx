import { cx } from './cx.ts'

const WIDTH = 116
const HEIGHT = 36
const PAD = 4

/** Where a series has been going; decoration beside its figure, which says the same in words. */
export function Sparkline({
  values,
  className,
}: {
  values: readonly number[]
  className?: string | undefined
}) {
  if (values.length < 2) return null
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const points = values.map((value, index) => {
    const x = PAD + (index / (values.length - 1)) * (WIDTH - 2 * PAD)
    const y = HEIGHT - PAD - ((value - low) / span) * (HEIGHT - 2 * PAD)
    return [Number(x.toFixed(1)), Number(y.toFixed(1))] as const
  })
  const [x, y] = points.at(-1) ?? [0, 0]
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      className={cx('flex-none', className)}
    >
      <polyline
        points={points.map((point) => point.join(',')).join(' ')}
        strokeLinejoin="round"
        className="fill-none stroke-ink-3 stroke-[1.5]"
      />
      <circle cx={x} cy={y} r={3} className="fill-brand stroke-surface stroke-[1.5]" />
    </svg>
  )
}
