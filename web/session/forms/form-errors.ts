import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { placeErrors } from './place-errors.ts'

/**
 * Shows a failed call on a form: messages beside its fields. Returns one sentence for a Note above the form.
 * `names` maps API fields to form fields where they differ; nested names are joined with dots on both sides.
 */
export function showFormErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  error: unknown,
  names: Readonly<Record<string, Path<Values>>> = {},
): string {
  const values = form.getValues()
  const placed = placeErrors(error, (name) => hasField(values, name), names)
  for (const [index, [name, message]] of Object.entries(placed.fields).entries()) {
    form.setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  return placed.message
}

function hasField(values: unknown, path: string): boolean {
  let at: unknown = values
  for (const part of path.split('.')) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, part)) return false
    at = (at as Record<string, unknown>)[part]
  }
  return true
}
