import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PostKind, PostRow } from '../tables.ts'
import { postsOfAccount } from './posts.ts'

/** A part of a post that the platform has. */
export interface KnownShare {
  readonly kind: PostKind
  readonly subjectId: string
  readonly invoiceId: string
  /** The memo of a use of credit. */
  readonly memoId: string | null
  readonly amountMinor: bigint
  /** The entry that was recognized; null for a part that counts as entered. */
  readonly remoteId: string | null
}

/** Returns which of these invoices have payments that people enter at the platform, or have entered. */
export async function invoicesByHand(
  ctx: Ctx,
  connectionId: string,
  invoiceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (invoiceIds.length === 0) return new Set()
  const result = await sql<{ id: string }>`
    select (s ->> 'invoice')::uuid as id from accounting_posts o, jsonb_array_elements(o.wanted -> 'shares') s
    where o.account_id = ${ctx.accountId} and o.connection_id = ${connectionId} and o.state = 'by_hand'
      and (s ->> 'invoice')::uuid = any(${invoiceIds}::uuid[])
    union
    select s.invoice_id from accounting_post_shares s
      join accounting_posts p on p.account_id = s.account_id and p.kind = s.kind and p.subject_id = s.subject_id
    where s.account_id = ${ctx.accountId} and s.invoice_id = any(${invoiceIds}::uuid[])
      and (s.remote_id is not null or p.state = 'by_hand')
      and p.connection_id = ${connectionId}`.execute(ctx.db)
  return new Set(result.rows.map(({ id }) => id))
}

/** Returns which of these credit memos have uses that people enter at the platform, or have entered. */
export async function memosByHand(
  ctx: Ctx,
  connectionId: string,
  memoIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (memoIds.length === 0) return new Set()
  const result = await sql<{ id: string }>`
    select (o.wanted ->> 'memo')::uuid as id from accounting_posts o
    where o.account_id = ${ctx.accountId} and o.connection_id = ${connectionId} and o.state = 'by_hand' and o.kind = 'credit'
      and (o.wanted ->> 'memo')::uuid = any(${memoIds}::uuid[])
    union
    select s.credit_memo_id from accounting_post_shares s
      join accounting_posts p on p.account_id = s.account_id and p.kind = s.kind and p.subject_id = s.subject_id
    where s.account_id = ${ctx.accountId} and s.credit_memo_id = any(${memoIds}::uuid[]) and s.remote_id is not null
      and p.connection_id = ${connectionId}`.execute(ctx.db)
  return new Set(result.rows.map(({ id }) => id))
}

/** Locks the posts that have to do with an invoice: those to enter, and those that were recognized on it. Oldest first. */
export const lockPostsByHand = (ctx: Ctx, connectionId: string, invoiceId: string): Promise<PostRow[]> =>
  ctx.db
    .selectFrom('accounting_posts')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('state', '=', 'by_hand'),
          sql<boolean>`wanted -> 'shares' @> ${JSON.stringify([{ invoice: invoiceId }])}::jsonb`,
        ]),
        eb.exists(
          eb
            .selectFrom('accounting_post_shares as s')
            .select('s.invoice_id')
            .where('s.account_id', '=', ctx.accountId)
            .whereRef('s.kind', '=', 'accounting_posts.kind')
            .whereRef('s.subject_id', '=', 'accounting_posts.subject_id')
            .where('s.invoice_id', '=', invoiceId)
            .where((share) =>
              share.or([share('s.remote_id', 'is not', null), share('state', '=', 'by_hand')]),
            ),
        ),
      ]),
    )
    .orderBy('created_at')
    .orderBy('subject_id')
    .forUpdate()
    .execute()

/** Returns those of these payments and uses of credit that people are asked to enter, as they were asked for. */
export const selectByHand = async (
  ctx: Ctx,
  connectionId: string,
  posts: readonly Pick<PostRow, 'subject_id'>[],
): Promise<PostRow[]> =>
  posts.length === 0
    ? []
    : postsOfAccount(ctx)
        .where('connection_id', '=', connectionId)
        .where('state', '=', 'by_hand')
        .where(
          'subject_id',
          'in',
          posts.map(({ subject_id }) => subject_id),
        )
        .orderBy('created_at')
        .orderBy('subject_id')
        .execute()

