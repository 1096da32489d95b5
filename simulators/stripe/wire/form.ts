/** A decoded form value: text, a list or an object. */
export type FormValue = string | FormValue[] | FormRecord
export interface FormRecord {
  [field: string]: FormValue
}

const MAX_DEPTH = 8

/** Decodes a form body or query in Stripe's notation: `a[b]=1`, `list[]=1`, `list[0][c]=1`. */
export function parseForm(text: string): FormRecord {
  const record: FormRecord = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [
      name.replace(/\[.*$/s, ''),
      ...[...name.matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key ?? ''),
    ]
    if (path.length <= MAX_DEPTH) put(record, path, value)
  }
  return toLists(record) as FormRecord
}

function put(record: FormRecord, path: readonly string[], value: string): void {
  let here = record
  path.forEach((step, index) => {
    const key = step === '' ? String(Object.keys(here).length) : step
    if (index === path.length - 1) {
      here[key] = value
      return
    }
    const next = here[key]
    if (typeof next === 'object' && !Array.isArray(next)) here = next
    else here = here[key] = Object.create(null) as FormRecord
  })
}

/** Turns objects whose keys are 0, 1, 2 … into lists. */
function toLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const keys = Object.keys(value)
  if (keys.length > 0 && keys.every((key, index) => key === String(index)))
    return keys.map((key) => toLists(value[key]!))
  for (const key of keys) value[key] = toLists(value[key]!)
  return value
}
