import { z } from 'zod'
import type { App, BaseCtx } from '../../../../platform/context.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { AUTHORIZATION_LIFE_MS } from '../../rules.ts'
import { insertSpent } from '../../store.ts'

/** Context to which an encrypted text is bound. It opens with the same kind and the same values only. */
export interface EncryptionBinding {
  readonly kind: 'state' | 'person'
  readonly to: readonly string[]
}

const encryptionContext = ({ kind, to }: EncryptionBinding) => ({
  table: 'spent_authorizations',
  column: kind,
  accountId: '',
  rowId: JSON.stringify(to),
})

/**
 * Encrypts values for ten minutes into a text that only this installation can read. Nothing is stored, so starting an
 * authorization fills no table. `values` must hold enough random bits to make each text unique.
 */
export function encryptAuthorization(app: App, binding: EncryptionBinding, values: object): string {
  const expiresAtMs = app.clock.wallNow() + AUTHORIZATION_LIFE_MS
  const plain = JSON.stringify({ values, expiresAtMs })
  return app.encryption.encrypt(plain, encryptionContext(binding)).toString('base64url')
}

/** Decrypts a text. Throws authorization_expired for a text that was changed, is bound to another context or is too old. */
export function decryptAuthorization<T>(
  app: App,
  binding: EncryptionBinding,
  text: string,
  shape: z.ZodType<T>,
): { readonly values: T; readonly expiresAtMs: number } {
  const encrypted = Buffer.from(text, 'base64url')
  // A second spelling of the same bytes would be spent separately.
  if (encrypted.toString('base64url') !== text) throw refuse('authorization_expired')
  const plain = tryDecrypt(app, encrypted, binding)
  if (plain === null) throw refuse('authorization_expired')
  const { values, expiresAtMs } = z
    .object({ values: shape, expiresAtMs: z.number() })
    .parse(JSON.parse(plain))
  if (app.clock.wallNow() >= expiresAtMs) throw refuse('authorization_expired')
  return { values, expiresAtMs }
}

/** Returns null for bytes that were not encrypted in this context. */
function tryDecrypt(app: App, encrypted: Buffer, binding: EncryptionBinding): string | null {
  try {
    return app.encryption.decrypt(encrypted, encryptionContext(binding))
  } catch {
    return null
  }
}

/** Spends an encrypted text. Of any number of concurrent callers one succeeds; the others get authorization_expired. */
export async function spendAuthorization(ctx: BaseCtx, text: string, expiresAtMs: number): Promise<void> {
  if (!(await insertSpent(ctx, sha256(text), expiresAtMs))) throw refuse('authorization_expired')
}
