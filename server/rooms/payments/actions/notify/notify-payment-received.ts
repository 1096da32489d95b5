import { displayAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { readCustomer } from '../../../customers/index.ts'
import { totalMinor } from '../../rules/records.ts'
import { methodText } from '../../rules/texts.ts'
import { readPaymentRow } from '../../store/payments.ts'
import { receiptInvoices } from '../../store/receipt.ts'
import { mailOwners } from './mail-owners.ts'

/**
 * Emails the owners once about a customer's payment. Sends nothing when they turned these emails off or the
 * payment came back meanwhile.
 */
export async function notifyPaymentReceived(ctx: Ctx, paymentId: string): Promise<void> {
  const payment = await readPaymentRow(ctx, paymentId)
  if (!payment || payment.channel === 'staff' || !(await readAccountRow(ctx)).emailOnPayment) return
  if (payment.status !== 'confirmed' && payment.status !== 'refunded') return
  const customer = await readCustomer(ctx, payment.customer_id)
  const invoices = await receiptInvoices(ctx, paymentId)
  const money = (minor: bigint): string => displayAmount(minor, payment.currency)
  const paid = money(totalMinor(payment))
  const numbers = invoices.map(({ number }) => number).join(', ')
  const remaining = invoices.reduce((sum, invoice) => sum + invoice.remainingMinor, 0n)
  const settled = invoices.reduce((sum, invoice) => sum + invoice.paidMinor, 0n)
  const unapplied = payment.amount_minor - settled
  const creditUsed = invoices.reduce((sum, invoice) => sum + invoice.creditMinor, 0n)
  const method = methodText(payment.type, payment.method_brand, payment.method_last4)
  await mailOwners(ctx, `payment.${paymentId}`, {
    kind: 'payments.paid',
    paymentId,
    subject: `${customer.shortName} paid ${paid}`,
    preheader: numbers === '' ? `By ${method}.` : `For ${numbers}, by ${method}.`,
    heading: `${customer.shortName} paid ${paid}`,
    paragraphs: [],
    figure: { label: 'Amount paid', value: paid },
    facts: [
      { label: 'Payment', value: payment.number },
      { label: 'Payment method', value: method },
      ...(payment.surcharge_minor > 0n
        ? [{ label: 'Surcharge included', value: money(payment.surcharge_minor) }]
        : []),
      ...(creditUsed > 0n ? [{ label: 'Credit used before', value: money(creditUsed) }] : []),
      ...(invoices.length > 0
        ? [
            { label: invoices.length === 1 ? 'Invoice' : 'Invoices', value: numbers },
            { label: 'Remaining', value: money(remaining) },
          ]
        : []),
      ...(unapplied > 0n ? [{ label: 'Unapplied credit', value: money(unapplied) }] : []),
    ],
  })
}
