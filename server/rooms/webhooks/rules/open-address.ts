/** Names that never lead to the public internet (RFC 6761, RFC 8375). */
const INNER_NAMES = /(^|\.)(localhost|local|internal|home\.arpa|test|invalid|onion)\.?$/i
const LOOPBACK = new Set(['localhost', '127.0.0.1'])

/**
 * True when an address may lead to the public internet: https, and no name of an inner network. `toLoopback` allows this machine
 * by http. Networks of IP addresses are not checked here.
 */
export function isOpenAddress(address: string, toLoopback: boolean): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  if (LOOPBACK.has(url.hostname)) return toLoopback
  return url.protocol === 'https:' && url.hostname.includes('.') && !INNER_NAMES.test(url.hostname)
}
