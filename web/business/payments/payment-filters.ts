/** Query parameters of the payment list besides page, size, search and order. */
export const PAYMENT_FILTERS = [
  'filter_status',
  'filter_type',
  'filter_created_gte',
  'filter_created_lte',
  'filter_total_currency',
  'customer',
] as const

/** Besides the filters: `new` opens the dialog to record a payment. */
export const PAYMENTS_LIST = [...PAYMENT_FILTERS, 'new'] as const
