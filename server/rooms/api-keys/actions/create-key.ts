import type { apiKeys } from '../../../../contract/developers/api-keys.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { newSecret } from '../../../platform/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import { expiryOf, keyPrefix, presentKey, writeKey } from '../rules.ts'
import { insertKey, lockAndCountActive } from '../store/keys.ts'
import { namesOfCreators } from './list-keys.ts'
import { requirePerson } from './require-person.ts'

const MAX_KEYS = 50

/** Creates a key and returns it, the only time. Refuses wrong_state at the limit of keys. */
export async function createKey(
  ctx: Ctx,
  { name, scopes, expires_in_days }: InputOf<typeof apiKeys.create>['body'],
): Promise<HandlerReplyOf<typeof apiKeys.create>> {
  const createdBy = requirePerson(ctx.actor)
  if ((await lockAndCountActive(ctx)) >= MAX_KEYS)
    throw refuse('wrong_state', `An account has at most ${MAX_KEYS} API keys. Revoke one first.`)
  const prefix = keyPrefix(ctx.app.config.demo)
  const text = writeKey(prefix, ctx.accountId, newSecret())
  const wallNow = ctx.app.clock.wallNow()
  const expiresAt = expiryOf(wallNow, expires_in_days)
  const granted = [...new Set(scopes)]
  const row = await insertKey(ctx, { name, prefix, text, scopes: granted, expiresAt, createdBy })
  await audit(ctx, 'api-keys.create', { type: 'api_key', id: row.id }, { name, scopes: granted.join(', ') })
  return { ...presentKey(row, (await namesOfCreators(ctx)).get(createdBy), wallNow), key: text }
}
