import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readInvoiceWhole } from '../../store/detail.ts'
import { readIssuer } from '../read/read-issuer.ts'
import { composeInvoiceMail } from './compose-invoice-mail.ts'

const LINK_DAYS = 90

/** Writes the mail that sending an invoice now would send, with a pay link that opens nothing. Refuses not_found. */
export async function previewInvoiceMail(ctx: Ctx, id: string, message: string) {
  const [invoice, issuer] = [await readInvoiceWhole(ctx, id), await readIssuer(ctx)]
  if (!invoice) throw refuse('not_found')
  const owedMinor = invoice.state === 'draft' ? invoice.total_minor : invoice.remaining_minor
  const link = {
    id: '',
    url: `${issuer.portalOrigin}/pay-invoice`,
    expiresAt: ctx.now + LINK_DAYS * DAY_MS,
  }
  const { subject, paragraphs } = await composeInvoiceMail(
    ctx,
    issuer,
    { ...invoice, remaining_minor: owedMinor },
    message,
    owedMinor > 0n ? link : null,
  )
  return { subject, opening: paragraphs.join('\n\n') }
}
