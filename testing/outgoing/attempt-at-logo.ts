import { isIP } from 'node:net'
import { secureUrl } from '../../domain/parsing/web-address.ts'
import { createWebFiles } from '../../server/platform/web-files/web-files.ts'

/** Reads logos with the product's own checks, where every name leads to loopback. */
export const loopbackFiles = createWebFiles({
  resolve: (_, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
})

/**
 * Returns how the reader of logos begins a connection to the name in an address. With `loopbackFiles`
 * the connection ends at the check of the resolved address.
 */
export function attemptAtLogo(typed: string): string | undefined {
  const url = URL.parse(secureUrl(typed))
  if (url?.protocol !== 'https:' || isIP(url.hostname) !== 0) return
  return `connect ${url.hostname}:${url.port || 443}`
}
