/** Invoices that one payment covers at most: its receipt lists each of them, and all are locked together. */
export const MOST_INVOICES_PAID = 200
