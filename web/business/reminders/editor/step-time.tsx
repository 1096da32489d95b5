import type { ReactNode } from 'react'
import { STEP_ANCHORS, type StepAnchor } from '../../../../domain/reminders/flow.ts'
import { FieldNote } from '../../../ui/fields/field.tsx'
import { NativeSelect } from '../../../ui/fields/select.tsx'
import { TextInput } from '../../../ui/fields/text-field.tsx'
import type { Direction, StepValues } from './flow-values.ts'
import { ANCHOR_WORDS } from './step-words.ts'

const DIRECTIONS: readonly { value: Direction; label: string }[] = [
  { value: 'before', label: 'days before' },
  { value: 'on', label: 'on' },
  { value: 'after', label: 'days after' },
]
/** A payment can't be foreseen, so that nothing is before it. */
const directionsOf = ({ anchor }: StepValues) =>
  anchor === 'paid' ? DIRECTIONS.filter(({ value }) => value !== 'before') : DIRECTIONS
const ANCHORS = STEP_ANCHORS.map((value) => ({ value, label: ANCHOR_WORDS[value] }))

/** Day of a step: '7 days before the due date'. */
export function StepTime({
  step,
  error,
  set,
}: {
  step: StepValues
  error: (field: keyof StepValues) => string | undefined
  set: (values: Partial<StepValues>, field: keyof StepValues) => void
}) {
  const problem: ReactNode = error('days') ?? error('anchor')
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-12 font-medium text-ink-2">When</legend>
      <div className="flex gap-1.5">
        <span className="w-11 flex-none">
          {' '}
          <TextInput
            aria-label="Days"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? 'when-note' : undefined}
            inputMode="numeric"
            autoComplete="off"
            className="num text-center"
            disabled={step.direction === 'on'}
            value={step.direction === 'on' ? '' : step.days}
            onChange={(event) => set({ days: event.target.value }, 'days')}
          />
        </span>{' '}
        <NativeSelect
          aria-label="Before, on or after"
          className="flex-1"
          options={directionsOf(step)}
          value={step.direction}
          onChange={(event) => {
            const [direction = step.direction] = DIRECTIONS.map(({ value }) => value).filter(
              (value) => value === event.target.value,
            )
            set({ direction, days: step.days === '' ? '1' : step.days }, 'days')
          }}
        />
        <NativeSelect
          aria-label="Date"
          className="flex-1"
          options={ANCHORS}
          value={step.anchor}
          onChange={(event) => {
            const [anchor = step.anchor] = STEP_ANCHORS.filter((value) => value === event.target.value)
            set(atAnchor(step, anchor), 'days')
          }}
        />
      </div>
      <div className={problem ? 'mt-1' : undefined}>
        <FieldNote id="when-note" error={problem} />
      </div>
    </fieldset>
  )
}

/** A step that is moved to the payment comes after it. */
const atAnchor = ({ direction }: StepValues, anchor: StepAnchor): Partial<StepValues> =>
  anchor === 'paid' && direction === 'before' ? { anchor, direction: 'after' } : { anchor }
