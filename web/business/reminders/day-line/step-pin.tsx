import * as Slider from 'radix-ui/slider'
import { type PointerEvent, useRef } from 'react'
import { cx } from '../../../ui/cx.ts'
import { offsetOf, type StepValues } from '../editor/flow-values.ts'
import { whenText } from '../editor/step-words.ts'

/** Width and height in pixels: the smallest target of WCAG 2.2. */
export const PIN_SIZE = 24

/** Distance in pixels that a pointer moves before it drags, so that a tap selects only. */
const DRAG_STARTS_AT = 5

/** Left of a part of the line, where a pin of that part has its middle. */
export const placeOf = (part: number): string => `calc(${PIN_SIZE / 2}px + (100% - ${PIN_SIZE}px) * ${part})`

interface StepPinProps {
  step: StepValues
  number: number
  selected: boolean
  readOnly: boolean
  /** Pixels from the top of the line. */
  top: number
  /** Offsets of the step at the ends of the line. */
  first: number
  last: number
  onGrab: () => void
  /** Gets an offset that may be impossible, and whether it comes from an arrow key. */
  onMove: (wanted: number, byKey: boolean) => void
  onRelease: () => void
  onFocus: () => void
}

/** A step on the line of days: a slider whose value is the step's offset. */
export function StepPin({ step, number, selected, readOnly, top, first, last, ...on }: StepPinProps) {
  const grab = useRef<{ at: number; moved: boolean } | null>(null)
  const isDrag = ({ clientX }: PointerEvent): boolean => {
    if (grab.current === null) return false
    grab.current.moved ||= Math.abs(clientX - grab.current.at) >= DRAG_STARTS_AT
    return grab.current.moved
  }
  return (
    <Slider.Root
      className="pointer-events-none absolute inset-x-0 h-6"
      style={{ top }}
      disabled={readOnly}
      min={first}
      max={last}
      value={[offsetOf(step) || 0]}
      onValueChange={([wanted = 0]) => on.onMove(wanted, grab.current === null)}
      onPointerDown={(event) => {
        grab.current = { at: event.clientX, moved: false }
        on.onGrab()
      }}
      onPointerMove={(event) => {
        // The slider leaves a prevented move alone.
        if (!isDrag(event)) event.preventDefault()
      }}
      onLostPointerCapture={() => {
        grab.current = null
        on.onRelease()
      }}
    >
      <Slider.Thumb
        aria-label={`Step ${number}: ${step.name || 'Without a name'}`}
        aria-valuetext={whenText(step)}
        onFocus={on.onFocus}
        className={cx(
          'num pointer-events-auto grid size-6 touch-none place-items-center border text-12 font-medium',
          step.kind === 'email' ? 'rounded-full' : 'rounded-6',
          selected ? 'border-brand bg-brand text-on-brand' : 'border-line-strong bg-surface text-ink-2',
          readOnly ? '' : 'cursor-grab active:cursor-grabbing hover:border-ink-3',
        )}
      >
        {number}
      </Slider.Thumb>
    </Slider.Root>
  )
}
