import { AGING_BUCKETS, AGING_DESCRIPTIONS } from '../../../../domain/invoices/aging.ts'
import type { FilterField } from '../../layout/filters/filter-field.ts'
import type { ListSearch } from '../../list-search.ts'

export const INVOICE_VIEWS = [
  { id: 'all', name: 'All' },
  { id: 'open', name: 'Open' },
  { id: 'overdue', name: 'Overdue' },
  { id: 'due_this_week', name: 'Due in next 7 days' },
  { id: 'draft', name: 'Drafts' },
  { id: 'paid', name: 'Paid' },
  { id: 'void', name: 'Void' },
  { id: 'written_off', name: 'Written off' },
] as const

/** Columns by which the list is sorted. */
export const INVOICE_ORDERS = ['number', 'invoice_date', 'due_date', 'total', 'remaining', 'customer']

export const INVOICE_FILTERS: readonly FilterField[] = [
  { id: 'remaining', label: 'Remaining', kind: 'amount' },
  { id: 'total', label: 'Total', kind: 'amount' },
  { id: 'days_past_due', label: 'Days overdue', chip: 'Overdue', kind: 'days' },
  { id: 'due_date', label: 'Due date', chip: 'Due', kind: 'date' },
  { id: 'invoice_date', label: 'Invoice date', chip: 'Dated', kind: 'date' },
  { id: 'customer', label: 'Customer', kind: 'customer', plain: true },
  {
    id: 'aging',
    label: 'Age',
    kind: 'choice',
    plain: true,
    options: AGING_BUCKETS.map((value) => ({ value, label: AGING_DESCRIPTIONS[value] })),
  },
  { id: 'currency', label: 'Currency', kind: 'currency' },
]

/** Drops a view that the product doesn't know. */
export const cleanInvoiceView = ({ view, ...search }: ListSearch): ListSearch =>
  INVOICE_VIEWS.some(({ id }) => id === view) ? { ...search, view } : search
