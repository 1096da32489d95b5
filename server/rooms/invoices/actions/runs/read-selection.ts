import { readFilters } from '../../../../../contract/filters.ts'
import type { InvoiceRunSelection } from '../../../../../contract/lists/invoice-runs.ts'
import type { BulkAction } from '../../../../../domain/invoices/bulk-actions.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { idsOfBytes } from '../../../../platform/ids.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { type RunInvoice, selectRunInvoices } from '../../store/runs.ts'
import { listedIdsOf } from '../read/list-invoices.ts'

const MAX_SELECTED = 10_000
const MAX_PDFS = 500

/** Returns how many invoices an action takes at most. */
export const mostOf = (action: BulkAction): number => (action === 'pdfs' ? MAX_PDFS : MAX_SELECTED)

/**
 * Returns the selected invoices: those named, or all that match the list in its order. Refuses unknown ids beside `invoices`, and
 * more than `most` with wrong_state.
 */
export async function readSelection(
  ctx: Ctx,
  { invoices, matching }: InvoiceRunSelection,
  most: number,
): Promise<RunInvoice[]> {
  const ids = invoices
    ? [...new Set(invoices.map((id) => id.toLowerCase()))]
    : idsOfBytes(await listedIdsOf(ctx, { ...matching!, filters: readFilters(matching!) }))
  if (ids.length > most)
    throw refuse(
      'wrong_state',
      `You can choose at most ${most.toLocaleString('en-US')} invoices at once. Narrow the list first.`,
    )
  const found = await selectRunInvoices(ctx, ids)
  if (invoices && found.length < ids.length)
    throw refuseFields({ invoices: ['One of these invoices does not exist. Reload the list.'] })
  return found
}
