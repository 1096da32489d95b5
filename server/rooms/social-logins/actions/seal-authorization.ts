import { z } from 'zod'
import type { App, BaseCtx } from '../../../platform/context.ts'
import { sha256 } from '../../../platform/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import { AUTHORIZATION_LIFE_MS } from '../rules.ts'
import { insertSpent } from '../store.ts'

/** To what a sealed text is bound: it opens nowhere else. */
export interface StateBinding {
  readonly what: 'errand' | 'person'
  readonly to: readonly string[]
}

const placeOf = ({ what, to }: StateBinding) => ({
  table: 'spent_authorizations',
  column: what,
  accountId: '',
  rowId: JSON.stringify(to),
})

/**
 * A text that only we can read, for ten minutes and at its place. Nothing is stored of who merely sets out; `values` hold
 * enough random bits for no two of them to be alike.
 */
export function sealAuthorization(app: App, bound: StateBinding, values: object): string {
  const expiresAtMs = app.clock.wallNow() + AUTHORIZATION_LIFE_MS
  const plain = JSON.stringify({ values, expiresAtMs })
  return app.sealer.seal(plain, placeOf(bound)).toString('base64url')
}

/** Throws authorization_expired for a text that was changed, is bound to something else, or too old. */
export function openAuthorization<T>(
  app: App,
  bound: StateBinding,
  text: string,
  shape: z.ZodType<T>,
): { readonly values: T; readonly expiresAtMs: number } {
  const sealed = Buffer.from(text, 'base64url')
  // One spelling only, or a used one would work again in another.
  if (sealed.toString('base64url') !== text) throw refuse('authorization_expired')
  const plain = unseal(app, sealed, bound)
  if (plain === null) throw refuse('authorization_expired')
  const { values, expiresAtMs } = z
    .object({ values: shape, expiresAtMs: z.number() })
    .parse(JSON.parse(plain))
  if (app.clock.wallNow() >= expiresAtMs) throw refuse('authorization_expired')
  return { values, expiresAtMs }
}

/** Null for whatever we did not seal at this place. */
function unseal(app: App, sealed: Buffer, bound: StateBinding): string | null {
  try {
    return app.sealer.open(sealed, placeOf(bound))
  } catch {
    return null
  }
}

/** Uses a sealed text up. Throws authorization_expired when it was used before; of any number at once one succeeds. */
export async function spend(ctx: BaseCtx, text: string, expiresAtMs: number): Promise<void> {
  if (!(await insertSpent(ctx, sha256(text), expiresAtMs))) throw refuse('authorization_expired')
}
