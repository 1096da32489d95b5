import { createHmac, hkdfSync } from 'node:crypto'
import type { Config } from '../../../../platform/config.ts'
import { hashOf } from '../../../../platform/ids.ts'

/**
 * Hashes the values of a request, with the current secret and the previous one. The hash is keyed, so that
 * nobody who reads the table can guess form values by trial.
 */
export const requestHashes = (config: Config, values: unknown): readonly [Buffer, ...Buffer[]] => {
  const digest = hashOf(values)
  const under = (secret: string): Buffer =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'quittance/request-hash', 32)))
      .update(digest)
      .digest()
  return config.previousSecret ? [under(config.secret), under(config.previousSecret)] : [under(config.secret)]
}

export const isSameRequest = (stored: Buffer, hashes: readonly Buffer[]): boolean =>
  hashes.some((hash) => hash.equals(stored))
