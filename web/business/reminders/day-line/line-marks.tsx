import { addDays, type CalendarDate, type DateFormat, formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount } from '../../../session/account-context.ts'
import { cx } from '../../../ui/cx.ts'
import type { RealDates } from '../dates/step-dates.ts'
import { type DayScale, partOf, ticksOf } from './day-scale.ts'
import { placeOf } from './step-pin.tsx'

interface MarksProps {
  scale: DayScale
  /** Day of the invoice date, counted from the due date; null when no step counts from it. */
  invoiceDay: number | null
}

/** Lines through the weeks, the due date and the invoice date. */
export const LineMarks = ({ scale, invoiceDay }: MarksProps) => (
  <>
    {ticksOf(scale).map((day) => (
      <Mark key={day} day={day} scale={scale} className={day === 0 ? 'border-ink' : 'border-line'} />
    ))}
    {invoiceDay !== null && <Mark day={invoiceDay} scale={scale} className="border-dashed border-ink-2" />}
  </>
)

const Mark = ({ day, scale, className }: { day: number; scale: DayScale; className: string }) => (
  <span
    className={cx('absolute -top-2 bottom-0 border-s', className)}
    style={{ left: placeOf(partOf(day, scale)) }}
  />
)

/** Names of the dates below the line. */
export function LineLabels({
  scale,
  invoiceDay,
  real,
  width,
}: MarksProps & { real: RealDates | null; width: number }) {
  const { date_format } = useAccount()
  const named = [0, ...(invoiceDay === null ? [] : [invoiceDay])]
  return (
    <div aria-hidden="true" className="relative h-6 border-t border-line text-12 text-ink-2">
      <Label day={0} scale={scale} text="Due date" />
      {invoiceDay !== null && <Label day={invoiceDay} scale={scale} text="Invoice date" />}
      {real &&
        datedTicks(scale, named, width).map((day) => (
          <Label key={day} day={day} scale={scale} text={shortDay(addDays(real.dueDate, day), date_format)} />
        ))}
    </div>
  )
}

/** 'Dec 7': the years are clear from the due date. */
const shortDay = (day: CalendarDate, style: DateFormat): string =>
  style === 'YMD' ? day.slice(5) : formatDate(day, style).replace(/,? \d{4}$/, '')

const LABEL_WIDTH = 76
/** Least distance of a label's middle from the ends of the line. */
const EDGE = 40

/** Ticks with room for a date beside the names and the tick before. */
function datedTicks(scale: DayScale, named: readonly number[], width: number): number[] {
  // Labels near an end of the line are moved inside it.
  const middleOf = (day: number) => Math.min(Math.max(partOf(day, scale) * width, EDGE), width - EDGE)
  const taken = named.map(middleOf)
  return ticksOf(scale).filter((day) => {
    const middle = middleOf(day)
    if (taken.some((other) => Math.abs(other - middle) < LABEL_WIDTH)) return false
    taken.push(middle)
    return true
  })
}

const Label = ({ day, scale, text }: { day: number; scale: DayScale; text: string }) => (
  <span
    className="absolute top-0.5 -translate-x-1/2 whitespace-nowrap"
    style={{ left: `clamp(2.5rem, ${placeOf(partOf(day, scale))}, 100% - 2.5rem)` }}
  >
    {text}
  </span>
)
