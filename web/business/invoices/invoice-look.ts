import type { z } from 'zod'
import type { contract } from '../../../contract/index.ts'
import type { invoice, listedInvoice } from '../../../contract/invoices.ts'
import type { RequestOf } from '../../../contract/route.ts'
import { inFlightShare, invoiceTone } from '../../../domain/invoices/invoice-status.ts'
import { minorOf, moneyText } from '../../ui/text/money-text.ts'
import type { Tone } from '../../ui/text/tag.tsx'

export type InvoiceRow = z.output<typeof listedInvoice>
export type Invoice = z.output<typeof invoice>
export type InvoiceListQuery = NonNullable<RequestOf<typeof contract.invoices.list>['query']>

type Facts = Pick<InvoiceRow, 'remaining' | 'currency' | 'days_past_due' | 'state'>

/** Tone of an invoice's status. */
export const toneOf = (row: Facts): Tone =>
  invoiceTone(minorOf(row.remaining, row.currency), row.currency, row.days_past_due, row.state)

/** Text beside the status while a payment is under way; null without one. */
export function inFlightText(row: Pick<InvoiceRow, 'remaining' | 'in_flight' | 'currency'>): string | null {
  const share = inFlightShare(minorOf(row.remaining, row.currency), minorOf(row.in_flight, row.currency))
  if (share === 'nothing') return null
  return share === 'whole' ? 'Payment pending' : `${moneyText(row.in_flight, row.currency)} pending`
}
