import { readFilters } from '../../../../../contract/filters.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, pagedReply } from '../../../../platform/http/paging.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { type FeeList, type FeeMatch, type FeeRow, selectFees } from '../../store/fees.ts'

/** Query of a list of fees, with its conditions: filter_amount_gte. */
export interface FeeSelection {
  readonly state: FeeList
  readonly customer?: string | undefined
  readonly [filter: `${'filter' | 'exclude'}_${string}`]: string | undefined
}

export const feeMatchOf = async (ctx: Ctx, query: FeeSelection): Promise<FeeMatch> => ({
  list: query.state,
  customerId: query.customer,
  filters: readFilters({ ...query }),
  currency: (await readAccountRow(ctx)).currency,
})

/** Returns a page of the fees, the newest first. */
export async function listFees(
  ctx: Ctx,
  query: { readonly page: number; readonly page_size: number } & FeeSelection,
) {
  const { count, rows } = await selectFees(ctx, await feeMatchOf(ctx, query), {
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
