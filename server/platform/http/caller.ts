import type { Access } from '../../../contract/route.ts'
import type { BaseCtx, Ctx } from '../context.ts'
import type { TokenClaims } from '../session-tokens.ts'

/** What a request says of who sends it. All of it is checked; none of it is believed. */
export interface CallerFacts {
  readonly claims: TokenClaims | null
  /** A token was sent, but it is not genuine or has expired. */
  readonly badToken: boolean
  /** The company's subdomain that the Host names, or null on the app's own host. */
  readonly subDomain: string | null
  readonly accountInPath: string | null
  readonly accountHeader: string | null
  readonly customerHeader: string | null
}

/**
 * Lets a caller in, or refuses: not_signed_in, session_ended, email_not_verified, not_allowed, not_found.
 * Returns the context with its actor and, for routes inside an account, with its tenant set.
 */
export type Doorkeeper = (ctx: BaseCtx, access: Access, facts: CallerFacts) => Promise<BaseCtx | Ctx>
