import type { AuditActorKind, AuditTexts } from '../../../../domain/accounts/audit-areas.ts'
import { displayAmount, isCurrency } from '../../../../domain/money/money.ts'

/** A stored entry with its seal. */
export interface AuditRow {
  readonly id: string
  readonly at: Date
  readonly actorKind: AuditActorKind
  readonly actorId: string | null
  readonly actorLabel: string
  readonly action: string
  readonly objectType: string
  readonly objectId: string | null
  readonly detail: Readonly<Record<string, unknown>>
  readonly ip: string | null
  readonly requestId: string
  readonly sealNumber: bigint | null
  readonly sealDigest: Uint8Array | null
  readonly sealedAt: Date | null
}

/** A record that still exists. */
export interface RecordName {
  readonly kind:
    | 'invoice'
    | 'payment'
    | 'credit_memo'
    | 'customer'
    | 'customers-import'
    | 'invoices-import'
    | 'payment_case'
    | 'payment_plan'
    | 'portal_user'
    | 'user'
  readonly id: string
  readonly label: string
  /** Currency of the record's amounts. */
  readonly currency: string | null
  /** Total of an invoice or a credit memo, or of a payment with its surcharge. */
  readonly totalMinor: bigint | null
}

export type Names = ReadonlyMap<string, RecordName>

/** Details that hold ids of other records. */
const NAMED_IN_DETAIL = ['customer', 'invoice', 'paymentId'] as const

/** Returns all ids whose names the sentences need. */
export function idsIn(rows: readonly AuditRow[]): Set<string> {
  const ids = new Set<string>()
  for (const { objectId, actorId, detail } of rows)
    for (const id of [objectId, actorId, ...NAMED_IN_DETAIL.map((name) => detail[name])])
      if (typeof id === 'string' && UUID.test(id)) ids.add(id)
  return ids
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the actor's current name. */
export function actorName(row: AuditRow, names: Names): string {
  switch (row.actorKind) {
    case 'system':
      return row.actorLabel === 'Visitor' ? 'A visitor' : 'Quittance'
    case 'pay_link':
      return 'A pay link visitor'
    case 'api_key':
      return `API key ${row.actorLabel}`
    default:
      return (row.actorId === null ? undefined : names.get(row.actorId)?.label) ?? row.actorLabel
  }
}

/**
 * A sentence without subject and full stop, in three parts. The middle part names the record, so that it can
 * be a link.
 */
export interface EntryWords {
  readonly before: string
  readonly named: string
  readonly after: string
}

/** Returns the sentence of an entry, or the action's name when this version does not know the action. */
export function describeEntry(row: AuditRow, names: Names, texts: AuditTexts): EntryWords {
  const template = textOfAction(texts, row.action)
  if (template === undefined) return { before: row.action, named: '', after: '' }
  const whole = template.replace(/\[([^[\]]*)\]/g, (_, part: string) =>
    placeholdersOf(part).every((name) => factOf(row, names, name) !== null) ? part : '',
  )
  const [before = '', after] = whole.split('{object}')
  if (after === undefined) return { before: fill(row, names, before), named: '', after: '' }
  return { before: fill(row, names, before), named: objectPhrase(row, names), after: fill(row, names, after) }
}

const textOfAction = (texts: AuditTexts, action: string): string | undefined =>
  Object.hasOwn(texts, action) ? texts[action as keyof AuditTexts] : undefined

/** Returns the whole sentence, for a file. */
export function sentenceOf(row: AuditRow, names: Names, texts: AuditTexts): string {
  const { before, named, after } = describeEntry(row, names, texts)
  return `${actorName(row, names)} ${before}${named}${after}.`
}

const placeholdersOf = (part: string): string[] => [...part.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)

const fill = (row: AuditRow, names: Names, part: string): string =>
  part.replace(/\{(\w+)\}/g, (_, name: string) => factOf(row, names, name) ?? 'something')

const OBJECT_WORDS: Readonly<Record<string, string>> = {
  invoice: 'invoice',
  payment: 'payment',
  credit_memo: 'credit memo',
  import: 'the import of',
  customer: '',
  user: '',
  portal_user: '',
}

/** Example: 'invoice INV-12'. A deleted record is named by the recorded details. */
function objectPhrase({ objectType, objectId, detail }: AuditRow, names: Names): string {
  const label =
    (objectId === null ? undefined : names.get(objectId)?.label) ??
    textOf(detail.number) ??
    textOf(detail.name) ??
    textOf(detail.short_name) ??
    textOf(detail.email)
  const word = OBJECT_WORDS[objectType] ?? objectType.replaceAll('_', ' ')
  if (label === null)
    return objectType === 'import' ? 'an import' : `a ${word || spaced(objectType)} that no longer exists`
  return word === '' ? label : `${word} ${label}`
}

/** Returns a detail for display; null when the entry has none. */
function factOf(row: AuditRow, names: Names, name: string): string | null {
  const { detail } = row
  const nameOf = (id: unknown) => (typeof id === 'string' ? names.get(id) : undefined)
  switch (name) {
    case 'amount':
      return moneyOf(row, names, detail.amountMinor ?? detail.amount_minor ?? detail.total_minor)
    case 'before':
      return moneyOf(row, names, detail.before_minor)
    case 'after':
      return moneyOf(row, names, detail.after_minor)
    case 'customer':
      return nameOf(detail.customer)?.label ?? null
    case 'invoice': {
      const invoice = nameOf(detail.invoice)
      return invoice === undefined ? null : `invoice ${invoice.label}`
    }
    case 'user':
      return row.objectId === row.actorId ? null : (nameOf(row.objectId)?.label ?? null)
    case 'changed':
      return Array.isArray(detail.changed) && detail.changed.length > 0
        ? detail.changed.map(spaced).join(', ')
        : null
    case 'fates':
      return rowOutcomesOf(detail.fates)
    case 'shows_customers':
      if (typeof detail.shows_customers !== 'boolean') return null
      return detail.shows_customers ? 'with customers’ names' : 'without customers’ names'
    default:
      return textOf(detail[name])
  }
}

/** Formats minor units for display. Null when the value is not an amount or its currency is unknown. */
export function moneyOf({ detail, objectId }: AuditRow, names: Names, minor: unknown): string | null {
  const currency = detail.currency ?? (objectId === null ? null : names.get(objectId)?.currency)
  if (typeof minor !== 'string' || !/^-?\d{1,18}$/.test(minor)) return null
  return typeof currency === 'string' && isCurrency(currency) ? displayAmount(BigInt(minor), currency) : null
}

const ROW_OUTCOMES: Readonly<Record<string, string>> = {
  create: 'new',
  update: 'updated',
  unchanged: 'unchanged',
  duplicate: 'duplicates',
  reject: 'skipped',
}

/** Example: '2 new, 1 left out'. Null without any outcome. */
export function rowOutcomesOf(outcomes: unknown): string | null {
  if (typeof outcomes !== 'object' || outcomes === null) return null
  const parts = Object.entries(outcomes).flatMap(([outcome, rows]) =>
    rows === 0 || ROW_OUTCOMES[outcome] === undefined ? [] : [`${rows} ${ROW_OUTCOMES[outcome]}`],
  )
  return parts.length === 0 ? null : parts.join(', ')
}

/** Returns a text or number for display, with spaces in snake_case codes; null for a missing value. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(', ')
  if (typeof value !== 'string' || value === '') return null
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? spaced(value) : value
}

/** Examples: 'default_terms' → 'default terms', 'shortName' → 'short name'. */
export const spaced = (name: unknown): string =>
  String(name)
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
