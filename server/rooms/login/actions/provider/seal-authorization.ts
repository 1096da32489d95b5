import { z } from 'zod'
import type { App, BaseCtx } from '../../../../platform/context.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { AUTHORIZATION_LIFE_MS } from '../../rules.ts'
import { insertSpent } from '../../store.ts'

/** Context to which a sealed text is bound. It opens with the same kind and the same values only. */
export interface SealBinding {
  readonly kind: 'state' | 'person'
  readonly to: readonly string[]
}

const sealContext = ({ kind, to }: SealBinding) => ({
  table: 'spent_authorizations',
  column: kind,
  accountId: '',
  rowId: JSON.stringify(to),
})

/**
 * Seals values for ten minutes into a text that only this installation can read. Nothing is stored, so starting an
 * authorization fills no table. `values` must hold enough random bits to make each text unique.
 */
export function sealAuthorization(app: App, binding: SealBinding, values: object): string {
  const expiresAtMs = app.clock.wallNow() + AUTHORIZATION_LIFE_MS
  const plain = JSON.stringify({ values, expiresAtMs })
  return app.sealer.seal(plain, sealContext(binding)).toString('base64url')
}

/** Opens a sealed text. Throws authorization_expired for a text that was changed, is bound to another context or is too old. */
export function openAuthorization<T>(
  app: App,
  binding: SealBinding,
  text: string,
  shape: z.ZodType<T>,
): { readonly values: T; readonly expiresAtMs: number } {
  const sealed = Buffer.from(text, 'base64url')
  // A second spelling of the same bytes would be spent separately.
  if (sealed.toString('base64url') !== text) throw refuse('authorization_expired')
  const plain = unseal(app, sealed, binding)
  if (plain === null) throw refuse('authorization_expired')
  const { values, expiresAtMs } = z
    .object({ values: shape, expiresAtMs: z.number() })
    .parse(JSON.parse(plain))
  if (app.clock.wallNow() >= expiresAtMs) throw refuse('authorization_expired')
  return { values, expiresAtMs }
}

/** Returns null for bytes that were not sealed in this context. */
function unseal(app: App, sealed: Buffer, binding: SealBinding): string | null {
  try {
    return app.sealer.open(sealed, sealContext(binding))
  } catch {
    return null
  }
}

/** Spends a sealed text. Of any number of concurrent callers one succeeds; the others get authorization_expired. */
export async function spendAuthorization(ctx: BaseCtx, text: string, expiresAtMs: number): Promise<void> {
  if (!(await insertSpent(ctx, sha256(text), expiresAtMs))) throw refuse('authorization_expired')
}
