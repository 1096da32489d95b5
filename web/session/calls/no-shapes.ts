/**
 * Stands in for zod in what browsers download. The web uses the contract's paths, methods and types; shapes are checked
 * by the server. vite.config.ts swaps it in for imports of zod from contract/ only.
 */
const nothing: unknown = new Proxy(() => nothing, {
  get: (_target, key) => (key === Symbol.toPrimitive ? () => '' : nothing),
  has: () => false,
  apply: () => nothing,
})

export const z = nothing
