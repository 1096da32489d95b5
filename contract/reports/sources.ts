/**
 * Sources of a payment: a reminder of the week before it, the portal, a pay link, an automatic payment, staff who recorded it, or
 * the accounting platform.
 */
export const COLLECTED_SOURCES = ['reminder', 'pay_link', 'portal', 'automatic', 'by_hand', 'books'] as const
export type CollectedSource = (typeof COLLECTED_SOURCES)[number]
