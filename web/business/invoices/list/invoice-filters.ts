import { type DateFormat, formatDate, isCalendarDate } from '../../../../domain/dates/calendar.ts'
import { AGING_BUCKETS, AGING_DESCRIPTIONS, type AgingBucket } from '../../../../domain/invoices/aging.ts'
import { moneyText } from '../../../ui/text/money-text.ts'
import type { ListSearch } from '../../list-search.ts'

export const INVOICE_VIEWS = [
  { id: 'all', name: 'All' },
  { id: 'open', name: 'Open' },
  { id: 'overdue', name: 'Overdue' },
  { id: 'due_this_week', name: 'Due in 7 days' },
  { id: 'draft', name: 'Drafts' },
  { id: 'paid', name: 'Paid' },
  { id: 'void', name: 'Void' },
  { id: 'written_off', name: 'Written off' },
] as const

export type FilterId = 'remaining' | 'overdue' | 'due' | 'dated' | 'customer' | 'aging' | 'currency'

const PARAMS: Readonly<Record<FilterId, readonly string[]>> = {
  remaining: ['filter_remaining_gte'],
  overdue: ['filter_days_past_due_gt'],
  due: ['filter_due_date_gte', 'filter_due_date_lte'],
  dated: ['filter_invoice_date_gte', 'filter_invoice_date_lte'],
  customer: ['customer'],
  aging: ['aging'],
  currency: ['filter_currency'],
}

const isBucket = (text: string): text is AgingBucket => (AGING_BUCKETS as readonly string[]).includes(text)

const ACCEPTED: Readonly<Record<string, (value: string) => boolean>> = {
  view: (value) => INVOICE_VIEWS.some((view) => view.id === value),
  aging: isBucket,
  filter_due_date_gte: isCalendarDate,
  filter_due_date_lte: isCalendarDate,
  filter_invoice_date_gte: isCalendarDate,
  filter_invoice_date_lte: isCalendarDate,
  filter_days_past_due_gt: (value) => /^\d{1,5}$/.test(value),
  filter_currency: (value) => /^[A-Z]{3}$/.test(value),
  filter_remaining_gte: (value) => /^-?\d{1,15}(\.\d{1,4})?$/.test(value),
}

/** Drops query values that the API would refuse, so that a mistyped link still shows invoices. */
export const cleanInvoiceSearch = (search: ListSearch): ListSearch =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) => value !== undefined && (ACCEPTED[name]?.(value) ?? true),
    ),
  )

/** Query changes that remove a filter. */
export const withoutFilter = (id: FilterId): Record<string, undefined> =>
  Object.fromEntries(PARAMS[id].map((name) => [name, undefined]))

export const withoutFilters = (): Record<string, undefined> =>
  Object.fromEntries(Object.values(PARAMS).flatMap((names) => names.map((name) => [name, undefined])))

export interface ChipText {
  readonly id: FilterId
  readonly name: string
  readonly value: string
}

/** Data for filter labels: the customer's name, the date format, and a currency for its digits. */
export interface ChipTexts {
  readonly customer: string
  readonly dates: DateFormat
  readonly currency: string
}

/** The active filters as text. */
export function filterChips(search: ListSearch, texts: ChipTexts): ChipText[] {
  const chips: ChipText[] = []
  if (search.filter_remaining_gte)
    chips.push({
      id: 'remaining',
      name: 'Remaining at least',
      value: moneyText(search.filter_remaining_gte, texts.currency),
    })
  const days = search.filter_days_past_due_gt
  if (days)
    chips.push({ id: 'overdue', name: 'Overdue more than', value: days === '1' ? '1 day' : `${days} days` })
  const due = spanText('Due', search.filter_due_date_gte, search.filter_due_date_lte, texts.dates)
  if (due) chips.push({ id: 'due', ...due })
  const dated = spanText('Dated', search.filter_invoice_date_gte, search.filter_invoice_date_lte, texts.dates)
  if (dated) chips.push({ id: 'dated', ...dated })
  if (search.customer) chips.push({ id: 'customer', name: 'Customer is', value: texts.customer })
  if (search.aging && isBucket(search.aging))
    chips.push({ id: 'aging', name: 'Age is', value: AGING_DESCRIPTIONS[search.aging] })
  if (search.filter_currency)
    chips.push({ id: 'currency', name: 'Currency is', value: search.filter_currency })
  return chips
}

function spanText(name: string, from: string | undefined, to: string | undefined, dates: DateFormat) {
  if (from && to) {
    return { name: `${name} from`, value: `${formatDate(from, dates)} to ${formatDate(to, dates)}` }
  }
  if (from) return { name: `${name} from`, value: formatDate(from, dates) }
  return to ? { name: `${name} until`, value: formatDate(to, dates) } : null
}

/** True while any filter is active, not counting the search and the view. */
export const hasFilters = (search: ListSearch): boolean =>
  Object.values(PARAMS).some((names) => names.some((name) => Boolean(search[name])))
