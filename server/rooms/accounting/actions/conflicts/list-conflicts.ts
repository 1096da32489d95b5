import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { offsetOf, pagedReply, refuseTooDeep } from '../../../../platform/http/paging.ts'
import { hashOf } from '../../../../platform/ids.ts'
import { readListMatch } from '../../../accounts/index.ts'
import { type ChoiceText, choicesOf } from '../../rules/choices.ts'
import { type ConflictMatch, selectConflicts } from '../../store/conflicts.ts'
import { selectConnections } from '../../store/connections.ts'
import type { ConflictRow, ConnectionRow } from '../../tables.ts'
import { asItIsNow } from '../move/as-it-is-now.ts'
import { booksName } from '../move/former-books-name.ts'

type Query = InputOf<typeof contract.accounting.listConflicts>['query']
export type ConflictReply = HandlerReplyOf<typeof contract.accounting.resolveConflict>

/** Reads the filters and the order of a list of differences. */
export const conflictMatchOf = async (
  ctx: Ctx,
  query: Omit<Query, 'state' | 'page' | 'page_size' | 'search'>,
): Promise<ConflictMatch> => ({
  subjectId: query.subject,
  ...(await readListMatch(ctx, query)),
})

/** Lists open or closed differences. */
export async function listConflicts(
  ctx: Ctx,
  query: Query,
): Promise<HandlerReplyOf<typeof contract.accounting.listConflicts>> {
  refuseTooDeep(query, 'the list by a filter')
  const page = { limit: query.page_size, offset: offsetOf(query) }
  const { rows, count } = await selectConflicts(ctx, query.state, page, await conflictMatchOf(ctx, query))
  return pagedReply(
    `/api/accounts/${ctx.accountId}/accounting-conflicts/`,
    query,
    count,
    await showConflicts(ctx, rows),
  )
}

export async function showConflicts(ctx: Ctx, rows: readonly ConflictRow[]): Promise<ConflictReply[]> {
  const connections = new Map((await selectConnections(ctx)).map((row) => [row.id, row]))
  const now = await Promise.all(rows.map((row) => asItIsNow(ctx, row)))
  return now.map((row) => {
    const connection = connections.get(row.connection_id)!
    return showConflict(row, booksName(ctx, connection), choicesOf(row, isByHand(ctx, connection)))
  })
}

/** Whether people enter payments in these books by hand. */
const isByHand = (ctx: Ctx, { provider }: ConnectionRow): boolean =>
  ctx.app.accountingPlatforms.get(provider)?.features.manual_payments === true

/** Returns the choices of a conflict in its books. */
export async function choicesIn(ctx: Ctx, conflict: ConflictRow): Promise<readonly ChoiceText[]> {
  const connection = (await selectConnections(ctx)).find(({ id }) => id === conflict.connection_id)!
  return choicesOf(conflict, isByHand(ctx, connection))
}

/** Changes with everything that the conflict says, so that nobody decides what they have not seen. */
export const versionOf = ({ title, ours, theirs }: ConflictRow): string =>
  hashOf([title, ours, theirs]).toString('hex').slice(0, 16)

const showConflict = (row: ConflictRow, books: string, choices: readonly ChoiceText[]): ConflictReply => ({
  pk: row.id,
  version: versionOf(row),
  kind: row.kind,
  title: row.title,
  subject: { type: row.subject_type, pk: row.subject_id },
  books,
  ours: row.ours.map((fact) => ({ ...fact })),
  theirs: row.theirs.map((fact) => ({ ...fact })),
  choices: row.closed_at ? [] : choices.map((choice) => ({ ...choice })),
  opened: row.opened_at.toISOString(),
  closed: row.closed_at?.toISOString() ?? null,
  chosen: row.choice,
  decision: decisionOf(row, choices),
})

const decisionOf = ({ choice: made }: ConflictRow, choices: readonly ChoiceText[]): string | null =>
  made === 'moved' ? 'Moved to other books' : (choices.find(({ choice }) => choice === made)?.label ?? null)
