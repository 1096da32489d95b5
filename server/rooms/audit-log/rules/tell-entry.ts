import { AUDIT_WORDS, type AuditActorKind, isAuditAction } from '../../../../domain/accounts/audit-texts.ts'
import { displayAmount, isCurrency } from '../../../../domain/money/money.ts'

/** An entry as it is kept, with its link of the chain. */
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

/** A record that is still there. */
export interface RecordName {
  readonly kind:
    | 'invoice'
    | 'payment'
    | 'credit_memo'
    | 'customer'
    | 'customers-import'
    | 'invoices-import'
    | 'payment_case'
    | 'portal_user'
    | 'user'
  readonly id: string
  readonly label: string
  /** Of its amounts. */
  readonly currency: string | null
}

export type Names = ReadonlyMap<string, RecordName>

/** Ids of records that an entry speaks of, besides the one that it is about. */
const NAMED_IN_DETAIL = ['customer', 'invoice', 'paymentId'] as const

/** All ids whose names are needed to tell these entries. */
export function idsIn(rows: readonly AuditRow[]): Set<string> {
  const ids = new Set<string>()
  for (const { objectId, actorId, detail } of rows)
    for (const id of [objectId, actorId, ...NAMED_IN_DETAIL.map((name) => detail[name])])
      if (typeof id === 'string' && UUID.test(id)) ids.add(id)
  return ids
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Who did it, by the name that they have today. */
export function actorName(row: AuditRow, names: Names): string {
  switch (row.actorKind) {
    case 'system':
      return row.actorLabel === 'Visitor' ? 'A visitor' : 'Quittance'
    case 'pay_link':
      return 'Somebody with the pay link'
    default:
      return (row.actorId === null ? undefined : names.get(row.actorId)?.label) ?? row.actorLabel
  }
}

/** A sentence without its subject and its full stop, in three parts: the middle one names the record, so that it can be a link. */
export interface Told {
  readonly before: string
  readonly named: string
  readonly after: string
}

/** What was done, in words. Of an action that this version doesn't know, its own name. */
export function tellEntry(row: AuditRow, names: Names): Told {
  if (!isAuditAction(row.action)) return { before: row.action, named: '', after: '' }
  const template: string = AUDIT_WORDS[row.action]
  const whole = template.replace(/\[([^[\]]*)\]/g, (_, part: string) =>
    placeholdersOf(part).every((name) => factOf(row, names, name) !== null) ? part : '',
  )
  const [before = '', after] = whole.split('{object}')
  if (after === undefined) return { before: fill(row, names, before), named: '', after: '' }
  return { before: fill(row, names, before), named: objectPhrase(row, names), after: fill(row, names, after) }
}

/** The whole sentence, for a file. */
export function sentenceOf(row: AuditRow, names: Names): string {
  const { before, named, after } = tellEntry(row, names)
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

/** 'invoice INV-12'; of what is gone, the number that the entry itself has kept. */
function objectPhrase({ objectType, objectId, detail }: AuditRow, names: Names): string {
  const label =
    (objectId === null ? undefined : names.get(objectId)?.label) ??
    textOf(detail.number) ??
    textOf(detail.name) ??
    textOf(detail.short_name) ??
    textOf(detail.email)
  const word = OBJECT_WORDS[objectType] ?? objectType.replaceAll('_', ' ')
  if (label === null)
    return objectType === 'import' ? 'an import' : `a ${word || spaced(objectType)} that is gone`
  return word === '' ? label : `${word} ${label}`
}

/** A fact as the words show it; null where the entry has none. */
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

/** An amount in minor units as people write it; null where it is none, or its currency is not known. */
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
  reject: 'left out',
}

/** '2 new, 1 left out'; null where no row had a fate. */
export function rowOutcomesOf(fates: unknown): string | null {
  if (typeof fates !== 'object' || fates === null) return null
  const parts = Object.entries(fates).flatMap(([fate, rows]) =>
    rows === 0 || ROW_OUTCOMES[fate] === undefined ? [] : [`${rows} ${ROW_OUTCOMES[fate]}`],
  )
  return parts.length === 0 ? null : parts.join(', ')
}

/** A text or number as it is, and names that are made for programs with spaces; null for what isn't there. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(', ')
  if (typeof value !== 'string' || value === '') return null
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? spaced(value) : value
}

/** 'default_terms' → 'default terms', 'shortName' → 'short name' */
export const spaced = (name: unknown): string =>
  String(name)
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
