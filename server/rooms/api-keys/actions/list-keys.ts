import type { ApiKeyReply } from '../../../../contract/developers/api-keys.ts'
import type { Ctx } from '../../../platform/context.ts'
import { selectMembers } from '../../accounts/index.ts'
import { presentKey } from '../rules.ts'
import { selectKeys } from '../store/keys.ts'

/** Returns all keys of the account, the newest first. */
export async function listKeys(ctx: Ctx): Promise<{ results: ApiKeyReply[] }> {
  const names = await namesOfCreators(ctx)
  const now = ctx.app.clock.wallNow()
  const rows = await selectKeys(ctx)
  return { results: rows.map((row) => presentKey(row, names.get(row.created_by), now)) }
}

/** Returns the names of the account's members by their ids. */
export async function namesOfCreators(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  const members = await selectMembers(ctx)
  return new Map(members.map((one) => [one.userId, `${one.firstName} ${one.lastName}`.trim() || one.email]))
}
