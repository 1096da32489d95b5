import { daysPastDue } from '../../../../domain/aging.ts'
import { formatAmount } from '../../../../domain/money.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { presentLine, statusText } from '../rules.ts'
import { readInvoiceWhole, readWrittenLines } from '../store/detail.ts'
import { readIssuer } from './read-issuer.ts'

/**
 * One invoice as whoever may pay it sees it: no addresses, no other invoices. For staff it is any of the
 * account that was sent. Refuses not_found for drafts, for void invoices and for those of others.
 */
export async function readInvoiceForPayer(ctx: Ctx, invoiceId: string) {
  const invoice = await readInvoiceWhole(ctx, invoiceId)
  if (!invoice || invoice.state === 'draft' || invoice.state === 'void') throw refuse('not_found')
  const issuer = await readIssuer(ctx)
  const lines = await readWrittenLines(ctx, invoiceId)
  const pastDue = daysPastDue(invoice.due_date, issuer.today)
  const amount = (minor: bigint) => formatAmount(minor, invoice.currency)
  return {
    pk: invoice.id,
    number: invoice.number,
    url: `/api/invoices/${invoice.id}/`,
    currency: invoice.currency,
    total: amount(invoice.total_minor),
    remaining: amount(invoice.remaining_minor),
    due_date: invoice.due_date,
    days_past_due: pastDue,
    status: statusText(invoice.state, invoice.remaining_minor, invoice.currency, pastDue),
    lines: lines.map((line) => {
      const { description, detail, quantity, unit_price, amount: net } = presentLine(line, invoice.currency)
      return { description, detail, quantity, unit_price, amount: net }
    }),
    tax: amount(invoice.tax_minor),
    discount: amount(invoice.discount_minor),
    subtotal: amount(invoice.subtotal_minor),
    company: { name: issuer.companyName, logo: issuer.logo },
    portal_url: issuer.portalOrigin,
  }
}
