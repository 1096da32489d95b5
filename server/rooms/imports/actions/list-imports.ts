import type { imports } from '../../../../contract/imports.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { reachable } from '../../../../contract/shapes.ts'
import { searchable } from '../../../../domain/search-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, type PagedReply, pagedReply } from '../../../platform/http/paging.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { type ImportReply, presentImport } from '../rules/present-import.ts'
import { selectRuns } from '../store/runs.ts'

/** The account's imports, newest first, searched by file name. */
export async function listImports(
  ctx: Ctx,
  query: InputOf<typeof imports.list>['query'],
): Promise<PagedReply<ImportReply>> {
  if (!reachable(query))
    throw refuseFields({ page: ['Pages this deep can’t be shown. Filter or search the list.'] })
  const search = searchable(query.search)
  const { count, runs } = await selectRuns(ctx, {
    kind: query.kind,
    search: search || null,
    limit: query.page_size,
    offset: offsetOf(query),
  })
  return pagedReply(`/api/accounts/${ctx.accountId}/imports/`, query, count, runs.map(presentImport))
}
