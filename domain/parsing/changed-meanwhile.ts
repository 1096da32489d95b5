import { differingPart } from './differing-part.ts'

/** The last change of a record: who made it, and when, as people read both. */
export interface LastChange {
  readonly by: string
  readonly at: string
}

const LONG = 60
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Says that somebody else changed a field since it was read, and how. `last` is null when nobody is known to have done it. */
export function changedMeanwhile(last: LastChange | null, read: unknown, now: unknown): string {
  const who = last === null ? 'Somebody else changed this' : `${last.by} changed this on ${last.at}`
  return `${who}${howText(read, now)}. Save again to replace it by yours.`
}

function howText(read: unknown, now: unknown): string {
  if (typeof now === 'boolean') return `: it is ${now ? 'on' : 'off'} now`
  if (typeof now === 'number') return `: it is ${now} now`
  if (now === null || now === '') return ': it is empty now'
  if (Array.isArray(now)) return listText(now)
  if (typeof now === 'object') return partsText(read, now)
  // Ids of other records are no text for people.
  if (typeof now !== 'string' || UUID.test(now)) return ''
  if (typeof read === 'string' && (isLong(read) || isLong(now))) {
    const { before, after } = differingPart(read, now)
    if (before === '') return `: “${after}” was added`
    return after === '' ? `: “${before}” was removed` : `: “${before}” became “${after}”`
  }
  return `: it is “${now}” now`
}

/** Says what the changed parts of a group of fields are now: ': city is “Wells” now'. */
function partsText(read: unknown, now: object): string {
  const before = Object(read) as Record<string, unknown>
  const changed = Object.entries(now).filter(([name, value]) => !isSame(value, before[name]))
  const parts = changed.flatMap(([name, value]) =>
    typeof value === 'string'
      ? [`${name.replaceAll('_', ' ')} is ${value === '' ? 'empty' : `“${value}”`} now`]
      : [],
  )
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`
}

function listText(now: readonly unknown[]): string {
  const items = now.map((one) => (typeof one === 'string' ? one : Object.values(Object(one)).join(' ')))
  return items.length === 0 ? ': it is empty now' : `: it is “${items.join(', ')}” now`
}

const isLong = (text: string): boolean => text.length > LONG || text.includes('\n')

/** Values of some of the fields, in the form of the API. */
export type Values<F> = Readonly<Partial<Record<keyof F, unknown>>>

/** Fields that a person wants, with those that they changed as they were when they read them. */
export type WithRead<F> = F & { readonly if_unchanged?: Values<F> | undefined }

/** The fields to write, and those that somebody else changed to something else since they were read. */
interface Merged<F> {
  readonly wanted: Partial<F>
  readonly conflicts: readonly (keyof F & string)[]
}

/**
 * Compares what a person wants with what they read and what is there now. A field that they left as they read it keeps its present
 * value, and is not among those to write.
 */
export function mergeFields<F extends object>(
  wanted: Partial<F>,
  read: Values<F>,
  now: Values<F>,
): Merged<F> {
  const names = (Object.keys(wanted) as (keyof F & string)[]).filter((name) => wanted[name] !== undefined)
  const touched = names.filter((name) => read[name] === undefined || !isSame(wanted[name], read[name]))
  const conflicts = touched.filter(
    (name) => read[name] !== undefined && !isSame(read[name], now[name]) && !isSame(wanted[name], now[name]),
  )
  return { wanted: Object.fromEntries(touched.map((name) => [name, wanted[name]])) as Partial<F>, conflicts }
}

const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

/** JSON with the keys in order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
