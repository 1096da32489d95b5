import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, pagedReply, refuseTooDeep } from '../../../../platform/http/paging.ts'
import { choicesOf } from '../../rules/choices.ts'
import { selectConflicts } from '../../store/conflicts.ts'
import type { ConflictRow } from '../../tables.ts'

type Query = InputOf<typeof contract.accounting.listConflicts>['query']
export type ConflictReply = HandlerReplyOf<typeof contract.accounting.resolveConflict>

/** Lists open or closed differences, latest first. */
export async function listConflicts(
  ctx: Ctx,
  query: Query,
): Promise<HandlerReplyOf<typeof contract.accounting.listConflicts>> {
  refuseTooDeep(query, 'the list')
  const page = { limit: query.page_size, offset: offsetOf(query) }
  const { rows, count } = await selectConflicts(ctx, query.state, page, query.subject)
  return pagedReply(
    `/api/accounts/${ctx.accountId}/accounting-conflicts/`,
    query,
    count,
    rows.map(showConflict),
  )
}

export const showConflict = (row: ConflictRow): ConflictReply => ({
  pk: row.id,
  kind: row.kind,
  title: row.title,
  subject: { type: row.subject_type, pk: row.subject_id },
  ours: row.ours.map((fact) => ({ ...fact })),
  theirs: row.theirs.map((fact) => ({ ...fact })),
  choices: row.closed_at ? [] : choicesOf(row.kind, row.subject_type).map((choice) => ({ ...choice })),
  opened: row.opened_at.toISOString(),
  closed: row.closed_at?.toISOString() ?? null,
  chosen: row.choice,
  decision: choicesOf(row.kind, row.subject_type).find(({ choice }) => choice === row.choice)?.label ?? null,
})
