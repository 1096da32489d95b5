import { formatAmount } from '../../../../../domain/money/money.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, pagedReply } from '../../../../platform/http/paging.ts'
import { type FeeList, type FeeRow, selectFees } from '../../store/fees.ts'

/** Returns a page of the fees, the newest first. */
export async function listFees(
  ctx: Ctx,
  query: { readonly page: number; readonly page_size: number; readonly state: FeeList },
) {
  const { count, rows } = await selectFees(ctx, query.state, {
    limit: query.page_size,
    offset: offsetOf(query),
  })
  return pagedReply(`/api/accounts/${ctx.accountId}/late-fees/`, { ...query }, count, rows.map(showFee))
}

export const showFee = (row: FeeRow) => ({
  pk: row.id,
  invoice: { pk: row.invoice_id, number: row.number },
  customer: { pk: row.customer_id, short_name: row.short_name },
  rule: row.rule_id === null ? null : { pk: row.rule_id, name: row.rule_name ?? '' },
  payment_plan: row.plan_id,
  text: row.description,
  currency: row.currency,
  day: row.day,
  charged_on: row.booked_on,
  amount: formatAmount(row.amount_minor, row.currency),
  waived: formatAmount(row.waived_minor, row.currency),
  waived_at: row.waived_at === null ? null : isoInstant(row.waived_at.getTime()),
  waived_because: row.waived_because,
  waived_by: row.waived_by_name,
  paid_before: row.paid_before,
})
