import type { Invoice } from './invoice-look.ts'

/** Label of the send button: an invoice issued without an email is sent for the first time. */
export function sendLabel(invoice: Pick<Invoice, 'state' | 'sent_at'>): string {
  if (invoice.state === 'draft') return 'Send invoice'
  return invoice.sent_at === null ? 'Send by email' : 'Send again'
}
