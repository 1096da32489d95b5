/** Values of a form with the earlier ones that undo returns to. */
export interface History<Values> {
  readonly past: readonly Values[]
  readonly present: Values
  /** The field of the last change: typing in one field is undone in one step. */
  readonly field: string | null
}

const MAX_PAST = 100

export const startHistory = <Values>(present: Values): History<Values> => ({ past: [], present, field: null })

/** Records a change. `field` is null for one that is undone by itself. */
export function recordChange<Values>(
  { past, present, field }: History<Values>,
  next: Values,
  changed: string | null,
): History<Values> {
  const sameField = changed !== null && changed === field
  return { past: sameField ? past : [...past, present].slice(-MAX_PAST), present: next, field: changed }
}

/** Returns to the values before the last change, or changes nothing. */
export function undoChange<Values>(history: History<Values>): History<Values> {
  const before = history.past.at(-1)
  return before === undefined ? history : { past: history.past.slice(0, -1), present: before, field: null }
}
