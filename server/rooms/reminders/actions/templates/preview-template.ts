import { addDays, dateInZone } from '../../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { letterheadOf, portalOriginOf, readAccountRow } from '../../../accounts/index.ts'
import { checkTemplate, explainProblems, type TemplateTexts } from '../../../mail-templates/index.ts'
import { findPreviewInvoice, type PreviewInvoice } from '../../store/preview-invoice.ts'
import { composeReminder } from '../engine/compose-reminder.ts'

/**
 * Renders texts as the email would be, with a pay link that opens nothing. Refuses texts that can't be rendered, and
 * not_found.
 */
export async function previewTemplate(ctx: Ctx, texts: TemplateTexts, invoiceId: string | null) {
  const found = await findPreviewInvoice(ctx, invoiceId)
  if (found === null && invoiceId !== null) throw refuse('not_found')
  const { currency, dateFormat, timezone } = await readAccountRow(ctx)
  const today = dateInZone(ctx.now, timezone)
  const invoice = found ?? exampleInvoice(currency, today)
  const [letterhead, portal] = [await letterheadOf(ctx), await portalOriginOf(ctx)]
  const mail = explainProblems(() => {
    checkTemplate(texts)
    return composeReminder({
      letterhead,
      texts,
      ownText: null,
      customerName: invoice.customerName,
      invoices: [{ ...invoice, payUrl: `${portal}/pay-invoice` }],
      currency: invoice.currency,
      today,
      dateFormat,
    })
  })
  return { subject: mail.subject, html: mail.html, text: mail.text, invoice: invoice.number }
}

/** Stands in where nothing was invoiced yet. */
const exampleInvoice = (currency: string, today: string): PreviewInvoice => ({
  number: 'INV-1001',
  customerName: 'Example Customer',
  currency,
  invoiceDate: addDays(today, -44),
  dueDate: addDays(today, -14),
  totalMinor: 120_000n,
  remainingMinor: 80_000n,
})
