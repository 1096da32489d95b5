import { hkdfSync } from 'node:crypto'
import type { Config } from '../config.ts'

/**
 * Under which a processor inside this program signs the events of one account: the present secret first, then the one
 * before it. Each account has secrets of its own, so that what is signed for one is worth nothing for another.
 */
export const webhookSecrets = (config: Config, processor: string, accountId: string): readonly string[] =>
  [config.secret, config.previousSecret]
    .filter((secret) => secret !== undefined)
    .map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, processor, `quittance/webhook/${accountId}`, 32)).toString(
        'base64url',
      ),
    )
