import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import { filterConditions, type ListMatch } from '../../../platform/db/filtering.ts'
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

/**
 * Opens a conflict once for its cause, and brings an open one up to date. One that a person closed as settled stays closed while
 * nothing of it has changed.
 */
export async function openConflict(ctx: Ctx, conflict: NewConflict): Promise<void> {
  const { connectionId, cause, kind, subject, title } = conflict
  const ours = sql`${JSON.stringify(conflict.ours)}::jsonb`
  const theirs = sql`${JSON.stringify(conflict.theirs)}::jsonb`
  await sql`
    insert into accounting_conflicts (account_id, id, connection_id, cause, kind, subject_type, subject_id, title, ours, theirs, opened_at)
    select here.account_id, ${nextId(ctx)}::uuid, ${connectionId}::uuid, ${cause}, ${kind}, ${subject.type}, ${subject.id}::uuid, ${title},
      ${ours}, ${theirs}, ${asDate(ctx.now)}::timestamptz
    from ${here(ctx.accountId)}
    where not exists (select from (
        select * from accounting_conflicts c where c.account_id = ${ctx.accountId} and c.cause = ${cause}
        order by c.opened_at desc, c.id desc limit 1
      ) latest where latest.choice = 'settled' and latest.title = ${title} and latest.ours = ${ours} and latest.theirs = ${theirs})
    on conflict (account_id, cause) where closed_at is null
      do update set kind = excluded.kind, title = excluded.title, ours = excluded.ours, theirs = excluded.theirs`.execute(
    ctx.db,
  )
}

/** Closes the open conflict of a cause, because the difference is gone. */
export const settleConflict = (ctx: Ctx, cause: string): Promise<void> => settleConflicts(ctx, [cause])

