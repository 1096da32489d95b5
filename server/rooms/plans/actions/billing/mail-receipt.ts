import { dateInZone, formatDate } from '../../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { storeDocument } from '../../../documents/index.ts'
import type { PlanInvoiceRow } from '../../tables.ts'
import { mailOwners } from './mail-owners.ts'
import { chargedOf, composePlanInvoice } from './plan-invoice-document.ts'

const PRODUCT = 'Quittance'

/**
 * Emails a receipt with the invoice to the subscription's address, once for each invoice; to each owner when the
 * subscription has no address. An invoice that charged nothing has none.
 */
export async function mailReceipt(ctx: Ctx, invoice: PlanInvoiceRow, email: string): Promise<void> {
  const charged = chargedOf(invoice)
  if (charged === 0n) return
  const { timezone, dateFormat } = await readAccountRow(ctx)
  const amount = displayAmount(charged, invoice.currency)
  const document = await composePlanInvoice(ctx, invoice)
  const paidOn = (invoice.paid_at ?? invoice.issued_at).getTime()
  await mailOwners(ctx, `plan-receipt.${invoice.ref}`, {
    subject: `Your receipt from ${PRODUCT}: ${amount}`,
    heading: `You paid ${amount}`,
    paragraphs: [
      `Thank you. We charged the card on file for your ${PRODUCT} plan. Your invoice is attached.`,
    ],
    facts: [
      { label: 'Invoice', value: invoice.number },
      { label: 'For', value: invoice.description },
      { label: 'Paid on', value: formatDate(dateInZone(paidOn, timezone), dateFormat) },
      { label: 'Amount paid', value: amount },
    ],
    button: 'See your invoices',
    to: email,
    attachments: [{ fileId: await storeDocument(ctx, document), name: document.name }],
  })
}
