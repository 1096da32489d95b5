/** Query parameters of the list besides page, size, search and order. */
export const INVOICE_PARAMS = [
  'view',
  'aging',
  'customer',
  'filter_remaining_gte',
  'filter_days_past_due_gt',
  'filter_due_date_gte',
  'filter_due_date_lte',
  'filter_invoice_date_gte',
  'filter_invoice_date_lte',
  'filter_currency',
] as const
