/** Kinds of events in the timeline of an invoice. */
export const INVOICE_EVENTS = [
  'created',
  'sent',
  'viewed',
  'payment',
  'clearing',
  'refund',
  'credit',
  'late_fee',
  'edited',
  'void',
  'write_off',
  'reopened',
  'mail_failed',
  'returned',
] as const
export type InvoiceEventKind = (typeof INVOICE_EVENTS)[number]
