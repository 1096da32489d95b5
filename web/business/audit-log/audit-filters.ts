import { AUDIT_ACTOR_KINDS, AUDIT_AREAS } from '../../../domain/accounts/audit-areas.ts'
import { COLUMNS_TEXT } from '../../../domain/accounts/columns-text.ts'
import { isCalendarDate } from '../../../domain/dates/calendar.ts'
import type { ListSearch } from '../list-search.ts'

/** Query parameters of the audit log besides page and size. */
export const AUDIT_FILTERS = ['person', 'actor_kind', 'area', 'object', 'from', 'to'] as const

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const isId = (text: string): boolean => UUID.test(text)

const TAKES: Readonly<Record<string, (text: string) => boolean>> = {
  page: (text) => /^[1-9]\d{0,5}$/.test(text),
  page_size: (text) => /^\d{1,3}$/.test(text),
  columns: (text) => COLUMNS_TEXT.test(text),
  person: isId,
  actor_kind: (text) => (AUDIT_ACTOR_KINDS as readonly string[]).includes(text),
  area: (text) => Object.hasOwn(AUDIT_AREAS, text),
  object: isId,
  from: isCalendarDate,
  to: isCalendarDate,
}

/** Drops values that the API would refuse, such as those of a mistyped address. */
export const cleanAuditSearch = (search: ListSearch): ListSearch =>
  Object.fromEntries(
    Object.entries(search).filter(([name, value]) => value !== undefined && TAKES[name]?.(value)),
  )

/** Kinds of actors besides the members of staff, who are listed by name. */
export const OTHER_ACTORS = [
  { value: 'customer', label: 'Portal customers' },
  { value: 'pay_link', label: 'Pay link visitors' },
  { value: 'api_key', label: 'API keys' },
  { value: 'preview', label: 'Portal previews' },
  { value: 'system', label: 'Quittance' },
] as const

export const AREA_OPTIONS = [
  { value: '', label: 'Everything' },
  ...Object.entries(AUDIT_AREAS).map(([value, label]) => ({ value, label })),
]
