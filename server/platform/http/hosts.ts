import type { IncomingMessage } from 'node:http'
import { type Config, portalOrigin } from '../config.ts'

/**
 * Returns the company subdomain in a Host header, null on the app's own host, undefined for an unknown host.
 * Nothing else is read from Host: links are built from the configuration and stored names. X-Forwarded-Host
 * is ignored, because a caller can set it; a proxy passes Host on.
 */
export function subDomainOf(
  config: Config,
  { headers }: Pick<IncomingMessage, 'headers'>,
): string | null | undefined {
  const name = (headers.host ?? '').toLowerCase().replace(/:\d{1,5}$/, '')
  if (name === config.baseDomain || name === new URL(config.appOrigin).hostname) return null
  if (!config.production && (name === 'localhost' || name === '127.0.0.1' || name === '[::1]')) return null
  if (!name.endsWith(`.${config.baseDomain}`)) return undefined
  const sub = name.slice(0, -config.baseDomain.length - 1)
  return /^[a-z0-9-]{3,40}$/.test(sub) ? sub : undefined
}

export { portalOrigin }
