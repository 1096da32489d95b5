/**
 * True for an https address, or an http one for trials on the same machine, without credentials or a fragment. Which machines may
 * be called is decided when the address is resolved.
 */
export function isEndpointAddress(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || /\s/.test(address)) return false
  const isLocal = url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  return (
    (url.protocol === 'https:' || isLocal) && url.username === '' && url.password === '' && url.hash === ''
  )
}
