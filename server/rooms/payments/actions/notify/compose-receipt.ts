import { type CalendarDate, dateInZone } from '../../../../../domain/dates/calendar.ts'
import { methodWords } from '../../../../../domain/mails/kinds/mail-method.ts'
import { wordsOf } from '../../../../../domain/mails/words/words-of.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { translatorTo } from '../../../../platform/languages/translate.ts'
import { type Customer, readCustomer } from '../../../customers/index.ts'
import type { NamedDocument, ReceiptPdf } from '../../../documents/index.ts'
import {
  documentFileName,
  type Issuer,
  pdfCompanyOf,
  pdfCustomerOf,
  readIssuer,
} from '../../../invoices/index.ts'
import { readDocumentLanguage } from '../../../mail-templates/index.ts'
import { mailPayment } from '../../rules/mail-payment.ts'
import { type Payment, totalMinor } from '../../rules/records.ts'
import { type ReceiptInvoice, receiptInvoices } from '../../store/receipt.ts'

export interface Receipt {
  readonly issuer: Issuer
  readonly customer: Customer
  readonly invoices: readonly ReceiptInvoice[]
  readonly paidOn: CalendarDate
  readonly pdf: NamedDocument
}

/**
 * Reads the receipt of a confirmed payment as of its confirmation. The same payment always gives the same
 * contents, except for `shownMethod`, which shows less to a caller who may not see all of it.
 */
export async function composeReceipt(ctx: Ctx, payment: Payment, shownMethod?: string): Promise<Receipt> {
  const issuer = await readIssuer(ctx)
  const customer = await readCustomer(ctx, payment.customer_id)
  const language = await readDocumentLanguage(ctx, customer.id)
  const t = translatorTo(language)
  const invoices = await receiptInvoices(ctx, payment.id)
  const paidAt = (payment.settled_at ?? payment.created_at).getTime()
  const settled = invoices.reduce((sum, invoice) => sum + invoice.paidMinor, 0n)
  const paidOn = payment.received_on ?? dateInZone(paidAt, issuer.timezone)
  const data: ReceiptPdf = {
    company: await pdfCompanyOf(ctx, issuer),
    customer: await pdfCustomerOf(ctx, customer),
    number: payment.number,
    currency: payment.currency,
    language,
    dateFormat: issuer.dateFormat,
    createdMs: paidAt,
    stamp:
      payment.status === 'refunded'
        ? { text: t('REFUNDED'), tone: 'quiet' }
        : { text: t('PAID'), tone: 'paid' },
    paidOn,
    methodText: shownMethod ?? methodWords(mailPayment(payment).method, wordsOf(language)),
    amountMinor: totalMinor(payment),
    surchargeMinor: payment.surcharge_minor,
    surchargeLabel: payment.type === 'e_check' ? t('E-check surcharge') : t('Credit card surcharge'),
    allocations: invoices.map((invoice) => ({
      invoiceNumber: invoice.number,
      invoiceDate: invoice.invoiceDate,
      invoiceTotalMinor: invoice.totalMinor,
      paidMinor: invoice.paidMinor,
      creditMinor: invoice.creditMinor,
      remainingMinor: invoice.remainingMinor,
    })),
    unappliedMinor: payment.amount_minor - settled,
  }
  const pdf = {
    name: documentFileName(t('Receipt'), payment.number),
    contents: { kind: 'receipt', data },
  } as const
  return { issuer, customer, invoices, paidOn, pdf }
}
