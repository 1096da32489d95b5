import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, isForbidden, TRY_LATER } from './api-error.ts'

/**
 * Shows a failed call on a form: messages by field beside the fields it has, everything else as one sentence that is
 * returned for a Note above the form (null when the fields say it all). `names` maps a field of the API to the form's
 * where they differ; nested names are joined with dots on both sides.
 */
export function showFormErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  error: unknown,
  names: Readonly<Record<string, Path<Values>>> = {},
): string | null {
  if (!(error instanceof ApiError)) {
    // A bug of ours: said to the person, and reported as if nobody had caught it.
    reportError(error)
    return TRY_LATER
  }
  if (isForbidden(error)) return "You don't have permission to do that."
  const known = form.getValues()
  const unplaced: string[] = []
  let placed = 0
  for (const [field, messages] of Object.entries(error.fields)) {
    const name = names[field] ?? (field as Path<Values>)
    const message = messages.join(' ')
    if (names[field] !== undefined || hasField(known, field)) {
      form.setError(name, { type: 'server', message }, { shouldFocus: placed === 0 })
      placed += 1
    } else unplaced.push(message)
  }
  const said = [...error.nonField, ...unplaced].join(' ')
  if (said !== '') return said
  return placed > 0 ? null : error.message
}

function hasField(values: unknown, path: string): boolean {
  let at: unknown = values
  for (const part of path.split('.')) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, part)) return false
    at = (at as Record<string, unknown>)[part]
  }
  return true
}
