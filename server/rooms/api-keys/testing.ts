import { API_SCOPE_NAMES, type ApiScope } from '../../../domain/people/api-scopes.ts'
import type { Ctx } from '../../platform/context.ts'
import { newSecret } from '../../platform/ids.ts'
import { keyPrefix, writeKey } from './rules.ts'
import { insertKey, noteUse, revokeKeyRow } from './store/keys.ts'

/** Creates a key, by default with all scopes. It was used just now, so that uses in the next minute write nothing. */
export async function aKey(
  ctx: Ctx,
  {
    scopes = API_SCOPE_NAMES,
    expiresAt = null,
  }: { scopes?: readonly ApiScope[]; expiresAt?: number | null } = {},
): Promise<{ id: string; key: string }> {
  const prefix = keyPrefix(false)
  const key = writeKey(prefix, ctx.accountId, newSecret())
  const createdBy = ctx.actor.kind === 'staff' ? ctx.actor.userId : ctx.accountId
  const row = await insertKey(ctx, { name: 'Test key', prefix, text: key, scopes, expiresAt, createdBy })
  await noteUse(ctx, row.id)
  return { id: row.id, key }
}

/** Creates a key and revokes it. */
export async function aRevokedKey(ctx: Ctx): Promise<{ id: string; key: string }> {
  const made = await aKey(ctx)
  await revokeKeyRow(ctx, made.id, ctx.actor.kind === 'staff' ? ctx.actor.userId : ctx.accountId)
  return made
}
