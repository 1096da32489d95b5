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

/** Invitations that nobody has accepted or withdrawn, the newest first, with who sent them. */
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

/** How many invitations stand that would make somebody an admin, or a company a client. One that is out of date counts: it can be sent again. */
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

/** One that stands, locked until the transaction ends. Null when it ended or isn't the account's. */
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

/** What somebody promised who may not promise any more. */
export async function withdrawInvitationsOf(ctx: Ctx, inviterId: string): Promise<void> {
  await end(ctx, { ended_because: 'withdrawn', accepted_by: null })
    .where('invited_by', '=', inviterId)
    .execute()
}

/** Another account in which a person works, of those that this account's people can't see; null when there is none. */
export async function worksElsewhere(ctx: Ctx, userId: string): Promise<string | null> {
  const found = await sql<{ account_id: string | null }>`
    select works_elsewhere(${userId}, ${ctx.accountId}) as account_id`.execute(ctx.db)
  return found.rows[0]!.account_id
}
