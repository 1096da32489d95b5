import { createHmac, hkdfSync } from 'node:crypto'
import type { Config } from '../config.ts'

/**
 * What makes the link of a row genuine: a signature over its account and id that only we can make, 43 characters that are
 * safe in a URL. By the present secret first, then by the one before it. It can be made again at any time, so that a link
 * can be shown again although nothing but its hash is kept. `purpose` keeps the links of one kind from opening another.
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
