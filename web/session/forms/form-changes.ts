import { ApiError, isChangedMeanwhile } from '../calls/api-error.ts'

/**
 * The changed fields of a form, and the values that they had when it was opened: the server refuses a field that somebody else changed
 * since. Other people's changes of other fields stay.
 */
export function changedFields<Body extends object>(
  before: Body,
  after: Body,
): Partial<Body> & { if_unchanged: Partial<Body> } {
  const names = (Object.keys(after) as (keyof Body)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  const pick = (from: Body) => Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Body>
  return { ...pick(after), if_unchanged: pick(before) }
}

/**
 * Returns the values of a form as they were read, with the fields that a call refused because somebody else changed them as they are
 * now: a second save then replaces these knowingly. Fields that nobody was told about stay as they were read, so that they are not
 * taken for changes.
 */
export function knowing<Values extends object>(read: Values, now: Values, error: unknown): Values {
  if (!(error instanceof ApiError) || !isChangedMeanwhile(error)) return read
  const told = Object.keys(error.fields).filter((name) => Object.hasOwn(now, name)) as (keyof Values)[]
  return { ...read, ...Object.fromEntries(told.map((name) => [name, now[name]])) }
}
