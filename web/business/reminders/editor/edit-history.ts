/** Values of a form with the earlier ones that undo returns to, and the undone ones that redo returns to. */
export interface History<Values> {
  readonly past: readonly Values[]
  readonly present: Values
  /** Undone values, the next one to redo last. */
  readonly future: readonly Values[]
  /** The field of the last change: typing in one field is undone in one step. */
  readonly field: string | null
}

const MAX_PAST = 100

export const startHistory = <Values>(present: Values): History<Values> => ({
  past: [],
  present,
  future: [],
  field: null,
})

/** Records a change. `field` is null for one that is undone by itself. */
export function recordChange<Values>(
  { past, present, field }: History<Values>,
  next: Values,
  changed: string | null,
): History<Values> {
  const sameField = changed !== null && changed === field
  return {
    past: sameField ? past : [...past, present].slice(-MAX_PAST),
    present: next,
    future: [],
    field: changed,
  }
}

/** Makes the next change of the same field one that is undone by itself. */
export const settleChange = <Values>(history: History<Values>): History<Values> =>
  history.field === null ? history : { ...history, field: null }

/** Returns to the values before the last change, or changes nothing. */
export function undoChange<Values>(history: History<Values>): History<Values> {
  const { past, present, future } = history
  const before = past.at(-1)
  if (before === undefined) return history
  return { past: past.slice(0, -1), present: before, future: [...future, present], field: null }
}

/** Returns to the values that were undone last, or changes nothing. */
export function redoChange<Values>(history: History<Values>): History<Values> {
  const { past, present, future } = history
  const next = future.at(-1)
  if (next === undefined) return history
  return { past: [...past, present], present: next, future: future.slice(0, -1), field: null }
}
