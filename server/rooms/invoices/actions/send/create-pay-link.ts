import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readInvoiceFacts } from '../../store/facts.ts'
import { readIssuer } from '../read/read-issuer.ts'
import { issuePayLink, type NewPayLink } from './issue-pay-link.ts'

/**
 * Creates a link that shows one invoice and takes its payment for 90 days without a login. Refuses
 * not_found, and wrong_state for a draft or a closed invoice.
 */
export async function createPayLink(ctx: Ctx, invoiceId: string): Promise<NewPayLink> {
  const [invoice] = await readInvoiceFacts(ctx, [invoiceId])
  if (!invoice) throw refuse('not_found')
  if (invoice.state === 'draft') throw refuse('wrong_state', 'A draft can’t be paid. Send it first.')
  if (invoice.state !== 'open') throw refuse('wrong_state', 'This invoice is closed, so it can’t be paid.')
  const link = await issuePayLink(ctx, await readIssuer(ctx), invoiceId)
  await audit(ctx, 'invoices.create-pay-link', { type: 'invoice', id: invoiceId })
  return link
}
