import { ApiError } from '../../../session/calls/api-error.ts'
import { placeErrors } from '../../../session/forms/place-errors.ts'
import { daysProblem, type FlowValues } from './flow-values.ts'

/** Messages by field: 'name', 'gapDays', and 'ID.days' for a step. */
export type FlowErrors = Readonly<Record<string, string>>

const STEP_FIELDS: Readonly<Record<string, string>> = {
  offset_days: 'days',
  repeat_days: 'repeatDays',
  repeat_times: 'repeatTimes',
  min_remaining: 'minRemaining',
}
const FLOW_FIELDS = ['name', 'covers', 'groups', 'gapDays', 'steps']

/** Returns the form's field for a field of the API such as `draft.steps.2.copies.0`. */
export function fieldOf(name: string, { steps }: Pick<FlowValues, 'steps'>): string {
  const [, position, field] = /^draft\.steps\.(\d+)\.([a-z_]+)/.exec(name) ?? []
  const step = steps[Number(position)]
  if (step !== undefined && field !== undefined) return `${step.id}.${STEP_FIELDS[field] ?? field}`
  if (name === 'draft.gap_days') return 'gapDays'
  return name.startsWith('groups') ? 'groups' : name.replace('draft.', '')
}

/** Messages of a failed save by field, and one for the whole form. */
export function flowErrorsOf(error: unknown, sent: FlowValues): { fields: FlowErrors; message: string } {
  const prefixes = sent.steps.map(({ id }) => `${id}.`)
  const isPlaced = (field: string) =>
    FLOW_FIELDS.includes(field) || prefixes.some((prefix) => field.startsWith(prefix))
  const names = error instanceof ApiError ? Object.keys(error.fields) : []
  return placeErrors(error, isPlaced, Object.fromEntries(names.map((name) => [name, fieldOf(name, sent)])))
}

/** Errors that the form finds and words itself, without the server. */
export function checkValues({ steps }: FlowValues): FlowErrors {
  const found = steps.flatMap((step) => {
    const message = daysProblem(step)
    return message === null ? [] : [[`${step.id}.days`, message] as const]
  })
  return Object.fromEntries(found)
}

/** The first step, in the order of `steps`, with an error. */
export const brokenStep = (errors: FlowErrors, { steps }: FlowValues): string | undefined =>
  steps.find((step) => hasErrors(errors, step.id))?.id

export const hasErrors = (errors: FlowErrors, step: string): boolean =>
  Object.keys(errors).some((field) => field.startsWith(`${step}.`))
