import { sql } from 'kysely'
import { deviceWords } from '../../../../domain/people/device.ts'
import type { StaffRole } from '../../../../domain/people/roles.ts'
import { ACCESS_TOKEN_LIFE_S, type Audience } from '../../../platform/auth/session-tokens.ts'
import { asDate } from '../../../platform/clock.ts'
import { type BaseCtx, passOn } from '../../../platform/context.ts'
import type { Decoy } from '../tables.ts'
import { wallTime } from './wall-time.ts'

export interface Session {
  readonly id: string
  readonly audience: Audience
  /** User (also for previews), portal user or pay link. A made-up id for decoys. */
  readonly subject: string
  readonly accountId: string | null
  readonly customerId: string | null
  readonly invoiceId: string | null
  readonly unlocked: boolean
  /** When the person last entered the second factor, epoch ms. */
  readonly provedAtMs: number | null
  readonly generation: number
  readonly rotatedAtMs: number
  readonly expiresAtMs: number
  /** Also true when the parent session has ended. */
  readonly ended: boolean
  /** Role of the previewing member when the preview began. Null for other audiences. */
  readonly role: StaffRole | null
  /** Person of a staff session or preview; made up for decoys. Null for other audiences. */
  readonly person: {
    email: string
    firstName: string
    lastName: string
    emailVerified: boolean
    homeAccountId: string | null
    secondFactor: boolean
  } | null
}

export interface NewSession {
  readonly id: string
  readonly audience: Audience
  readonly userId?: string
  readonly decoy?: Decoy
  readonly accountId?: string
  readonly portalUserId?: string
  readonly customerId?: string
  readonly invoiceId?: string
  readonly payLinkId?: string
  readonly parentId?: string
  readonly role?: StaffRole
  /** True when the person has just entered the second factor. */
  readonly proved?: boolean
  readonly nowMs: number
  readonly expiresAtMs: number
}

export async function insertSession(ctx: BaseCtx, session: NewSession): Promise<void> {
  const now = asDate(session.nowMs)
  await ctx.db
    .insertInto('sessions')
    .values({
      id: session.id,
      audience: session.audience,
      user_id: session.userId ?? null,
      decoy: session.decoy ? JSON.stringify(session.decoy) : null,
      account_id: session.accountId ?? null,
      portal_user_id: session.portalUserId ?? null,
      customer_id: session.customerId ?? null,
      invoice_id: session.invoiceId ?? null,
      pay_link_id: session.payLinkId ?? null,
      parent_id: session.parentId ?? null,
      role: session.role ?? null,
      proved_at: session.proved ? now : null,
      rotated_at: now,
      created_at: now,
      expires_at: asDate(session.expiresAtMs),
      ip: ctx.ip,
      device: deviceWords(ctx.userAgent),
    })
    .execute()
}

interface SessionRow {
  id: string
  audience: Audience
  user_id: string | null
  portal_user_id: string | null
  pay_link_id: string | null
  decoy: Decoy | null
  account_id: string | null
  customer_id: string | null
  invoice_id: string | null
  unlocked_at: Date | null
  proved_at: Date | null
  generation: number
  rotated_at: Date
  expires_at: Date
  revoked_at: Date | null
  role: StaffRole | null
  parent_revoked_at: Date | null
  parent_expires_at: Date | null
  email: string | null
  first_name: string | null
  last_name: string | null
  email_verified_at: Date | null
  disabled_at: Date | null
  home_account_id: string | null
  second_factor_confirmed_at: Date | null
}

/**
 * Reads the session with its person, ended or not, and sets the user for row-level policies, in one round
 * trip. It is the first statement of nearly every request.
 */
export async function readSession(ctx: BaseCtx, id: string): Promise<Session | null> {
  const result = await sql<SessionRow>`
    select s.id, s.audience, s.user_id, s.portal_user_id, s.pay_link_id, s.decoy, s.account_id, s.customer_id, s.invoice_id,
      s.unlocked_at, s.proved_at, s.generation, s.rotated_at, s.expires_at, s.revoked_at, s.role,
      p.revoked_at as parent_revoked_at, p.expires_at as parent_expires_at,
      u.email, u.first_name, u.last_name, u.email_verified_at, u.disabled_at, u.home_account_id, u.second_factor_confirmed_at,
      set_config('app.user_id', coalesce(s.user_id::text, ''), true)
    from sessions s left join users u on u.id = s.user_id
      left join sessions p on p.id = s.parent_id
    where s.id = ${id}`.execute(ctx.db)
  const row = result.rows[0]
  if (row === undefined) return null
  await passOn(ctx, 'app.user_id', row.user_id ?? '')
  return toSession(row, ctx.app.clock.wallNow())
}

const toSession = (row: SessionRow, nowMs: number): Session => ({
  id: row.id,
  audience: row.audience,
  subject: row.user_id ?? row.portal_user_id ?? row.pay_link_id ?? row.decoy?.user_id ?? '',
  accountId: row.account_id,
  customerId: row.customer_id,
  invoiceId: row.invoice_id,
  unlocked: row.unlocked_at !== null,
  provedAtMs: row.proved_at?.getTime() ?? null,
  generation: row.generation,
  rotatedAtMs: row.rotated_at.getTime(),
  expiresAtMs: row.expires_at.getTime(),
  ended:
    row.disabled_at !== null ||
    isOver(row.revoked_at, row.expires_at, nowMs) ||
    isOver(row.parent_revoked_at, row.parent_expires_at, nowMs),
  role: row.role,
  person: personOf(row),
})

