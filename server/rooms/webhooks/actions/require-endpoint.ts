import type { Actor, Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findEndpoint, lockEndpoint } from '../store/endpoints.ts'
import type { EndpointRow } from '../tables.ts'

/** Returns the id of the person who manages endpoints. Refuses not_allowed for anybody else. */
export function requirePerson(actor: Actor): string {
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  return actor.userId
}

/** Refuses not_found. */
export async function requireEndpoint(ctx: Ctx, id: string): Promise<EndpointRow> {
  const row = await findEndpoint(ctx, id)
  if (row === undefined) throw refuse('not_found')
  return row
}

/** Locks the endpoint. Refuses not_found. */
export async function requireLocked(ctx: Ctx, id: string): Promise<EndpointRow> {
  const row = await lockEndpoint(ctx, id)
  if (row === undefined) throw refuse('not_found')
  return row
}
