import { cx } from '../../../ui/cx.ts'
import { daysOffRuns, type RealDates } from '../dates/step-dates.ts'
import type { DayScale } from './day-scale.ts'
import { partOf } from './day-scale.ts'
import { PIN_SIZE, placeOf } from './step-pin.tsx'

/** Bands over the days of a real invoice on which nothing is sent. */
export const DaysOffBands = ({ real, scale }: { real: RealDates; scale: DayScale }) =>
  daysOffRuns(real, scale.first, scale.last).map(({ first, last, holidays }) => {
    // A pin has its middle on its day.
    const [from, to] = [Math.max(first - 0.5, scale.first), Math.min(last + 0.5, scale.last)] // not money: days
    return (
      <span
        key={first}
        title={holidays.length === 0 ? 'Weekend' : holidays.join(', ')}
        className={cx('absolute -top-2 bottom-0', holidays.length === 0 ? 'bg-quiet-tint' : 'bg-line')}
        style={{
          left: placeOf(partOf(from, scale)),
          width: `calc((100% - ${PIN_SIZE}px) * ${partOf(to, scale) - partOf(from, scale)})`,
        }}
      />
    )
  })

/** The way of a step to the working day that it waits for. */
export const WaitMark = ({
  from,
  to,
  top,
  scale,
}: {
  from: number
  to: number
  top: number
  scale: DayScale
}) => (
  <span
    aria-hidden="true"
    className="pointer-events-none absolute flex h-6 items-center"
    style={{
      top,
      left: placeOf(partOf(from, scale)),
      width: `calc((100% - ${PIN_SIZE}px) * ${partOf(to, scale) - partOf(from, scale)})`,
    }}
  >
    <span className="flex-1 border-t border-dashed border-soon" />
    <span className="-me-1.5 size-3 rounded-full border border-dashed border-soon bg-surface" />
  </span>
)
