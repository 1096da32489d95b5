import { t } from '../../ui/language/text.ts'
import { ApiError, FIX_INPUT, isForbidden, TRY_LATER } from '../calls/api-error.ts'

/** A failed call on a form: messages by field, and one message for the form. */
export interface PlacedErrors {
  readonly fields: Readonly<Record<string, string>>
  readonly message: string
}

/**
 * Assigns the messages of a failed call. `hasField` tests for a form field; `names` maps API fields to form
 * fields where they differ. The form message is the first non-field error, else the detail, else the messages
 * of fields that the form lacks, else a general one.
 */
export function placeErrors(
  error: unknown,
  hasField: (name: string) => boolean,
  names: Readonly<Record<string, string>> = {},
): PlacedErrors {
  if (!(error instanceof ApiError)) {
    // A bug of ours: shown to the user, and reported as an uncaught error.
    reportError(error)
    return { fields: {}, message: TRY_LATER }
  }
  if (isForbidden(error)) return { fields: {}, message: t("You don't have permission to do that.") }
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
