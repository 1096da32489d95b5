import type { ApiKeyReply } from '../../../../contract/developers/api-keys.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { presentKey } from '../rules.ts'
import { lockKey, renameKeyRow } from '../store/keys.ts'
import { namesOfCreators } from './list-keys.ts'
import { requirePerson } from './require-person.ts'

/** Refuses not_found. */
export async function renameKey(ctx: Ctx, id: string, name: string): Promise<ApiKeyReply> {
  requirePerson(ctx.actor)
  const before = await lockKey(ctx, id)
  if (before === undefined) throw refuse('not_found')
  const row = await renameKeyRow(ctx, id, name)
  await audit(ctx, 'api-keys.rename', { type: 'api_key', id }, { name, before: before.name })
  return presentKey(row, (await namesOfCreators(ctx)).get(row.created_by), ctx.app.clock.wallNow())
}
