import { type CalendarDate, dateInZone } from '../../../../../domain/dates/calendar.ts'
import { addressLines } from '../../../../../domain/people/postal-address.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type Customer, readCustomer } from '../../../customers/index.ts'
import type { NamedDocument, ReceiptPdf } from '../../../documents/index.ts'
import { type Issuer, pdfCompanyOf, readIssuer } from '../../../invoices/index.ts'
import { type Payment, totalMinor } from '../../rules/records.ts'
import { methodText, surchargeLabel } from '../../rules/texts.ts'
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
 * contents, except for `method`, which shows less to a caller who may not see all of it.
 */
export async function composeReceipt(
  ctx: Ctx,
  payment: Payment,
  method = methodText(payment.type, payment.method_brand, payment.method_last4),
): Promise<Receipt> {
  const issuer = await readIssuer(ctx)
  const customer = await readCustomer(ctx, payment.customer_id)
  const invoices = await receiptInvoices(ctx, payment.id)
  const paidAt = (payment.settled_at ?? payment.created_at).getTime()
  const settled = invoices.reduce((sum, invoice) => sum + invoice.paidMinor, 0n)
  const paidOn = payment.received_on ?? dateInZone(paidAt, issuer.timezone)
  const data: ReceiptPdf = {
    company: await pdfCompanyOf(ctx, issuer),
    customer: {
      name: customer.shortName,
      companyName: customer.companyName,
      addressLines: addressOf(customer),
    },
    number: payment.number,
    currency: payment.currency,
    dateFormat: issuer.dateFormat,
    createdMs: paidAt,
    stamp:
      payment.status === 'refunded' ? { text: 'REFUNDED', tone: 'quiet' } : { text: 'PAID', tone: 'paid' },
    paidOn,
    methodText: method,
    amountMinor: totalMinor(payment),
    surchargeMinor: payment.surcharge_minor,
    surchargeLabel: surchargeLabel(payment.type),
    allocations: invoices.map((invoice) => ({
      invoiceNumber: invoice.number,
      invoiceDate: invoice.invoiceDate,
      invoiceTotalMinor: invoice.totalMinor,
      paidMinor: invoice.paidMinor,
      remainingMinor: invoice.remainingMinor,
    })),
    unappliedMinor: payment.amount_minor - settled,
  }
  const pdf = { name: `Receipt ${payment.number}.pdf`, contents: { kind: 'receipt', data } } as const
  return { issuer, customer, invoices, paidOn, pdf }
}

const addressOf = (customer: Customer): string[] =>
  addressLines({
    addressline1: customer.addressline1,
    addressline2: customer.addressline2,
    addressline3: '',
    addressline4: '',
    city: customer.city,
    state: customer.state,
    postal_code: customer.postalCode,
    country: customer.country,
  })
