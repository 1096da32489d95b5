import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, pagedReply } from '../../../platform/http/paging.ts'
import { countLinks, listLinks } from '../store/report-links.ts'
import { showReportLink } from './show-report-link.ts'

type Route = typeof contract.reports.links

/** Lists current and past report links, newest first. */
export async function listReportLinks(
  ctx: Ctx,
  query: InputOf<Route>['query'],
): Promise<HandlerReplyOf<Route>> {
  const count = await countLinks(ctx)
  const links = await listLinks(ctx, query.page_size, offsetOf(query))
  const path = `/api/accounts/${ctx.accountId}/report-links/`
  return pagedReply(
    path,
    query,
    count,
    links.map((link) => showReportLink(ctx, link)),
  )
}
