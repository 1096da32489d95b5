import { sql, type Updateable } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/db/database.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import type { ConnectionRow, PostKind, PostRow } from '../tables.ts'
import { isUndecidedRemoval } from './removed-posts.ts'
import type { ToPost } from './unposted.ts'

/**
 * Puts these into the outbox. One that is posted already is removed there first and posted again. One that somebody removed there waits for
 * a person's decision, and is posted then as it is now.
 */
export async function insertPosts(
  ctx: Ctx,
  connection: ConnectionRow,
  posts: readonly ToPost[],
): Promise<void> {
  if (posts.length === 0) return
  await sql`
    insert into accounting_posts as o (account_id, connection_id, kind, subject_id, state, reference, wanted, created_at)
    select here.account_id, ${connection.id}::uuid, r.kind, r.subject_id, 'waiting', r.reference, r.wanted, ${asDate(ctx.now)}::timestamptz
    from ${here(ctx.accountId)}, jsonb_to_recordset(${JSON.stringify(posts)}::jsonb)
      as r(kind text, subject_id uuid, reference text, wanted jsonb)
    on conflict (account_id, kind, subject_id) do update set wanted = excluded.wanted, attempts = 0, next_at = null,
      as_credit = o.as_credit and o.connection_id <> excluded.connection_id,
      state = case when o.state = 'asked' or (o.state = 'conflict' and excluded.wanted ->> 'total' <> '0' and ${isUndecidedRemoval('o')})
        then o.state else 'waiting' end`.execute(ctx.db)
}

/** Selects the posts of the account. */
export const postsOfAccount = (ctx: Ctx) =>
  ctx.db.selectFrom('accounting_posts').selectAll().where('account_id', '=', ctx.accountId)

/** Selects the parts `s` of the account's posts that platforms have, with their posts `p`. */
export const sharesWithPosts = (ctx: Ctx) =>
  ctx.db
    .selectFrom('accounting_post_shares as s')
    .innerJoin('accounting_posts as p', (join) =>
      join
        .onRef('p.account_id', '=', 's.account_id')
        .onRef('p.kind', '=', 's.kind')
        .onRef('p.subject_id', '=', 's.subject_id'),
    )
    .where('s.account_id', '=', ctx.accountId)

/** Returns posts whose last call has no known outcome. */
export const askedPosts = (ctx: Ctx, connectionId: string): Promise<PostRow[]> =>
  postsOfAccount(ctx)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'asked')
    .orderBy('created_at')
    .orderBy('subject_id')
    .execute()

/** A late fee comes before a payment of the same moment, which may settle it. */
const FEES_FIRST = sql`kind <> 'late_fee'`

/** Returns posts to make now, in their order: none while the first of them waits for its next attempt. */
export async function waitingPosts(ctx: Ctx, connectionId: string, limit: number): Promise<PostRow[]> {
  const rows = await postsOfAccount(ctx)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .orderBy(FEES_FIRST)
    .orderBy('subject_id')
    .limit(limit)
    .execute()
  const at = rows[0]?.next_at
  return at && at.getTime() > ctx.now ? [] : rows
}

/** Lets waiting posts be tried now. */
export async function hastenPosts(ctx: Ctx, connectionId: string): Promise<void> {
  await ctx.db
    .updateTable('accounting_posts')
    .set({ next_at: null })
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'waiting')
    .execute()
}

export const lockPost = async (ctx: Ctx, kind: PostKind, subjectId: string): Promise<PostRow | null> =>
  (await postsOfAccount(ctx)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .forUpdate()
    .executeTakeFirst()) ?? null

