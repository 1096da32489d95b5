import { type Selectable, sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { InvitationsTable } from '../tables.ts'

export type Invitation = Selectable<InvitationsTable>

const open = (ctx: Ctx) =>
  ctx.db
    .selectFrom('invitations')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('ended_at', 'is', null)

/** Lists open invitations with their senders, newest first. */
export const openInvitations = (
  ctx: Ctx,
): Promise<(Invitation & { first_name: string; last_name: string; inviter_email: string })[]> =>
  ctx.db
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .selectAll('i')
    .select(['u.first_name', 'u.last_name', 'u.email as inviter_email'])
    .where('i.account_id', '=', ctx.accountId)
    .where('i.ended_at', 'is', null)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .execute()

/**
 * Counts open invitations of admins or client companies. An expired one counts, because it can be sent
 * again.
 */
export async function countInvited(ctx: Ctx, what: 'admins' | 'clients'): Promise<number> {
  const row = await ctx.db
    .selectFrom('invitations')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('account_id', '=', ctx.accountId)
    .where('ended_at', 'is', null)
    .where((of) => (what === 'admins' ? of('role', '=', 'admin') : of('kind', '=', 'client')))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Locks an open invitation until the transaction ends. Null when it ended or is another account's. */
export const holdInvitation = async (ctx: Ctx, id: string): Promise<Invitation | null> =>
  (await open(ctx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

export const findInvitation = async (ctx: Ctx, id: string): Promise<Invitation | null> =>
  (await open(ctx).where('id', '=', id).executeTakeFirst()) ?? null

/** Null when the address has been invited already. `life` in ms. */
export async function insertInvitation(
  ctx: Ctx,
  given: Pick<Invitation, 'kind' | 'email' | 'role' | 'invited_by'>,
  life: number,
): Promise<Invitation | null> {
  const now = ctx.app.clock.wallNow()
  const row = await ctx.db
    .insertInto('invitations')
    .values({
      ...given,
      account_id: ctx.accountId,
      id: nextId(ctx),
      created_at: asDate(now),
      sent_at: asDate(now),
      expires_at: asDate(now + life),
      ended_at: null,
      ended_because: null,
      accepted_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function renewInvitation(ctx: Ctx, id: string, life: number): Promise<void> {
  const now = ctx.app.clock.wallNow()
  await ctx.db
    .updateTable('invitations')
    .set({ sent_at: asDate(now), expires_at: asDate(now + life) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

const end = (ctx: Ctx, as: Pick<Invitation, 'ended_because' | 'accepted_by'>) =>
  ctx.db
    .updateTable('invitations')
    .set({ ...as, ended_at: asDate(ctx.app.clock.wallNow()) })
    .where('account_id', '=', ctx.accountId)
    .where('ended_at', 'is', null)

export async function acceptedBy(ctx: Ctx, id: string, userId: string): Promise<void> {
  await end(ctx, { ended_because: 'accepted', accepted_by: userId }).where('id', '=', id).execute()
}

export async function withdrawInvitation(ctx: Ctx, id: string): Promise<void> {
  await end(ctx, { ended_because: 'withdrawn', accepted_by: null }).where('id', '=', id).execute()
}

/** Withdraws the invitations of a member who may no longer invite. */
export async function withdrawInvitationsOf(ctx: Ctx, inviterId: string): Promise<void> {
  await end(ctx, { ended_because: 'withdrawn', accepted_by: null })
    .where('invited_by', '=', inviterId)
    .execute()
}

/**
 * Returns another account in which a person works, or null. Such accounts are not visible to this account's
 * members.
 */
export async function worksElsewhere(ctx: Ctx, userId: string): Promise<string | null> {
  const found = await sql<{ account_id: string | null }>`
    select works_elsewhere(${userId}, ${ctx.accountId}) as account_id`.execute(ctx.db)
  return found.rows[0]!.account_id
}
