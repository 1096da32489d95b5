import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, type PageQuery, pagedReply, refuseTooDeep } from '../../../../platform/http/paging.ts'
import { type HeldRow, selectHeld } from '../../store/read-reminders.ts'

/** Returns a page of the steps that are held, by reason. */
export async function listHeld(ctx: Ctx, query: PageQuery & { readonly customer?: string | undefined }) {
  refuseTooDeep(query, 'it by opening the customer')
  const { count, rows } = await selectHeld(ctx, query.customer, query.page_size, offsetOf(query))
  return pagedReply(`/api/accounts/${ctx.accountId}/reminders/held/`, { ...query }, count, rows.map(showHeld))
}

export const showHeld = (row: HeldRow) => ({
  customer: { pk: row.customer.id, short_name: row.customer.name },
  invoice: { pk: row.invoice.id, number: row.invoice.name },
  step: row.step_name,
  scheduled_on: row.scheduled_on,
  currency: row.currency,
  remaining: formatAmount(row.remaining_minor, row.currency),
  is_thanks: row.is_thanks,
  reason: row.reason,
  held_until: row.held_until,
  note: row.note,
})
