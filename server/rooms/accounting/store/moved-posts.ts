import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { PostRow } from '../tables.ts'
import { postsOfAccount } from './posts.ts'
import { isUndecidedRemoval } from './removed-posts.ts'

/**
 * Takes over to these books what was never posted to former ones, also what nobody was asked to enter there. What people entered there
 * in part is marked as changed there, and so is what they were asked to change. Returns what people were asked to enter or change there.
 */
export async function takeOverPosts(ctx: Ctx, connectionId: string): Promise<PostRow[]> {
  const isUnposted = sql<boolean>`account_id = ${ctx.accountId} and connection_id <> ${connectionId} and remote_id is null`
  const byHand = await postsOfAccount(ctx).where(isUnposted).where('state', '=', 'by_hand').execute()
  const isKnownInPart = sql<boolean>`exists (select from accounting_post_shares s where s.account_id = accounting_posts.account_id
    and s.kind = accounting_posts.kind and s.subject_id = accounting_posts.subject_id)`
  const again = { state: 'waiting' as const, step: null, attempts: 0, next_at: null, failure: null }
  const open = ctx.db
    .updateTable('accounting_posts')
    .where(isUnposted)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['waiting', 'conflict', 'by_hand']),
        eb.and([eb('state', '=', 'removed'), sql<boolean>`wanted ->> 'total' <> '0'`]),
      ]),
    )
  await open.set(again).where(isKnownInPart).execute()
  await open
    .set({ ...again, connection_id: connectionId })
    .where(sql<boolean>`not ${isKnownInPart}`)
    .execute()
  const toChange = await ctx.db
    .updateTable('accounting_posts')
    .set(again)
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '<>', connectionId)
    .where('state', '=', 'by_hand')
    .where('remote_id', 'is not', null)
    .returningAll()
    .execute()
  return [...byHand, ...toChange]
}

/**
 * Lets what these books have otherwise than it is here now be tried again, after a move to others and back; not what somebody removed there.
 */
export async function retryPosts(ctx: Ctx, connectionId: string): Promise<void> {
  await ctx.db
    .updateTable('accounting_posts')
    .set({ state: 'waiting', attempts: 0, next_at: null, failure: null })
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'conflict')
    .where(sql<boolean>`not ${isUndecidedRemoval('accounting_posts')}`)
    .execute()
}

/** Returns what former books have, or may have, otherwise than it is here now. */
export const postsElsewhere = (ctx: Ctx, connectionId: string): Promise<PostRow[]> =>
  postsOfAccount(ctx)
    .where('connection_id', '<>', connectionId)
    .where('state', 'in', ['waiting', 'asked'])
    .orderBy('created_at')
    .orderBy('subject_id')
    .execute()

/** Returns payments that other books than these got as credit, and that settle an invoice of which no books know that. */
export const creditElsewhere = (
  ctx: Ctx,
  connectionId: string,
  invoiceId: string | null = null,
): Promise<PostRow[]> =>
  postsOfAccount(ctx)
    .where('connection_id', '<>', connectionId)
    .where('kind', '=', 'payment')
    .where('state', '=', 'posted')
    .where('as_credit', '=', true)
    .where(sql<boolean>`exists (select from jsonb_array_elements(wanted -> 'shares') w
      where ${invoiceId === null ? sql`true` : sql`w ->> 'invoice' = ${invoiceId}`} and not exists (
        select from accounting_post_shares s where s.account_id = accounting_posts.account_id and s.kind = accounting_posts.kind
          and s.subject_id = accounting_posts.subject_id and s.invoice_id = (w ->> 'invoice')::uuid))`)
    .orderBy('created_at')
    .orderBy('subject_id')
    .execute()
