import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import { daysPastDue } from '../../../../../domain/invoices/aging.ts'
import { isUnpaid } from '../../../../../domain/invoices/invoice-status.ts'
import { wordsOf } from '../../../../../domain/mails/words/words-of.ts'
import { otherWays } from '../../../../../domain/payments/bank-details.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type Translator, translatorTo } from '../../../../platform/languages/translate.ts'
import type { InvoicePdf, NamedDocument, PdfStamp } from '../../../documents/index.ts'
import { readDocumentLanguage } from '../../../mail-templates/index.ts'
import { documentFileName, settledBy, shownFees, taxesOf } from '../../rules.ts'
import { type InvoiceWhole, readHistory, readWrittenLines } from '../../store/detail.ts'
import { lateFeesOf } from '../../store/late-fees.ts'
import { describeTerms } from './describe-terms.ts'
import type { Issuer } from './read-issuer.ts'
import { pdfCompanyOf } from './read-pdf-company.ts'
import { pdfCustomerOf } from './read-pdf-customer.ts'

/**
 * Reads the contents of an invoice's PDF. `payUrl` is the address of its payment page, or null to print
 * none.
 */
export async function readInvoiceDocument(
  ctx: Ctx,
  issuer: Issuer,
  invoice: InvoiceWhole,
  payUrl: string | null,
): Promise<NamedDocument> {
  const language = await readDocumentLanguage(ctx, invoice.customer_id)
  const t = translatorTo(language)
  const lines = await readWrittenLines(ctx, invoice.id)
  const settled = settledBy(await readHistory(ctx, invoice.id))
  const data: InvoicePdf = {
    company: await pdfCompanyOf(ctx, issuer),
    customer: await pdfCustomerOf(ctx, {
      id: invoice.customer_id,
      erasedAt: invoice.customer_erased_at,
      shortName: invoice.short_name,
      companyName: invoice.company_name,
      addressline1: invoice.addressline1,
      addressline2: invoice.addressline2,
      city: invoice.city,
      state: invoice.address_state,
      postalCode: invoice.postal_code,
      country: invoice.country,
    }),
    number: invoice.number,
    currency: invoice.currency,
    language,
    dateFormat: issuer.dateFormat,
    createdMs: invoice.updated_at.getTime(),
    stamp: stampOf(invoice, dateInZone(ctx.now, invoice.timezone), t),
    notes: invoice.notes,
    invoiceDate: invoice.invoice_date,
    dueDate: invoice.due_date,
    termsLabel: describeTerms(t, invoice.terms),
    lines: lines.map((line) => ({ ...line, amountMinor: line.netMinor })),
    totals: {
      subtotalMinor: invoice.subtotal_minor,
      discountMinor: invoice.discount_minor,
      taxes: taxesOf(lines),
      lateFees: shownFees(await lateFeesOf(ctx, invoice.id), language).map((fee) => ({
        ...fee,
        text: fee.isOfPlan ? t('Payment plan fee') : fee.text,
      })),
      totalMinor: invoice.total_minor,
    },
    ...settled,
    dueMinor: invoice.state === 'draft' ? invoice.total_minor : invoice.remaining_minor,
    payUrl,
    terms: issuer.saleTerms,
    otherWays: owes(invoice) ? otherWays(issuer.bank, invoice.number, wordsOf(language).bank) : [],
  }
  return { name: documentFileName(t('Invoice'), invoice.number), contents: { kind: 'invoice', data } }
}

const owes = ({ state, remaining_minor, currency }: InvoiceWhole): boolean =>
  state === 'draft' || (state !== 'void' && isUnpaid(remaining_minor, currency))

function stampOf(invoice: InvoiceWhole, today: string, t: Translator): PdfStamp | null {
  if (invoice.state === 'draft') return { text: t('DRAFT'), tone: 'quiet' }
  if (invoice.state === 'void') return { text: t('VOID'), tone: 'quiet' }
  if (invoice.state === 'written_off' && invoice.remaining_minor === 0n)
    return { text: t('CLOSED'), tone: 'quiet' }
  if (!isUnpaid(invoice.remaining_minor, invoice.currency)) return { text: t('PAID'), tone: 'paid' }
  return daysPastDue(invoice.due_date, today) > 0 ? { text: t('OVERDUE'), tone: 'overdue' } : null
}
