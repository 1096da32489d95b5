import type { contract } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/route.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, pagedReply, refuseTooDeep } from '../../../platform/http/paging.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { idsIn } from '../rules/describe-entry.ts'
import { isBackwards, narrowingOf } from '../rules/narrow.ts'
import { type AuditLogReply, presentEntry, presentSeal } from '../rules/present-entry.ts'
import { countEntries, selectEntries } from '../store/entries.ts'
import { namesOf } from '../store/names.ts'
import { lastSeal } from '../store/seals.ts'

/**
 * Returns a page of the account's log, newest first, as sentences. Refuses invalid_input beside `to` and
 * `page`.
 */
export async function listEntries(
  ctx: Ctx,
  query: InputOf<typeof contract.auditLog.list>['query'],
): Promise<AuditLogReply> {
  refuseTooDeep(query, 'the log by its dates')
  if (isBackwards(query)) throw refuseFields({ to: ['This date is before the start date.'] })
  const by = narrowingOf(query, (await readAccountRow(ctx)).timezone)
  const [count, rows, seal] = await Promise.all([
    countEntries(ctx, by),
    selectEntries(ctx, by, { limit: query.page_size, offset: offsetOf(query) }),
    lastSeal(ctx),
  ])
  const names = await namesOf(ctx, idsIn(rows))
  const results = rows.map((row) => presentEntry(row, names, ctx.app.auditTexts))
  const path = `/api/accounts/${ctx.accountId}/audit-log/`
  return { ...pagedReply(path, query, count, results), last_seal: seal && presentSeal(seal) }
}
