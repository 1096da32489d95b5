import { Refusal } from './refusal.ts'

const FIELD = /([a-z_0-9]+)(?:\{([a-z_0-9,]*)\})?(?:,|$)/gy

/** Reads `id,client{id,name}`. Braces nest once, as at Clio. */
function readFields(text: string | null): ReadonlyMap<string, readonly string[] | null> {
  const given = text ?? 'id,etag'
  const found = new Map<string, readonly string[] | null>()
  let end = 0
  for (const match of given.matchAll(FIELD)) {
    found.set(match[1]!, match[2] === undefined ? null : match[2].split(','))
    end = match.index + match[0].length
  }
  if (end !== given.length) throw new Refusal(400, 'ArgumentError', `Invalid field(s): ${given.slice(end)}`)
  return found
}

/** Returns a record with the fields that were asked for. A nested record without braces has its id and etag only. */
export function select(
  record: Readonly<Record<string, unknown>>,
  text: string | null,
): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const [field, nested] of readFields(text)) {
    if (!(field in record)) throw new Refusal(400, 'ArgumentError', `Invalid field(s): ${field}`)
    shown[field] = cut(record[field], nested)
  }
  return shown
}

function cut(value: unknown, nested: readonly string[] | null): unknown {
  if (Array.isArray(value) && value.every((one) => typeof one === 'object'))
    return value.map((one) => cut(one, nested))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const of = value as Record<string, unknown>
  return Object.fromEntries(
    (nested ?? ['id', 'etag']).flatMap((name) => (name in of ? [[name, of[name]]] : [])),
  )
}
