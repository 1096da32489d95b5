import {
  EARLIEST_OFFSET_DAYS,
  type FlowProblem,
  findFlowProblems,
  LATEST_OFFSET_DAYS,
} from '../../../../domain/reminders/flow.ts'
import { offsetOf, type StepValues, stepBody } from '../editor/flow-values.ts'

const clamp = (offset: number): number => Math.min(Math.max(offset, EARLIEST_OFFSET_DAYS), LATEST_OFFSET_DAYS)

/**
 * Returns the possible offset of a step nearest to the wanted one, in days from the step's date. Impossible are days beyond
 * the limits, and those that contradict another step. A move `onwardsOnly` passes over impossible days. Without a possible
 * one, the step stays.
 */
export function placeStep(
  steps: readonly StepValues[],
  step: StepValues,
  wanted: number,
  onwardsOnly = false,
): number {
  const now = offsetOf(step) || 0
  const onwards = wanted < now ? -1 : 1
  const isPossible = contradictionTest(steps, step)
  const target = clamp(wanted)
  for (let away = 0; away <= LATEST_OFFSET_DAYS - EARLIEST_OFFSET_DAYS; away++)
    for (const offset of [target + away * onwards, ...(onwardsOnly ? [] : [target - away * onwards])])
      if (offset === clamp(offset) && isPossible(offset)) return offset
  return now
}

/** Returns a function that tells whether an offset of the step contradicts no other step. */
function contradictionTest(steps: readonly StepValues[], step: StepValues): (offset: number) => boolean {
  const all = steps.map(checkedStep)
  const keysOf = (list: typeof all) =>
    findFlowProblems(list).map(({ position, field }: FlowProblem) => `${list[position]!.id} ${field}`)
  const known = new Set([
    ...keysOf(all.filter(({ id }) => id !== step.id)),
    ...keysOf(all.filter(({ id }) => id === step.id)),
  ])
  return (offset) =>
    keysOf(all.map((one) => (one.id === step.id ? { ...one, offsetDays: offset } : one))).every((key) =>
      known.has(key),
    )
}

/** The form of a step that the rules of a flow check. */
function checkedStep(values: StepValues) {
  const {
    offset_days,
    repeat_days,
    repeat_times,
    template,
    attach_pdf,
    sender: _sender,
    ...step
  } = stepBody(values)
  return {
    ...step,
    offsetDays: offset_days || 0,
    repeatDays: repeat_days || 0,
    repeatTimes: repeat_times || 0,
    templateId: template,
    attachPdf: attach_pdf,
  }
}
