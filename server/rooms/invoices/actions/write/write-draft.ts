import { audit } from '../../../../platform/audit.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { keepQuota } from '../../../plans/index.ts'
import { countAllInvoices } from '../../store/counters.ts'
import { type InvoiceText, insertDraft } from '../../store/invoices.ts'
import { type InvoiceReply, readInvoice } from '../read/read-invoice.ts'

/**
 * Writes a draft under the given number or the next of the sequence, and returns it. Refuses invalid_input
 * when the number is used, and quota_reached.
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
    throw number === undefined
      ? refuse('busy')
      : refuseFields({ number: ['This number is already used. Enter another one.'] })
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
    // The timeline includes the entry just audited, because the statements run in order.
    readInvoice(ctx, id),
  ])
  return written
}
