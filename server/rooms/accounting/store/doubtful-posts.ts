import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { PostRow } from '../tables.ts'
import { sharesWithPosts } from './posts.ts'

/** Whether somebody settled a part of an invoice of a post in its books, as far as is known here. It may be that post. */
const isSettledThere = sql<boolean>`exists (
  select from jsonb_array_elements(p.wanted -> 'shares') s
    join receivables r on r.account_id = p.account_id and r.invoice_id = (s ->> 'invoice')::uuid
  where r.charged_minor - r.remaining_minor > (
      select coalesce(sum(a.amount_minor - a.reversed_minor), 0) from payment_allocations a
      where a.account_id = r.account_id and a.invoice_id = r.invoice_id and a.state in ('applied', 'reversed')
    ) + (
      select coalesce(sum(u.amount_minor), 0) from credit_applications u
      where u.account_id = r.account_id and u.invoice_id = r.invoice_id and u.unapplied_at is null
    ))`

/**
 * Marks posts of other books than these whose outcome there is not known, because nobody has decided what a person entered, changed or
 * removed there, or whether they entered what these books refused. Not those of which a part was recognized. Returns them.
 */
export async function markDoubtfulPosts(ctx: Ctx, connectionId: string): Promise<PostRow[]> {
  const result = await sql<PostRow>`
    update accounting_posts p set state = 'asked', step = null, next_at = null
    where p.account_id = ${ctx.accountId} and p.connection_id <> ${connectionId} and p.remote_id is null
      and p.state in ('by_hand', 'conflict') and exists (select from accounting_conflicts c where c.account_id = p.account_id
        and c.connection_id = p.connection_id and c.subject_type = p.kind and c.subject_id = p.subject_id and c.closed_at is null
        and (c.kind in ('entered_otherwise', 'removed_there')
          or c.kind = 'not_posted' and p.kind in ('payment', 'credit') and ${isSettledThere}))
      and not exists (select from accounting_post_shares s where s.account_id = p.account_id and s.kind = p.kind
        and s.subject_id = p.subject_id)
    returning p.*`.execute(ctx.db)
  return result.rows
}

/** Returns what was marked so, in the books where it is in doubt. */
export const lockDoubtfulPosts = (ctx: Ctx, connectionId: string): Promise<PostRow[]> =>
  ctx.db
    .selectFrom('accounting_posts')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'asked')
    .where('step', 'is', null)
    .forUpdate()
    .execute()

/**
 * Lets payments be reported that people entered in other books than these without what settles no invoice, which they are not asked for,
 * or without a late fee.
 */
export async function reportUnenteredRests(ctx: Ctx, connectionId: string): Promise<void> {
  await sql`
    update accounting_posts p set state = 'waiting', next_at = null
    where p.account_id = ${ctx.accountId} and p.connection_id <> ${connectionId} and p.kind = 'payment' and p.state = 'posted'
      and exists (select from accounting_post_shares s where s.account_id = p.account_id and s.kind = p.kind
        and s.subject_id = p.subject_id and s.remote_id is not null)
      and (p.wanted ->> 'total')::bigint > (select coalesce(sum(s.amount_minor), 0) from accounting_post_shares s
        where s.account_id = p.account_id and s.kind = p.kind and s.subject_id = p.subject_id)`.execute(
    ctx.db,
  )
}

/** Compares anew what people entered in other books than these of an invoice, since these have another late fee of it. */
export async function compareAgain(ctx: Ctx, connectionId: string, invoiceId: string): Promise<void> {
  await sql`
    update accounting_posts p set state = 'waiting', next_at = null
    where p.account_id = ${ctx.accountId} and p.connection_id <> ${connectionId} and p.kind = 'payment' and p.state = 'posted'
      and exists (select from accounting_post_shares s where s.account_id = p.account_id and s.kind = p.kind
        and s.subject_id = p.subject_id and s.invoice_id = ${invoiceId} and s.remote_id is not null)`.execute(
    ctx.db,
  )
}

/** Returns payments that count as entered without a part of what they settle of an invoice. */
export const leftOutInPart = (ctx: Ctx, invoiceId: string): Promise<PostRow[]> =>
  sharesWithPosts(ctx)
    .selectAll('p')
    .where('s.invoice_id', '=', invoiceId)
    .where('s.kind', '=', 'payment')
    .where('p.state', '=', 'left_out')
    .where(sql<boolean>`exists (select from jsonb_array_elements(p.wanted -> 'shares') w
      where (w ->> 'invoice')::uuid = s.invoice_id and (w ->> 'amount')::bigint > s.amount_minor)`)
    .execute()

/** Lets changes be reported again that other books than these refused, or that nobody has entered in the books before these. */
export async function reportRefusedChanges(ctx: Ctx, connectionId: string): Promise<void> {
  await ctx.db
    .updateTable('accounting_posts')
    .set({ state: 'waiting', next_at: null })
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '<>', connectionId)
    .where('state', '=', 'conflict')
    .where('remote_id', 'is not', null)
    .execute()
}

/** Returns posts that count as entered and of which people have still to enter a change, or the rest. */
export const selectOpenChanges = (ctx: Ctx): Promise<PostRow[]> =>
  ctx.db
    .selectFrom('accounting_posts as p')
    .selectAll('p')
    .where('p.account_id', '=', ctx.accountId)
    .where('p.state', '=', 'left_out')
    .where(sql<boolean>`exists (select from accounting_conflicts c where c.account_id = p.account_id
      and c.subject_type = p.kind and c.subject_id = p.subject_id and c.kind = 'partly_joined' and c.closed_at is null)`)
    .orderBy('p.created_at')
    .orderBy('p.subject_id')
    .execute()
