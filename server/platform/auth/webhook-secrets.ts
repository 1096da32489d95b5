import { hkdfSync } from 'node:crypto'
import type { Config } from '../config.ts'

/**
 * Returns the secrets with which a built-in processor signs the events of one account: the current one, then
 * the previous one. Each account has its own, so that a signature for one account is worthless for another.
 */
export const webhookSecrets = (config: Config, processor: string, accountId: string): readonly string[] =>
  [config.secret, config.previousSecret]
    .filter((secret) => secret !== undefined)
    .map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, processor, `quittance/webhook/${accountId}`, 32)).toString(
        'base64url',
      ),
    )
