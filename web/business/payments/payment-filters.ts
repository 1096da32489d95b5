import { PAYMENT_STATUS_TEXTS, PAYMENT_STATUSES } from '../../../domain/payments/payment-status.ts'
import type { FilterField } from '../layout/filters/filter-field.ts'

export const PAYMENT_FILTERS: readonly FilterField[] = [
  {
    id: 'status',
    label: 'Status',
    kind: 'choice',
    options: PAYMENT_STATUSES.map((value) => ({ value, label: PAYMENT_STATUS_TEXTS[value] })),
  },
  {
    id: 'type',
    label: 'Payment method',
    kind: 'choice',
    options: [
      { value: 'credit_card', label: 'Credit card' },
      { value: 'e_check', label: 'E-check' },
      { value: 'paypal', label: 'PayPal' },
    ],
  },
  { id: 'total', label: 'Amount', kind: 'amount' },
  { id: 'created', label: 'Date', kind: 'date' },
  { id: 'booked_on', label: 'Received', kind: 'date' },
  { id: 'customer', label: 'Customer', kind: 'customer', plain: true },
  {
    id: 'posted',
    label: 'Reconciled',
    kind: 'choice',
    options: [
      { value: 'true', label: 'yes' },
      { value: 'false', label: 'no' },
    ],
  },
  { id: 'unapplied', label: 'Unapplied', kind: 'amount' },
  { id: 'total_currency', label: 'Currency', kind: 'currency' },
]

/** Columns by which the list is sorted. */
export const PAYMENT_ORDERS = ['created', 'total', 'status', 'customer', 'transaction_number']

/** Opens the dialog to record a payment. */
export const PAYMENT_PARAMS = ['new'] as const

export const PAYMENT_VIEWS = [
  { id: 'all', name: 'All', query: {} },
  { id: 'confirmed', name: 'Confirmed', query: { filter_status: 'confirmed' } },
  { id: 'waiting', name: 'Pending', query: { filter_status: 'waiting' } },
  { id: 'preauth', name: 'Authorized', query: { filter_status: 'preauth' } },
  { id: 'rejected', name: 'Rejected', query: { filter_status: 'rejected' } },
  { id: 'refunded', name: 'Refunded', query: { filter_status: 'refunded' } },
] as const
