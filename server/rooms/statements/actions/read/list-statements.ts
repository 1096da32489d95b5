import { formatAmount } from '../../../../../domain/money/money.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, type PageQuery, pagedReply, refuseTooDeep } from '../../../../platform/http/paging.ts'
import { type ListedStatement, selectStatements } from '../../store/statements.ts'

/** Returns a page of issued statements, the latest first. */
export async function listStatements(
  ctx: Ctx,
  query: PageQuery & { readonly customer?: string | undefined },
) {
  refuseTooDeep(query, 'it by opening the customer')
  const { count, rows } = await selectStatements(
    ctx,
    query.customer ?? null,
    query.page_size,
    offsetOf(query),
  )
  return pagedReply(`/api/accounts/${ctx.accountId}/statements/`, { ...query }, count, rows.map(showListed))
}

export const showListed = (row: ListedStatement) => ({
  pk: row.id,
  number: row.number,
  customer: { pk: row.customer_id, short_name: row.short_name },
  kind: row.kind,
  currency: row.currency,
  from: row.period_from,
  to: row.period_to,
  closing: formatAmount(row.closing_minor, row.currency),
  owed: formatAmount(row.owed_minor, row.currency),
  overdue: formatAmount(row.overdue_minor, row.currency),
  closed_at: isoInstant(row.closed_at.getTime()),
  to_address: row.to_address,
  sent_at: row.sent_at === null ? null : isoInstant(row.sent_at.getTime()),
  status: row.status ?? ('forgotten' as const),
})
