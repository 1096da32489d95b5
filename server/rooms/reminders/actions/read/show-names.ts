import type { Named } from '../../store/read-reminders.ts'

/** Converts invoices to the API's shape. */
export const showInvoices = (invoices: readonly Named[]) =>
  invoices.map(({ id, name }) => ({ pk: id, number: name }))
