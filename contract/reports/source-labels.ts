import type { CollectedSource } from './sources.ts'

/** Names of the sources of money, on screen and in exports. */
export const SOURCE_LABELS: Readonly<Record<CollectedSource, string>> = {
  reminder: 'Reminder',
  pay_link: 'Pay link, without a reminder',
  portal: 'Customer portal, without a reminder',
  automatic: 'Automatic payment',
  by_hand: 'Recorded by hand',
  books: 'Accounting platform',
}

/** Names of what comes in the next days. */
export const COMING_LABELS = {
  due: 'Invoices due',
  promise: 'Promised payments',
  installment: 'Installments of payment plans',
  automatic: 'Automatic payments',
} as const
