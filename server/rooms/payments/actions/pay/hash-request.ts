import { createHmac, hkdfSync } from 'node:crypto'
import type { Config } from '../../../../platform/config.ts'
import { hashOf } from '../../../../platform/ids.ts'

/**
 * Hashes of what was asked under a request_id: under the present secret, and under the one before it. Keyed, so that
 * nobody who sees the table can find out by trial what a form was filled with.
 */
export const requestHashes = (config: Config, asked: unknown): readonly [Buffer, ...Buffer[]] => {
  const digest = hashOf(asked)
  const under = (secret: string): Buffer =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'quittance/request-hash', 32)))
      .update(digest)
      .digest()
  return config.previousSecret ? [under(config.secret), under(config.previousSecret)] : [under(config.secret)]
}

export const isSameRequest = (stored: Buffer, hashes: readonly Buffer[]): boolean =>
  hashes.some((hash) => hash.equals(stored))
