import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import type { InvoiceReply } from '../read/read-invoice.ts'
import { readIssuer } from '../read/read-issuer.ts'
import { checkLocal } from './check-local.ts'
import { type DraftInput, readDraft } from './read-draft.ts'
import { writeDraft } from './write-draft.ts'

/**
 * Writes a draft and takes its number. Refuses invalid_input beside the invalid field, also for an inactive
 * customer and a used number.
 */
export async function createInvoice(ctx: Ctx, input: DraftInput): Promise<InvoiceReply> {
  const [issuer, text] = await Promise.all([readIssuer(ctx), readDraft(ctx, input)])
  await checkLocal(ctx, issuer)
  const draft = await writeDraft(ctx, text, input.number, 'invoices.create')
  await failpoint('invoice.drafted')
  return draft
}