const shares = (ctx: Ctx) =>
  ctx.db
    .selectFrom('accounting_post_shares')
    .select(['kind', 'subject_id', 'invoice_id', 'credit_memo_id', 'amount_minor', 'remote_id'])
    .where('account_id', '=', ctx.accountId)

const toShare = (row: {
  kind: PostKind
  subject_id: string
  invoice_id: string
  credit_memo_id: string | null
  amount_minor: bigint
  remote_id: string | null
}): KnownShare => ({
  kind: row.kind,
  subjectId: row.subject_id,
  invoiceId: row.invoice_id,
  memoId: row.credit_memo_id,
  amountMinor: row.amount_minor,
  remoteId: row.remote_id,
})

/** Returns the recognized parts on an invoice, of any post. */
export const sharesOnInvoice = async (ctx: Ctx, invoiceId: string): Promise<Recognized[]> =>
  (await shares(ctx).where('invoice_id', '=', invoiceId).execute()).map(toShare).filter(isRecognized)

/** Returns the parts of a post that the platform has: recognized, or counted as entered. */
export const partsOfPost = async (
  ctx: Ctx,
  { kind, subject_id }: Pick<PostRow, 'kind' | 'subject_id'>,
): Promise<KnownShare[]> =>
  (await shares(ctx).where('kind', '=', kind).where('subject_id', '=', subject_id).execute()).map(toShare)

/** Returns the recognized parts of a post. */
export const sharesOfPost = async (
  ctx: Ctx,
  post: Pick<PostRow, 'kind' | 'subject_id'>,
): Promise<Recognized[]> => (await partsOfPost(ctx, post)).filter(isRecognized)

type Recognized = KnownShare & { readonly remoteId: string }

export const isRecognized = (share: KnownShare): share is Recognized => share.remoteId !== null

/** Writes a part that was recognized, also of a post that counted as entered before. */
export async function writeRecognized(ctx: Ctx, share: KnownShare): Promise<void> {
  await ctx.db
    .insertInto('accounting_post_shares')
    .values({
      account_id: ctx.accountId,
      kind: share.kind,
      subject_id: share.subjectId,
      invoice_id: share.invoiceId,
      credit_memo_id: share.memoId,
      amount_minor: share.amountMinor,
      remote_id: share.remoteId,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind', 'subject_id', 'invoice_id']).doUpdateSet((eb) => ({
        credit_memo_id: eb.ref('excluded.credit_memo_id'),
        amount_minor: eb.ref('excluded.amount_minor'),
        remote_id: eb.ref('excluded.remote_id'),
      })),
    )
    .execute()
}

export async function deleteShare(ctx: Ctx, share: KnownShare): Promise<void> {
  await ctx.db
    .deleteFrom('accounting_post_shares')
    .where('account_id', '=', ctx.accountId)
    .where('kind', '=', share.kind)
    .where('subject_id', '=', share.subjectId)
    .where('invoice_id', '=', share.invoiceId)
    .execute()
}

/** Returns the causes among these of conflicts that a person closed with a choice. */
export async function decidedCauses(
  ctx: Ctx,
  causes: readonly string[],
  choice: string,
): Promise<ReadonlySet<string>> {
  if (causes.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('accounting_conflicts')
    .select('cause')
    .where('account_id', '=', ctx.accountId)
    .where('cause', 'in', [...causes])
    .where('choice', '=', choice)
    .execute()
  return new Set(rows.map(({ cause }) => cause))
}

/** Closes the open conflicts whose cause begins so, except one. */
export async function settleConflictsOf(ctx: Ctx, prefix: string, except: string | null): Promise<void> {
  await ctx.db
    .updateTable('accounting_conflicts')
    .set({ closed_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('closed_at', 'is', null)
    .where(sql<boolean>`starts_with(cause, ${prefix})`)
    .where('cause', '<>', except ?? '')
    .execute()
}
