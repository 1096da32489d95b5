import type { imports } from '../../../../contract/imports.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { searchable } from '../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, type PagedReply, pagedReply, refuseTooDeep } from '../../../platform/http/paging.ts'
import { readListMatch } from '../../accounts/index.ts'
import { type ImportReply, presentImport } from '../rules/present-import.ts'
import { type RunMatch, selectRuns } from '../store/runs.ts'

/** Reads the search, filters and order of a list of imports. */
export const runMatchOf = async (
  ctx: Ctx,
  query: Omit<InputOf<typeof imports.list>['query'], 'page' | 'page_size'>,
): Promise<RunMatch> => ({
  kind: query.kind,
  search: searchable(query.search) || null,
  ...(await readListMatch(ctx, query)),
})

/** Lists the account's imports, searched by file name. */
export async function listImports(
  ctx: Ctx,
  query: InputOf<typeof imports.list>['query'],
): Promise<PagedReply<ImportReply>> {
  refuseTooDeep(query, 'the list by a search or a filter')
  const page = { limit: query.page_size, offset: offsetOf(query) }
  const { count, runs } = await selectRuns(ctx, await runMatchOf(ctx, query), page)
  return pagedReply(`/api/accounts/${ctx.accountId}/imports/`, query, count, runs.map(presentImport))
}
