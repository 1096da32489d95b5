import { displayAmount } from '../../../../../domain/money/money.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { changeMirroredMemo } from '../../../credit-memos/index.ts'
import { voidMirroredInvoice } from '../../../invoices/index.ts'
import {
  lockConflict,
  noteCarriedOut,
  noteSubjects,
  openConflict,
  settleConflict,
  unfinishedVoids,
} from '../../store/conflicts.ts'
import { liveConnection } from '../../store/connections.ts'
import { type LeftBehind, type MovedKind, readLeftBehind } from '../../store/former-records.ts'
import { isCreditUsed, settledHere } from '../../store/settled-here.ts'
import type { ConflictRow, ConnectionRow, Fact } from '../../tables.ts'
import { queueSync } from '../sync/queue-sync.ts'
import { booksName, formerBooksName } from './former-books-name.ts'
import { booksOf } from './join-records.ts'
import { noteKept } from './note-kept.ts'

/** Records that a conflict names. */
const NAMED = 12
const BATCH = 100
const MANY = 1_000_000

const WORDS: Readonly<Record<MovedKind, readonly [one: string, many: string]>> = {
  invoice: ['open invoice', 'open invoices'],
  credit_memo: ['credit memo', 'credit memos'],
}

/** Words of a conflict about records that were left behind. */
interface Described {
  readonly title: string
  readonly ours: Fact[]
}

/** Opens a conflict about what the former books left open here and these don’t have, or closes it when nothing is left. */
export async function noteLeftBehind(ctx: Ctx, connection: ConnectionRow): Promise<void> {
  const decided = await unfinishedVoids(ctx, connection.id)
  for (const kind of ['invoice', 'credit_memo'] as const) {
    if (decided.some((conflict) => kindOf(conflict) === kind)) continue
    const described = await readDescription(ctx, connection, kind)
    if (described === null) await settleConflict(ctx, causeOf(kind))
    else
      await openConflict(ctx, {
        ...{ connectionId: connection.id, cause: causeOf(kind), kind: 'not_in_books', theirs: [] },
        subject: { type: kind, id: null },
        ...described,
      })
  }
}

/** Returns what is left behind now, in words; null when nothing is. */
export async function readDescription(
  ctx: Ctx,
  connection: ConnectionRow,
  kind: MovedKind,
): Promise<Described | null> {
  const { first, count } = await readLeftBehind(ctx, connection.id, kind, NAMED)
  if (count === 0) return null
  const [one, many] = WORDS[kind]
  const former = await formerBooksName(ctx, connection.id)
  return {
    title: `${count} ${count === 1 ? one : many} of ${former} ${count === 1 ? 'is' : 'are'} not in ${booksName(ctx, connection)}`,
    ours: [
      ...first.map(({ number, remainingMinor, currency }) => ({
        label: number,
        value: displayAmount(remainingMinor, currency),
      })),
      ...(count > first.length ? [{ label: 'More', value: String(count - first.length) }] : []),
    ],
  }
}

const causeOf = (kind: MovedKind): string => `not_in_books:${kind}`

export const kindOf = ({ subject_type }: ConflictRow): MovedKind =>
  subject_type === 'credit_memo' ? 'credit_memo' : 'invoice'

/** Keeps what is left behind as records of the account’s own. */
export async function keepLeftBehind(ctx: Ctx, conflict: ConflictRow): Promise<void> {
  const live = await booksOf(ctx, conflict)
  const kind = kindOf(conflict)
  const { first } = await readLeftBehind(ctx, live.id, kind, MANY)
  await noteKept(ctx, kind, idsOf(first), true)
}

const idsOf = (records: readonly LeftBehind[]): string[] => records.map(({ id }) => id)

/** Queues what was decided to be voided and isn't yet. A sync does this too, so that a job that failed for good holds nothing up. */
export async function queueVoids(ctx: Ctx, connection: ConnectionRow): Promise<void> {
  for (const { id } of await unfinishedVoids(ctx, connection.id))
    await ctx.app.jobs.enqueue(ctx, 'accounting.void-left-behind', { conflict: id })
}

/** Decides to void what is left behind now. That is done in the background. */
export async function decideToVoid(ctx: Ctx, conflict: ConflictRow): Promise<void> {
  const live = await booksOf(ctx, conflict)
  const { first } = await readLeftBehind(ctx, live.id, kindOf(conflict), MANY)
  await noteSubjects(ctx, conflict.id, idsOf(first))
  await ctx.app.jobs.enqueue(ctx, 'accounting.void-left-behind', { conflict: conflict.id })
}

/**
 * Voids what was left behind when that was decided, in parts. What was paid or used here meanwhile is kept. Then the books count as
 * read. A decision about other books than the connected ones ends; without connected ones it waits for the next sync.
 */
export async function voidLeftBehind(uow: UnitOfWork, conflictId: string): Promise<void> {
  for (;;) {
    const isMore = await uow.transaction(async (ctx) => {
      const conflict = await lockConflict(ctx, conflictId)
      const live = await liveConnection(ctx)
      if (!conflict || conflict.carried_out_at !== null || live === null) return false
      if (conflict.connection_id !== live.id) {
        await noteCarriedOut(ctx, conflictId)
        return false
      }
      const kind = kindOf(conflict)
      const { first } = await readLeftBehind(ctx, live.id, kind, BATCH, conflict.subject_ids ?? [])
      for (const record of first) await voidOne(ctx, kind, record)
      await noteKept(ctx, kind, idsOf(first), true)
      if (first.length > 0) return true
      await noteCarriedOut(ctx, conflictId)
      await queueSync(ctx)
      return false
    })
    if (!isMore) return
  }
}

async function voidOne(ctx: Ctx, kind: MovedKind, { id, currency }: LeftBehind): Promise<void> {
  if (kind === 'invoice') {
    const { settledMinor } = (await settledHere(ctx, [id]))(id)
    await voidMirroredInvoice(ctx, id, settledMinor, 'Not in the books that the company moved to.')
  } else if (!(await isCreditUsed(ctx, id)))
    await changeMirroredMemo(ctx, id, {
      ...{ remoteId: '', number: '', customerId: '', currency, issuedOn: '', reason: '' },
      ...{ totalMinor: 0n, remainingMinor: 0n, isVoid: true, isReceived: false },
    })
}