const isOver = (revokedAt: Date | null, expiresAt: Date | null, nowMs: number): boolean =>
  revokedAt !== null || (expiresAt !== null && expiresAt.getTime() <= nowMs)

function personOf(row: SessionRow): Session['person'] {
  if (row.email !== null) {
    return {
      email: row.email,
      firstName: row.first_name ?? '',
      lastName: row.last_name ?? '',
      emailVerified: row.email_verified_at !== null,
      homeAccountId: row.home_account_id,
      secondFactor: row.second_factor_confirmed_at !== null,
    }
  }
  if (row.decoy === null) return null
  const { email, first_name, last_name } = row.decoy
  return {
    ...{ email, firstName: first_name, lastName: last_name },
    ...{ emailVerified: false, homeAccountId: null, secondFactor: false },
  }
}

export interface LiveSession {
  readonly id: string
  readonly ip: string | null
  readonly device: string | null
  readonly createdAtMs: number
  readonly rotatedAtMs: number
  readonly expiresAtMs: number
}

/** Owner of sessions: a person of the business app, or a customer's portal login. */
export type SessionOwner = { readonly userId: string } | { readonly portalUserId: string }

/** Lists the sessions of a login that can still be refreshed, the latest used first. */
export async function selectLiveSessions(ctx: BaseCtx, whose: SessionOwner): Promise<LiveSession[]> {
  const now = wallTime(ctx)
  const { column, id, audience } = columnOf(whose)
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'ip', 'device', 'created_at', 'rotated_at', 'expires_at'])
    .where(column, '=', id)
    .where('audience', '=', audience)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('rotated_at', '>', asDate(now.getTime() - ACCESS_TOKEN_LIFE_S * 1000))
    .orderBy('rotated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    ip: row.ip,
    device: row.device,
    createdAtMs: row.created_at.getTime(),
    rotatedAtMs: row.rotated_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
  }))
}

/** The audience excludes a person's previews, which are not logins. */
const columnOf = (whose: SessionOwner) =>
  'userId' in whose
    ? ({ column: 'user_id', id: whose.userId, audience: 'staff' } as const)
    : ({ column: 'portal_user_id', id: whose.portalUserId, audience: 'portal' } as const)

/** Deletes up to `most` sessions that ended before `before`. The index is on this exact expression. */
export async function deleteEndedSessions(ctx: BaseCtx, before: Date, most: number): Promise<void> {
  await sql`delete from sessions where id in (
    select id from sessions where least(expires_at, coalesce(revoked_at, expires_at)) < ${before}
    limit ${most})`.execute(ctx.db)
}

/** False when another caller was first or the session has ended. */
export async function rotateSession(ctx: BaseCtx, id: string, generation: number): Promise<boolean> {
  const now = wallTime(ctx)
  const row = await ctx.db
    .updateTable('sessions')
    .set({ generation: generation + 1, rotated_at: now })
    .where('id', '=', id)
    .where('generation', '=', generation)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('generation')
    .executeTakeFirst()
  return row !== undefined
}

/** True when the emailed code was entered in this session of a pay link, ended or not. */
export async function isUnlocked(ctx: BaseCtx, id: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('sessions')
    .select('unlocked_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.unlocked_at != null
}

export async function unlockSession(ctx: BaseCtx, id: string): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ unlocked_at: wallTime(ctx) })
    .where('id', '=', id)
    .execute()
}

/** Records that the person has just entered the second factor. */
export async function markProved(ctx: BaseCtx, id: string): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ proved_at: wallTime(ctx) })
    .where('id', '=', id)
    .execute()
}

/**
 * Ends one session, one session of a given login, a person's previews of one account, or all sessions of a
 * login except one, previews included. Each is refused from its next request on. Returns how many live sessions it ended.
 */
export async function revokeSessions(
  ctx: BaseCtx,
  whose:
    | { sessionId: string }
    | (SessionOwner & { sessionId: string })
    | { userId: string; previewsOf: string }
    | (SessionOwner & { except?: string }),
  because: string,
): Promise<number> {
  let query = ctx.db
    .updateTable('sessions')
    .set({ revoked_at: wallTime(ctx), revoked_because: because })
    .where('revoked_at', 'is', null)
  if ('sessionId' in whose) query = query.where('id', '=', whose.sessionId)
  if ('userId' in whose || 'portalUserId' in whose) {
    const { column, id, audience } = columnOf(whose)
    query = query.where(column, '=', id)
    // A session ended by id was found in the list of that login, which has one audience.
    if ('sessionId' in whose) query = query.where('audience', '=', audience)
  }
  if ('previewsOf' in whose)
    query = query.where('audience', '=', 'preview').where('account_id', '=', whose.previewsOf)
  if ('except' in whose && whose.except) query = query.where('id', '<>', whose.except)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return Number(numUpdatedRows)
}
