import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Tooltip } from './tooltip.tsx'

export type TrackState = 'paid' | 'open' | 'late'

export type TrackStep = {
  id: string
  number: number
  state: TrackState
  /** Read aloud: 'Installment 7 of 8, overdue, $240.00, due Nov 13, 2026'. */
  name: string
  /** Shown while pointed at or focused. */
  tip: ReactNode
  /** Without it the step can't be pressed. */
  onPress?: (() => void) | undefined
}

/** The mark of a state, told by its shape as well as its colour: a filled circle with a tick, a ring, a square with '!'. */
export function TrackMark({ state, className }: { state: TrackState; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-7 place-items-center text-on-state',
        state === 'paid' && 'rounded-full bg-paid',
        state === 'open' && 'rounded-full border-2 border-open bg-open-tint',
        state === 'late' && 'rounded-8 bg-overdue',
        className,
      )}
    >
      {state === 'paid' && <Check className="size-3.5 stroke-3" />}
      {state === 'open' && <i className="size-2 rounded-full bg-open" />}
      {state === 'late' && <b className="text-14 font-bold">!</b>}
    </span>
  )
}

/** A row of numbered steps, each pressable while something can be done about it. */
export function InstallmentTrack({ label, steps }: { label: string; steps: readonly TrackStep[] }) {
  return (
    <ol aria-label={label} className="flex flex-wrap gap-x-2 gap-y-1">
      {steps.map((step, index) => (
        <li
          key={step.id}
          className={cx(
            'relative',
            index > 0 && 'before:absolute before:-start-2 before:top-[15px] before:h-0.5 before:w-2',
            steps[index - 1]?.state === 'paid' && step.state === 'paid'
              ? 'before:bg-paid'
              : 'before:bg-line-strong',
          )}
        >
          <Tooltip card content={step.tip}>
            <button
              type="button"
              aria-label={step.name}
              aria-disabled={step.onPress ? undefined : true}
              onClick={() => step.onPress?.()}
              className="group grid min-h-11 cursor-pointer justify-items-center gap-0.5 rounded-8 pt-0.5 aria-disabled:cursor-default"
            >
              <TrackMark
                state={step.state}
                className={cx(
                  step.onPress &&
                    (step.state === 'late'
                      ? 'group-hover:ring-4 group-hover:ring-overdue-tint'
                      : 'group-hover:ring-4 group-hover:ring-open-tint'),
                )}
              />
              <span className={cx('num text-12', step.state === 'paid' ? 'text-ink-3' : 'font-semibold')}>
                {step.number}
              </span>
            </button>
          </Tooltip>
        </li>
      ))}
    </ol>
  )
}
