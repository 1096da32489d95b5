import { audit } from '../../../../platform/audit.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { keepQuota } from '../../../plans/index.ts'
import { countAllInvoices } from '../../store/counters.ts'
import { type InvoiceText, insertDraft } from '../../store/invoices.ts'
import { type InvoiceReply, readInvoice } from '../read/read-invoice.ts'

/**
 * Writes what was read as a draft of its own, under the number given or the next of the sequence. Returns it.
 * Refuses invalid_input when the number is used, and quota_reached.
 */
export async function writeDraft(
  ctx: Ctx,
  text: InvoiceText,
  number: string | undefined,
  action: 'invoices.create' | 'invoices.duplicate',
): Promise<InvoiceReply> {
  await keepQuota(ctx, 'MAX_INVOICES', () => countAllInvoices(ctx))
  const id = nextId(ctx)
  const taken = await insertDraft(ctx, id, text, number)
  if (taken === null)
    throw number === undefined ? refuse('busy') : refuseFields({ number: ['This number is already used.'] })
  const [, written] = await Promise.all([
    audit(
      ctx,
      action,
      { type: 'invoice', id },
      {
        number: taken,
        customer: text.customerId,
        currency: text.currency,
        total_minor: text.totals.totalMinor.toString(),
      },
    ),
    // Its timeline tells of what was just audited.
    readInvoice(ctx, id),
  ])
  return written
}
