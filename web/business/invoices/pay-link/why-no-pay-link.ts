import { MOST_INVOICES_PAID } from '../../../../domain/payments/several.ts'
import { isSome } from '../../../ui/text/money-text.ts'
import type { InvoiceRow } from '../invoice-look.ts'

type Chosen = Pick<InvoiceRow, 'number' | 'state' | 'remaining' | 'currency' | 'customer'>

/** Returns a sentence why one link can't pay these invoices; null when it can. */
export function whyNoPayLink(invoices: readonly Chosen[]): string | null {
  const [first] = invoices
  if (invoices.some(({ customer }) => customer.pk !== first!.customer.pk))
    return 'For a pay link, select invoices of one customer.'
  const settled = invoices.filter(({ state, remaining }) => state !== 'open' || !isSome(remaining))
  if (settled.length === 1) return `Nothing can be paid on ${settled[0]!.number}.`
  if (settled.length > 1) return `Nothing can be paid on ${settled.length} of these invoices.`
  if (invoices.some(({ currency }) => currency !== first!.currency))
    return 'For a pay link, select invoices in one currency.'
  return invoices.length > MOST_INVOICES_PAID
    ? `One pay link takes at most ${MOST_INVOICES_PAID} invoices.`
    : null
}
