import { hkdfSync } from 'node:crypto'
import type { Config } from './config.ts'

/** Under which a processor inside this program signs its events: the present secret first, then the one before it. */
export const webhookSecrets = (config: Config, processor: string): readonly string[] =>
  [config.secret, config.previousSecret]
    .filter((secret) => secret !== undefined)
    .map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, processor, 'quittance/webhook', 32)).toString('base64url'),
    )
