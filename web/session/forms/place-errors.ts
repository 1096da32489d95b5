import { ApiError, FIX_INPUT, isForbidden, TRY_LATER } from '../calls/api-error.ts'

/** A failed call on a form: messages for its fields, and the one sentence for the whole. */
export interface PlacedErrors {
  readonly fields: Readonly<Record<string, string>>
  readonly message: string
}

/**
 * Sorts a failed call by where it is said. `hasField` tells the form's own fields; `names` maps a field of the API to
 * the form's where they differ. The sentence is the first of no field, else the detail, else what was said of fields that
 * the form has not, else that the input is to be corrected.
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
  if (error.status === 404) return { fields: {}, message: TRY_LATER }
  const fields: Record<string, string> = {}
  const unplaced: string[] = []
  for (const [field, messages] of Object.entries(error.fields)) {
    const name = names[field] ?? field
    if (hasField(name)) fields[name] = messages.join(' ')
    else unplaced.push(messages.join(' '))
  }
  return { fields, message: (error.message === FIX_INPUT && unplaced.join(' ')) || error.message }
}
