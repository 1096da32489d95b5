import { brandProperties } from '../../../../../domain/accounts/brand-colors.ts'
import { daysPastDue } from '../../../../../domain/invoices/aging.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { UNNAMED_COMPANY } from '../../../../../domain/mails/unnamed-company.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import { formatRate } from '../../../../../domain/money/rate.ts'
import { otherWays } from '../../../../../domain/payments/bank-details.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { writeFor } from '../../../../platform/languages/translate.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { presentLine, settledBy, shownFees, statusText, taxesOf } from '../../rules.ts'
import { readHistory, readInvoiceWhole, readWrittenLines } from '../../store/detail.ts'
import { lateFeesOf } from '../../store/late-fees.ts'
import { readIssuer } from './read-issuer.ts'

/**
 * Returns one invoice for a payer, without addresses or other invoices. Staff can read every sent invoice of
 * the account. Refuses not_found for drafts, void invoices and those of other customers.
 */
export async function readInvoiceForPayer(ctx: Ctx, invoiceId: string) {
  const invoice = await readInvoiceWhole(ctx, invoiceId)
  if (!invoice || invoice.state === 'draft' || invoice.state === 'void') throw refuse('not_found')
  const issuer = await readIssuer(ctx)
  const lines = await readWrittenLines(ctx, invoiceId)
  const fees = shownFees(await lateFeesOf(ctx, invoiceId), ctx.language ?? 'en')
  const settled = settledBy(await readHistory(ctx, invoiceId))
  const pastDue = daysPastDue(invoice.due_date, issuer.today)
  const amount = (minor: bigint) => formatAmount(minor, invoice.currency)
  return {
    pk: invoice.id,
    number: invoice.number,
    url: `/api/invoices/${invoice.id}/`,
    currency: invoice.currency,
    total: amount(invoice.total_minor),
    remaining: amount(invoice.remaining_minor),
    paid: amount(settled.paidMinor),
    credited: amount(settled.creditedMinor),
    invoice_date: invoice.invoice_date,
    due_date: invoice.due_date,
    days_past_due: pastDue,
    status: writeFor(ctx, statusText(invoice.state, invoice.remaining_minor, invoice.currency, pastDue)),
    lines: lines.map((line) => {
      const { tax_name, tax_rate, ...shown } = presentLine(line, invoice.currency)
      return shown
    }),
    tax: amount(invoice.tax_minor),
    taxes: taxesOf(lines).map((tax) => ({
      name: tax.name,
      rate: formatRate(tax.ratePpm),
      amount: amount(tax.taxMinor),
    })),
    late_fees: fees.map((fee) => ({
      text: fee.isOfPlan ? writeFor(ctx, msg('Payment plan fee')) : fee.text,
      charged_on: fee.chargedOn,
      amount: amount(fee.minor),
    })),
    discount: amount(invoice.discount_minor),
    subtotal: amount(invoice.subtotal_minor),
    notes: ctx.actor.kind === 'pay_link' ? '' : invoice.notes,
    date_format: issuer.dateFormat,
    company: {
      name: issuer.companyName || UNNAMED_COMPANY,
      logo: issuer.logo,
      email: issuer.email,
      phone: issuer.phone,
      colors: brandProperties(issuer.accentColor),
      note: issuer.customerNote,
      terms: issuer.saleTerms,
    },
    other_ways: otherWays(issuer.bank, invoice.number),
    portal_url: issuer.portalOrigin,
  }
}
