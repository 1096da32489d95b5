/** Invoices that one payment covers at most: its receipt lists each of them, and all are locked together. */
export const MOST_INVOICES_PAID = 200

/** True when so many invoices are paid by one link. */
export const arePaidTogether = (invoices: number): boolean => invoices > 1 && invoices <= MOST_INVOICES_PAID
