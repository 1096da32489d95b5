import { ApiError, isForbidden, TRY_LATER } from './api-error.ts'

/** A failed call on a form: messages for its fields, and one sentence for all the rest (null when there is none). */
export interface PlacedErrors {
  readonly fields: Readonly<Record<string, string>>
  readonly message: string | null
}

/**
 * Sorts a failed call by where it is said. `hasField` tells the form's own fields; `names` maps a field of the API to
 * the form's where they differ.
 */
export function placeErrors(
  error: unknown,
  hasField: (name: string) => boolean,
  names: Readonly<Record<string, string>> = {},
): PlacedErrors {
  if (!(error instanceof ApiError)) {
    // A bug of ours: said to the person, and reported as if nobody had caught it.
    reportError(error)
    return { fields: {}, message: TRY_LATER }
  }
  if (isForbidden(error)) return { fields: {}, message: "You don't have permission to do that." }
  const fields: Record<string, string> = {}
  const unplaced: string[] = []
  for (const [field, messages] of Object.entries(error.fields)) {
    const name = names[field] ?? field
    if (hasField(name)) fields[name] = messages.join(' ')
    else unplaced.push(messages.join(' '))
  }
  const said = [...error.nonField, ...unplaced].join(' ')
  if (said !== '') return { fields, message: said }
  return { fields, message: Object.keys(fields).length > 0 ? null : error.message }
}
