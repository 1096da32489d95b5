/**
 * Replaces zod in browser bundles. The web uses the contract's paths, methods and types; the server checks
 * shapes. vite.config.ts replaces imports of zod from contract/ only.
 */
const nothing: unknown = new Proxy(() => nothing, {
  get: (_target, key) => (key === Symbol.toPrimitive ? () => '' : nothing),
  has: () => false,
  apply: () => nothing,
})

export const z = nothing