export async function settleConflicts(ctx: Ctx, causes: readonly string[]): Promise<void> {
  if (causes.length === 0) return
  await ctx.db
    .updateTable('accounting_conflicts')
    .set({ closed_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('cause', 'in', [...causes])
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

/** Notes which records a decision concerns that is carried out later. */
export async function noteSubjects(ctx: Ctx, id: string, subjectIds: readonly string[]): Promise<void> {
  await ctx.db
    .updateTable('accounting_conflicts')
    .set({ subject_ids: [...subjectIds] })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

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

/** Filters and order of a list of conflicts. */
export interface ConflictMatch extends ListMatch {
  readonly subjectId: string | undefined
}

const LATEST_FIRST: ConflictMatch = {
  subjectId: undefined,
  filters: [],
  timezone: 'UTC',
  column: 'opened',
  direction: 'desc',
}

const ORDERS = { opened: sql`opened_at`, closed: sql`closed_at` } as const

/** Returns a page of conflicts, and how many there are. */
export async function selectConflicts(
  ctx: Ctx,
  state: 'open' | 'closed',
  page: { readonly limit: number; readonly offset: number },
  match: ConflictMatch = LATEST_FIRST,
): Promise<{ rows: ConflictRow[]; count: number }> {
  const { subjectId, filters, timezone, column, direction } = match
  const columns = {
    opened: { expression: sql`opened_at`, kind: 'date', timezone },
    closed: { expression: sql`closed_at`, kind: 'date', timezone },
    record: { expression: sql`subject_type`, kind: 'text' },
  } as const
  const of = ctx.db
    .selectFrom('accounting_conflicts')
    .where('account_id', '=', ctx.accountId)
    .where('closed_at', state === 'open' ? 'is' : 'is not', null)
    .$if(subjectId !== undefined, (query) => query.where('subject_id', '=', subjectId!))
    .$if(filters.length > 0, (query) => query.where(filterConditions(filters, columns)))
  const { count } = await of.select((eb) => eb.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  const rows = await of
    .selectAll()
    .orderBy(ORDERS[column as keyof typeof ORDERS], direction)
    .orderBy('id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, count: Number(count) }
}

/** Returns whether one of these kinds is open about one of these records. */
export async function hasConflict(
  ctx: Ctx,
  kinds: readonly ConflictKind[],
  subjectIds: readonly string[],
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('accounting_conflicts')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('closed_at', 'is', null)
    .where('kind', 'in', [...kinds])
    .where('subject_id', 'in', [...subjectIds])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Kinds of conflicts that a reading of their record may settle. */
const READABLE: readonly ConflictKind[] = ['paid_twice', 'void_but_paid', 'not_read', 'memo_changed']

/** Kinds that a move to other books opens. Until they are decided, nothing is collected by schedule or posted. */
const OF_MOVE: readonly ConflictKind[] = ['other_books', 'not_in_books']

/** Counts the open differences of a move to these books. */
export async function countUndecided(ctx: Ctx, connectionId: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('accounting_conflicts')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('closed_at', 'is', null)
    .where('kind', 'in', OF_MOVE)
    .executeTakeFirstOrThrow()
  return Number(count) // not money: conflicts
}

/** Returns decisions to void what former books left open that are not carried out yet. */
export const unfinishedVoids = (ctx: Ctx, connectionId: string): Promise<ConflictRow[]> =>
  ctx.db
    .selectFrom('accounting_conflicts')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('kind', '=', 'not_in_books')
    .where('choice', '=', 'void')
    .where('carried_out_at', 'is', null)
    .orderBy('id')
    .execute()

/** Notes that a decision is carried out. */
export async function noteCarriedOut(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('accounting_conflicts')
    .set({ carried_out_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

/** Ends decisions about other books than these that are not carried out: there everything is decided anew. */
export async function dropVoidsOfOthers(ctx: Ctx, connectionId: string): Promise<void> {
  await ctx.db
    .updateTable('accounting_conflicts')
    .set({ carried_out_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '<>', connectionId)
    .where('kind', '=', 'not_in_books')
    .where('choice', '=', 'void')
    .where('carried_out_at', 'is', null)
    .execute()
}

/** True when people have decided all differences of a move to these books, and what they decided is done. */
export async function isMoveDone(ctx: Ctx, connectionId: string): Promise<boolean> {
  if ((await countUndecided(ctx, connectionId)) > 0) return false
  return (await unfinishedVoids(ctx, connectionId)).length === 0
}

/** Returns those of these causes about which a person said that the record of these books is a different one. */
export async function tellsApart(
  ctx: Ctx,
  connectionId: string,
  causes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('accounting_conflicts')
    .select('cause')
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where(sql<boolean>`cause = any(${causes}::text[])`)
    .where('choice', '=', 'other_record')
    .execute()
  return new Set(rows.map(({ cause }) => cause))
}

/** Closes what is open between Quittance and other books than these, because nothing can be done about it there any more. */
export async function closeConflictsOfOthers(ctx: Ctx, connectionId: string): Promise<void> {
  await ctx.db
    .updateTable('accounting_conflicts')
    .set({ closed_at: asDate(ctx.now), choice: 'moved' })
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '<>', connectionId)
    .where('closed_at', 'is', null)
    .execute()
}

/**
 * Opens again, for books that are read again after others, what a move closed and no reading finds: customers who were taken out of them.
 * A sync closes those that are active, or owe nothing.
 */
export async function reopenRetired(ctx: Ctx, connectionId: string): Promise<void> {
  await sql`
    update accounting_conflicts c set closed_at = null, choice = null
    where c.account_id = ${ctx.accountId} and c.connection_id = ${connectionId} and c.kind = 'customer_gone' and c.choice = 'moved'
      and not exists (select from accounting_conflicts o where o.account_id = c.account_id and o.cause = c.cause
        and (o.closed_at is null or (o.opened_at, o.id) > (c.opened_at, c.id)))`.execute(ctx.db)
}

/**
 * Returns causes of open conflicts about records of a connection, those first whose records were not read for longest. Of a move, which may
 * have opened many, only some: most of what changes about them is in the platform's changes.
 */
export async function causesToRead(ctx: Ctx, connectionId: string, limit: number): Promise<string[]> {
  const others = await causesOfKinds(ctx, connectionId, READABLE, limit)
  return [...others, ...(await causesOfKinds(ctx, connectionId, ['other_books'], MOST_OF_MOVE))]
}

/** Records of a move that each sync reads again. Platforms allow some thousand calls a day. */
const MOST_OF_MOVE = 5

async function causesOfKinds(
  ctx: Ctx,
  connectionId: string,
  kinds: readonly ConflictKind[],
  limit: number,
): Promise<string[]> {
  const result = await sql<{ cause: string }>`
    select c.cause from accounting_conflicts c left join accounting_links l on l.account_id = c.account_id
      and l.connection_id = c.connection_id and l.kind = split_part(c.cause, ':', 2)
      and l.remote_id = substr(c.cause, length(split_part(c.cause, ':', 1)) + length(split_part(c.cause, ':', 2)) + 3)
    where c.account_id = ${ctx.accountId} and c.connection_id = ${connectionId} and c.closed_at is null
      and c.kind = any(${kinds}::text[]) and c.subject_type in ('invoice', 'credit_memo')
    order by l.seen_at nulls first, c.opened_at, c.id limit ${limit}`.execute(ctx.db)
  return result.rows.map(({ cause }) => cause)
}
