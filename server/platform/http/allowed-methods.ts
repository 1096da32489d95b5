import type { FastifyInstance } from 'fastify'

/**
 * Returns a function that lists the methods of an API path, for 405 answers. Covers routes added from now on.
 * The list is empty for an unknown path.
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

/** Turns `/api/invoices/:invoice/` into a pattern with an optional trailing slash. */
function patternOf(url: string): RegExp {
  const parts = url
    .replace(/\/$/, '')
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&')))
  return new RegExp(`^${parts.join('/')}/?$`)
}
