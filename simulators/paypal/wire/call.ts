import type { Business } from '../state/business.ts'
import type { World } from '../state/world.ts'
import { PayPalError } from './paypal-error.ts'

/** One authenticated call. */
export interface Call {
  readonly world: World
  /** The business in whose name the call is made; null for a partner's own calls. */
  readonly business: Business | null
  /** True for a call of the partner, also where it names a business. */
  readonly byPartner: boolean
  /** Values of the path, in its order. */
  readonly ids: readonly string[]
  readonly query: URLSearchParams
  readonly body: unknown
  /** The body as it was sent. */
  readonly json: string
}

export interface Reply {
  readonly status: number
  readonly body: object | null
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path with `:id` for each id. */
  readonly path: string
  /** How long an answer is kept for its PayPal-Request-Id; undefined where the header has no effect. */
  readonly keptMs?: number
  handle(call: Call): Reply
}

export function businessOf({ business }: Call): Business {
  if (business === null) throw new PayPalError(403, 'PERMISSION_DENIED')
  return business
}

/** Reads a text of a JSON body by its path, such as 'amount.value'. */
export function textAt(body: unknown, path: string): string | undefined {
  const value = valueAt(body, path)
  return typeof value === 'string' ? value : undefined
}

export function valueAt(body: unknown, path: string): unknown {
  let value = body
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}
