import type { ApiScope } from '../../../../domain/people/api-scopes.ts'
import { type BaseCtx, type Ctx, enterAccount } from '../../../platform/context.ts'
import { accountInKey, stateOf } from '../rules.ts'
import { findKeyByText, noteUse } from '../store/keys.ts'

export interface EnteredKey {
  readonly ctx: Ctx
  readonly id: string
  readonly name: string
  readonly scopes: readonly ApiScope[]
}

/** Enters the account of a key. Null when the key is unknown, revoked or expired; the caller must then enter nothing else. */
export async function enterAsKey(base: BaseCtx, key: string): Promise<EnteredKey | null> {
  const accountId = accountInKey(key)
  if (accountId === null) return null
  const ctx = await enterAccount(base, accountId)
  const row = await findKeyByText(ctx, key)
  if (row === undefined || stateOf(row, ctx.app.clock.wallNow()) !== 'active') return null
  return { ctx, id: row.id, name: row.name, scopes: row.scopes }
}

/** Notes that a key was used, accurate to a minute. */
export const noteKeyUse = ({ ctx, id }: EnteredKey): Promise<void> => noteUse(ctx, id)
