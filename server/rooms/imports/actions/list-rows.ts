import type { imports } from '../../../../contract/imports.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { searchable } from '../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, type PagedReply, pagedReply, refuseTooDeep } from '../../../platform/http/paging.ts'
import { presentRow, type RowReply } from '../rules/present-import.ts'
import { selectRows } from '../store/rows.ts'
import { findImport } from './read-import.ts'

/**
 * Lists the checked rows with their outcomes, in the order of the file. After deletion of the file, only the
 * kept rows. Refuses not_found.
 */
export async function listRows(
  ctx: Ctx,
  importId: string,
  query: InputOf<typeof imports.rows>['query'],
): Promise<PagedReply<RowReply>> {
  refuseTooDeep(query, 'the list by a search or a filter')
  const run = await findImport(ctx, importId)
  const search = searchable(query.search)
  const found = await selectRows(ctx, importId, {
    outcome: query.outcome,
    search: search || null,
    counted: run.fileId !== null,
    limit: query.page_size,
    offset: offsetOf(query),
  })
  const count = found.count ?? (query.outcome === undefined ? run.checkedRows : run.outcomes[query.outcome])
  const path = `/api/accounts/${ctx.accountId}/imports/${importId}/rows/`
  return pagedReply(path, query, count, found.rows.map(presentRow))
}
