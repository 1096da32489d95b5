import { createHmac, hkdfSync } from 'node:crypto'
import type { Config } from '../config.ts'

/**
 * Returns the signatures that authenticate the link of a row: an HMAC over its account and id, 43 URL-safe
 * characters. The first is made with the current secret, the second with the previous one. A signature can be
 * recomputed at any time, so a link can be shown again although only its hash is stored. `purpose` separates
 * the kinds of links.
 */
export const linkSignatures = (
  config: Config,
  purpose: string,
  accountId: string,
  id: string,
): readonly [string, ...string[]] => {
  const sign = (secret: string): string =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, accountId, `quittance/link/${purpose}`, 32)))
      .update(id)
      .digest('base64url')
  const before = config.previousSecret === undefined ? [] : [sign(config.previousSecret)]
  return [sign(config.secret), ...before]
}