export async function changePost(
  ctx: Ctx,
  { kind, subject_id }: Pick<PostRow, 'kind' | 'subject_id'>,
  changes: Updateable<Database['accounting_posts']>,
): Promise<void> {
  await ctx.db
    .updateTable('accounting_posts')
    .set(changes)
    .where('account_id', '=', ctx.accountId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .execute()
}

/** Returns posts by the platform's ids of their records. */
export async function postsOfRemote(
  ctx: Ctx,
  connectionId: string,
  remoteIds: readonly string[],
): Promise<Map<string, PostRow>> {
  const rows = await postsOfAccount(ctx)
    .where('connection_id', '=', connectionId)
    .where('kind', 'in', ['payment', 'credit'])
    .where(sql<boolean>`remote_id = any(${remoteIds}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.remote_id!, row]))
}

/** Writes what the platform knows of a post as settled: all of it, or nothing. */
export async function writeShares(ctx: Ctx, post: PostRow, known: boolean): Promise<void> {
  const { kind, subject_id, wanted } = post
  await ctx.db
    .deleteFrom('accounting_post_shares')
    .where('account_id', '=', ctx.accountId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .execute()
  if (!known || post.as_credit || wanted.shares.length === 0) return
  await ctx.db
    .insertInto('accounting_post_shares')
    .values(wanted.shares.map((share) => shareRow(ctx, post, share)))
    .execute()
}

type Share = PostRow['wanted']['shares'][number]

const shareRow = (ctx: Ctx, { kind, subject_id, wanted }: PostRow, { invoice, amount }: Share) => ({
  account_id: ctx.accountId,
  kind,
  subject_id,
  invoice_id: invoice,
  credit_memo_id: wanted.memo,
  amount_minor: BigInt(amount),
  remote_id: null,
})

/** Writes that the platform knows one part of a post as settled. */
export async function writeShare(ctx: Ctx, post: PostRow, share: Share): Promise<void> {
  await ctx.db
    .insertInto('accounting_post_shares')
    .values(shareRow(ctx, post, share))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const knownParts = (ctx: Ctx, { kind, subject_id }: Pick<PostRow, 'kind' | 'subject_id'>) =>
  ctx.db
    .selectFrom('accounting_post_shares')
    .select(['invoice_id', 'amount_minor'])
    .where('account_id', '=', ctx.accountId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .execute()

/** Returns the amounts of a post that the platform knows. */
export const sharesOf = async (ctx: Ctx, post: Pick<PostRow, 'kind' | 'subject_id'>): Promise<bigint[]> =>
  (await knownParts(ctx, post)).map(({ amount_minor }) => amount_minor)

/** Returns the invoices of which the platform knows a part of a post. */
export const invoicesOf = async (ctx: Ctx, post: Pick<PostRow, 'kind' | 'subject_id'>): Promise<string[]> =>
  (await knownParts(ctx, post)).map(({ invoice_id }) => invoice_id)

/** Returns what is not posted to these books and settles an invoice, or uses a credit memo. */
export const unpostedOf = (
  ctx: Ctx,
  connectionId: string,
  kind: 'invoice' | 'credit_memo',
  localId: string,
): Promise<PostRow[]> =>
  postsOfAccount(ctx)
    .where('connection_id', '=', connectionId)
    .where('kind', 'in', ['payment', 'credit'])
    .where('remote_id', 'is', null)
    .where('state', 'in', ['waiting', 'conflict', 'left_out'])
    .where(
      kind === 'invoice'
        ? sql<boolean>`wanted -> 'shares' @> ${JSON.stringify([{ invoice: localId }])}::jsonb`
        : sql<boolean>`wanted ->> 'memo' = ${localId}`,
    )
    .execute()

/** Returns the ids there of other posts for the same invoices. */
export async function remoteIdsOfPosts(ctx: Ctx, { kind, subject_id, wanted }: PostRow): Promise<string[]> {
  if (wanted.shares.length === 0) return []
  const rows = await sharesWithPosts(ctx)
    .select('p.remote_id')
    .where(
      's.invoice_id',
      'in',
      wanted.shares.map(({ invoice }) => invoice),
    )
    .where((eb) => eb.or([eb('p.kind', '<>', kind), eb('p.subject_id', '<>', subject_id)]))
    .execute()
  return rows.flatMap(({ remote_id }) => (remote_id === null ? [] : [remote_id]))
}

/** A person removed the record at the platform: it knows nothing of the payment any more. */
export async function markRemovedThere(ctx: Ctx, post: PostRow): Promise<void> {
  await writeShares(ctx, post, false)
  await changePost(ctx, post, {
    state: 'conflict',
    remote_id: null,
    generation: post.generation + 1,
    failure: 'It was deleted there.',
  })
}

/** Returns the surcharge that a payment kept, in minor units. */
export async function surchargeOf(ctx: Ctx, paymentId: string): Promise<bigint> {
  const row = await ctx.db
    .selectFrom('payments')
    .select(['surcharge_minor', 'surcharge_refunded_minor'])
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', paymentId)
    .executeTakeFirst()
  return row ? row.surcharge_minor - row.surcharge_refunded_minor : 0n
}

/** Counts posts by state. */
export async function countPosts(ctx: Ctx, connectionId: string): Promise<Record<string, number>> {
  const rows = await ctx.db
    .selectFrom('accounting_posts')
    .select(['state', (eb) => eb.fn.countAll<bigint>().as('posts')])
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, posts }) => [state, Number(posts)]))
}

/** Returns when the next post is tried again, in epoch ms; null when none waits. */
export async function nextPostAt(ctx: Ctx, connectionId: string): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('accounting_posts')
    .select((eb) => eb.fn.coalesce('next_at', 'created_at').as('at'))
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('state', 'in', ['waiting', 'asked'])
    .orderBy('state')
    .orderBy('created_at')
    .orderBy(FEES_FIRST)
    .orderBy('subject_id')
    .limit(1)
    .executeTakeFirst()
  return row?.at?.getTime() ?? null
}
