import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, pagedReply, refuseTooDeep } from '../../../../platform/http/paging.ts'
import { selectSyncs } from '../../store/syncs.ts'

type Query = InputOf<typeof contract.accounting.listSyncs>['query']

/** Lists the account's syncs, latest first. */
export async function listSyncs(
  ctx: Ctx,
  query: Query,
): Promise<HandlerReplyOf<typeof contract.accounting.listSyncs>> {
  refuseTooDeep(query, null)
  const { rows, count } = await selectSyncs(ctx, { limit: query.page_size, offset: offsetOf(query) })
  return pagedReply(
    `/api/accounts/${ctx.accountId}/syncs/`,
    query,
    count,
    rows.map((row) => ({
      pk: row.id,
      platform: ctx.app.accountingPlatforms.get(row.provider)?.name ?? row.provider,
      company: row.company,
      started: row.started_at.toISOString(),
      finished: row.finished_at?.toISOString() ?? null,
      full: row.full_reading,
      customers: row.customers,
      invoices: row.invoices,
      credit_memos: row.credit_memos,
      payments: row.payments,
      posted: row.posted,
      removed: row.removed,
      failure: row.failure,
    })),
  )
}
