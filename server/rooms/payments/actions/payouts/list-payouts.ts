import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, pagedReply, refuseTooDeep } from '../../../../platform/http/paging.ts'
import { readSeenAt, selectPayouts } from '../../store/payouts.ts'
import { everyProcessor } from '../processor/find-processor.ts'
import { showPayout } from './read-payout.ts'

type Route = typeof contract.payouts.list

/** Lists the payouts of all processors, the latest arrival first. Refuses pages that are too deep. */
export async function listPayouts(ctx: Ctx, query: InputOf<Route>['query']): Promise<HandlerReplyOf<Route>> {
  refuseTooDeep(query, null)
  const { count, rows } = await selectPayouts(ctx, { limit: query.page_size, offset: offsetOf(query) })
  const seenAt = await readSeenAt(ctx)
  return {
    ...pagedReply(`/api/accounts/${ctx.accountId}/payouts/`, query, count, rows.map(showPayout)),
    silent: (await everyProcessor(ctx))
      .filter(({ adapter }) => adapter.listPayouts === undefined)
      .map(({ adapter }) => adapter.name),
    seen_at: seenAt && isoInstant(seenAt.getTime()),
  }
}
