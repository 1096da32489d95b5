import type { AccountState } from '../state/account-state.ts'
import type { World } from '../state/world.ts'
import type { Parameters } from './parameters.ts'

/** One authenticated call of the API. */
export interface Call {
  readonly world: World
  /** The account that owns the objects of this call. */
  readonly state: AccountState
  readonly params: Parameters
  /** Id in the path; empty where the path has none. */
  readonly id: string
  /** Publishable keys may only use an object whose client secret they send. */
  readonly publishable: boolean
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path with `:id` for one id. */
  readonly path: string
  /** True when a browser may call it with a publishable key. */
  readonly browser?: boolean
  handle(call: Call): object
}
