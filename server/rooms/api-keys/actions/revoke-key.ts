import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { lockKey, revokeKeyRow } from '../store/keys.ts'
import { requirePerson } from './require-person.ts'

/** Ends a key at once. One that is revoked already stays so. Refuses not_found. */
export async function revokeKey(ctx: Ctx, id: string): Promise<void> {
  const userId = requirePerson(ctx.actor)
  const row = await lockKey(ctx, id)
  if (row === undefined) throw refuse('not_found')
  if (row.revoked_at !== null) return
  await revokeKeyRow(ctx, id, userId)
  await audit(ctx, 'api-keys.revoke', { type: 'api_key', id }, { name: row.name })
}
