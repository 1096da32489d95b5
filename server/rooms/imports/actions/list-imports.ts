import type { imports } from '../../../../contract/imports.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { searchable } from '../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, type PagedReply, pagedReply, refuseTooDeep } from '../../../platform/http/paging.ts'
import { type ImportReply, presentImport } from '../rules/present-import.ts'
import { selectRuns } from '../store/runs.ts'

/** Lists the account's imports, newest first, searched by file name. */
export async function listImports(
  ctx: Ctx,
  query: InputOf<typeof imports.list>['query'],
): Promise<PagedReply<ImportReply>> {
  refuseTooDeep(query, 'the list by a search or a filter')
  const search = searchable(query.search)
  const { count, runs } = await selectRuns(ctx, {
    kind: query.kind,
    search: search || null,
    limit: query.page_size,
    offset: offsetOf(query),
  })
  return pagedReply(`/api/accounts/${ctx.accountId}/imports/`, query, count, runs.map(presentImport))
}
