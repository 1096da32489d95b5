import { sql } from 'kysely'
import type { SignInProvider } from '../../../../domain/people/sign-in-providers.ts'
import type { BaseCtx } from '../../../platform/context.ts'
import type { Decoy } from '../tables.ts'
import { wallTime } from './wall-time.ts'

/** A person at a provider: the provider's own key, never the address. */
export interface ExternalKey {
  readonly provider: SignInProvider
  readonly subject: string
}

/** The address as the provider reports it. */
export interface Vouched {
  readonly email: string | null
  readonly emailVerified: boolean
}

/** Target of a provider login: a person, or the decoy of a sign-up with a known address. */
export type Linked = { readonly userId: string } | { readonly decoy: Decoy }

export async function findLinked(ctx: BaseCtx, { provider, subject }: ExternalKey): Promise<Linked | null> {
  const row = await ctx.db
    .selectFrom('external_identities')
    .select(['user_id', 'decoy'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (row === undefined) return null
  return row.user_id !== null ? { userId: row.user_id } : { decoy: row.decoy! }
}

/**
 * Links a provider login to `whose`. Returns false and changes nothing when the login leads to a person
 * already, or the person has another login at this provider. A login that led to a decoy is relinked.
 */
export async function insertLink(
  ctx: BaseCtx,
  key: ExternalKey,
  whose: Linked,
  vouched: Vouched,
): Promise<boolean> {
  await ctx.db
    .deleteFrom('external_identities')
    .where('provider', '=', key.provider)
    .where('subject', '=', key.subject)
    .where('user_id', 'is', null)
    .execute()
  const row = await ctx.db
    .insertInto('external_identities')
    .values({
      ...{ provider: key.provider, subject: key.subject, linked_at: wallTime(ctx) },
      user_id: 'userId' in whose ? whose.userId : null,
      decoy: 'decoy' in whose ? JSON.stringify(whose.decoy) : null,
      email: vouched.email,
      email_verified: vouched.emailVerified,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider')
    .executeTakeFirst()
  return row !== undefined
}

export interface Link {
  readonly provider: string
  readonly email: string | null
  readonly linkedAtMs: number
}

export async function selectLinks(ctx: BaseCtx, userId: string): Promise<Link[]> {
  const rows = await ctx.db
    .selectFrom('external_identities')
    .select(['provider', 'email', 'linked_at'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .execute()
  return rows.map((row) => ({
    provider: row.provider,
    email: row.email,
    linkedAtMs: row.linked_at.getTime(),
  }))
}

/** False when there was none. */
export async function deleteLink(ctx: BaseCtx, userId: string, provider: SignInProvider): Promise<boolean> {
  const row = await ctx.db
    .deleteFrom('external_identities')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .returning('provider')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a person's links except those whose provider verified this address. `email` is normalized. */
export async function deleteUnvouchedLinks(ctx: BaseCtx, userId: string, email: string): Promise<void> {
  await sql`delete from external_identities
    where user_id = ${userId} and not (email_verified and lower(coalesce(email, '')) = ${email})`.execute(
    ctx.db,
  )
}
