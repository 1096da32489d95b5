import { useState } from 'react'
import { daysBetween } from '../../../../domain/dates/calendar.ts'
import { isThanks } from '../../../../domain/reminders/thank-yous.ts'
import { type RealDates, stepDate, termDaysOf } from '../dates/step-dates.ts'
import { dayOf, daysOf, offsetOf, type StepValues } from '../editor/flow-values.ts'
import { whenText } from '../editor/step-words.ts'
import type { FlowEditing } from '../editor/use-flow-editing.ts'
import { type DayScale, partOf, rowsOf, scaleOf } from './day-scale.ts'
import { DaysOffBands, WaitMark } from './days-off.tsx'
import { LineLabels, LineMarks } from './line-marks.tsx'
import { placeStep } from './place-step.ts'
import { PIN_SIZE, StepPin } from './step-pin.tsx'
import { usePinOrder } from './use-pin-order.ts'
import { useWidth } from './use-width.ts'

interface DayLineProps {
  editing: FlowEditing
  /** The selected step. */
  current: StepValues
  /** Dates of a real invoice; null without one. */
  real: RealDates | null
  readOnly: boolean
  onPick: (id: string) => void
}

/** The steps to scale on a line of days, along which they are dragged or moved with the arrow keys. */
export function DayLine({ editing, current, real, readOnly, onPick }: DayLineProps) {
  const { settle } = editing
  const termDays = real === null ? editing.termDays : termDaysOf(real)
  // Steps after the payment have no day before it is known.
  const steps = editing.values.steps.filter((step) => !isThanks(step))
  const [line, width] = useWidth()
  const [held, setHeld] = useState<Held | null>(null)
  const { pins, handlers } = usePinOrder(steps, settle)
  const { scale, rows, rowCount } = layOut(steps, termDays, width, held)
  const marks = {
    scale,
    invoiceDay: steps.some(({ anchor }) => anchor === 'invoice_date') ? -termDays : null,
  }
  const move = (step: StepValues, wanted: number, byKey: boolean) => {
    const offset = placeStep(steps, step, wanted, byKey)
    if (offset !== offsetOf(step)) editing.changeStep(step.id, daysOf(offset), 'days')
  }
  if (steps.length === 0) return null
  return (
    <div className="mb-3">
      <p className="mb-2 flex flex-wrap items-baseline gap-x-2">
        <b className="min-w-0 font-semibold wrap-anywhere">{current.name || 'Without a name'}</b>
        <span>{whenText(current)}</span>
        {!readOnly && (
          <span className="ms-auto text-12 text-ink-3">Drag a step, or move it with the arrow keys.</span>
        )}
      </p>
      <div className="rounded-10 border border-line bg-surface px-2 pt-2">
        <div ref={line} className="relative" style={{ height: rowCount * ROW_HEIGHT }} {...handlers}>
          {real && <DaysOffBands real={real} scale={scale} />}
          <LineMarks {...marks} />
          {real &&
            steps.map((step) => {
              const date = stepDate(step, real)
              if (!date || date.off === null) return null
              const [from, to] = [date.planned, date.day].map((day) => daysBetween(real.dueDate, day)) as [
                number,
                number,
              ]
              const top = (rows.get(step.id) ?? 0) * ROW_HEIGHT
              return <WaitMark key={step.id} from={from} to={to} top={top} scale={scale} />
            })}
          {pins.map((step) => {
            const anchorDay = dayOf(step, termDays) - (offsetOf(step) || 0)
            return (
              <StepPin
                key={step.id}
                step={step}
                number={steps.indexOf(step) + 1}
                selected={step.id === current.id}
                readOnly={readOnly}
                top={(rows.get(step.id) ?? 0) * ROW_HEIGHT}
                first={scale.first - anchorDay}
                last={scale.last - anchorDay}
                onGrab={() => {
                  settle()
                  setHeld({ id: step.id, scale, rowCount })
                }}
                onMove={(wanted, byKey) => move(step, wanted, byKey)}
                onRelease={() => {
                  settle()
                  setHeld(null)
                }}
                onFocus={() => onPick(step.id)}
              />
            )
          })}
        </div>
        <LineLabels {...marks} real={real} width={width} />
      </div>
    </div>
  )
}

const ROW_HEIGHT = PIN_SIZE + 4

/** A step that is dragged, and the line as it was before: its scale stays under the pointer, and it never shrinks. */
interface Held {
  readonly id: string
  readonly scale: DayScale
  readonly rowCount: number
}

/** Places sorted steps on a line of `width` pixels. A dragged step makes way for the others. */
function layOut(steps: readonly StepValues[], termDays: number, width: number, held: Held | null) {
  const scale = held?.scale ?? scaleOf(steps.map((step) => dayOf(step, termDays)))
  const placed = [...steps.filter(({ id }) => id !== held?.id), ...steps.filter(({ id }) => id === held?.id)]
  const parts = placed.map((step) => partOf(dayOf(step, termDays), scale))
  const rows = rowsOf(parts, (PIN_SIZE + 2) / (width - PIN_SIZE))
  return {
    scale,
    /** Row of each step by its id. */
    rows: new Map(placed.map(({ id }, at) => [id, rows[at]!])),
    rowCount: Math.max(held?.rowCount ?? 1, ...rows.map((row) => row + 1)),
  }
}
