import type { FastifyInstance } from 'fastify'

/**
 * Which methods an address of the API takes, of all routes that are added from now on: for a caller who came with another
 * one. Empty for an address that there isn't.
 */
export function watchMethods(server: FastifyInstance): (path: string) => string[] {
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  server.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return
    const known = patterns.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const one of [method].flat()) known.methods.add(one)
    patterns.set(url, known)
  })
  return (path) => {
    const methods = new Set<string>()
    for (const known of patterns.values())
      if (known.pattern.test(path)) for (const method of known.methods) methods.add(method)
    return [...methods].sort()
  }
}

/** `/api/invoices/:invoice/` as a pattern, with or without its last slash. */
function patternOf(url: string): RegExp {
  const parts = url
    .replace(/\/$/, '')
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&')))
  return new RegExp(`^${parts.join('/')}/?$`)
}
