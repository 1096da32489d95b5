import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { ConflictKind, ConflictRow, Fact } from '../tables.ts'

export interface NewConflict {
  readonly connectionId: string
  readonly cause: string
  readonly kind: ConflictKind
  readonly subject: { readonly type: ConflictRow['subject_type']; readonly id: string | null }
  readonly title: string
  readonly ours: readonly Fact[]
  readonly theirs: readonly Fact[]
}

/** Opens a conflict once for its cause, and brings an open one up to date. */
export async function openConflict(ctx: Ctx, conflict: NewConflict): Promise<void> {
  const values = {
    title: conflict.title,
    ours: JSON.stringify(conflict.ours),
    theirs: JSON.stringify(conflict.theirs),
  }
  await ctx.db
    .insertInto('accounting_conflicts')
    .values({
      account_id: ctx.accountId,
      id: nextId(ctx),
      connection_id: conflict.connectionId,
      cause: conflict.cause,
      kind: conflict.kind,
      subject_type: conflict.subject.type,
      subject_id: conflict.subject.id,
      opened_at: asDate(ctx.now),
      ...values,
    })
    .onConflict((on) =>
      on.columns(['account_id', 'cause']).where('closed_at', 'is', null).doUpdateSet(values),
    )
    .execute()
}

/** Closes the open conflict of a cause, because the difference is gone. */
export async function settleConflict(ctx: Ctx, cause: string): Promise<void> {
  await ctx.db
    .updateTable('accounting_conflicts')
    .set({ closed_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('cause', '=', cause)
    .where('closed_at', 'is', null)
    .execute()
}

export const lockConflict = (ctx: Ctx, id: string): Promise<ConflictRow | undefined> =>
  ctx.db
    .selectFrom('accounting_conflicts')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const closeConflict = (ctx: Ctx, id: string, choice: string): Promise<ConflictRow> =>
  ctx.db
    .updateTable('accounting_conflicts')
    .set({
      closed_at: asDate(ctx.now),
      closed_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
      choice,
    })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function countOpenConflicts(ctx: Ctx): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('accounting_conflicts')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', ctx.accountId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function selectConflicts(
  ctx: Ctx,
  state: 'open' | 'closed',
  page: { readonly limit: number; readonly offset: number },
  subjectId?: string,
): Promise<{ rows: ConflictRow[]; count: number }> {
  const of = ctx.db
    .selectFrom('accounting_conflicts')
    .where('account_id', '=', ctx.accountId)
    .where('closed_at', state === 'open' ? 'is' : 'is not', null)
    .$if(subjectId !== undefined, (query) => query.where('subject_id', '=', subjectId!))
  const { count } = await of.select((eb) => eb.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  const rows = await of
    .selectAll()
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, count: Number(count) }
}
