import type { FastifyRequest } from 'fastify'
import type { Access } from '../../../contract/route.ts'
import type { TokenClaims } from '../auth/session-tokens.ts'
import type { App, BaseCtx, Caller, Ctx } from '../context.ts'
import { isId } from '../ids.ts'
import { refuse } from '../refusal.ts'
import { subDomainOf } from './hosts.ts'

/** What a request says of who sends it. All of it is checked; none of it is believed. */
export interface CallerFacts {
  readonly claims: TokenClaims | null
  /** A token was sent, but it is not genuine or has expired. */
  readonly badToken: boolean
  /** The company's subdomain that the Host names, or null on the app's own host. */
  readonly subDomain: string | null
  /** By its method the request asks for something, and changes nothing. */
  readonly isRead: boolean
  readonly accountInPath: string | null
  readonly accountHeader: string | null
  readonly customerHeader: string | null
}

/**
 * Lets a caller in, or refuses: not_signed_in, session_ended, email_not_verified, not_allowed, not_found.
 * Returns the context with its actor and, for routes inside an account, with its tenant set.
 */
export type Authorizer = (ctx: BaseCtx, access: Access, facts: CallerFacts) => Promise<BaseCtx | Ctx>

export const callerOf = (request: FastifyRequest): Caller => ({
  requestId: request.id,
  ip: request.ip,
  userAgent: request.headers['user-agent'],
})

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What the head of a request says of its sender. Refuses unknown_host, and not_found for an id that is none. */
export async function callerFacts(app: App, request: FastifyRequest): Promise<CallerFacts> {
  const subDomain = subDomainOf(app.config, request.raw)
  if (subDomain === undefined) throw refuse('unknown_host')
  const token = /^(?:Bearer|JWT) ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(request.headers.authorization ?? '')?.[1]
  const verified = token === undefined ? null : await app.tokens.verify(token, app.clock.wallNow())
  return {
    claims: verified?.ok ? verified.claims : null,
    badToken: request.headers.authorization !== undefined && !verified?.ok,
    subDomain,
    isRead: READS.has(request.method),
    accountInPath: (request.params as { account?: string }).account ?? null,
    accountHeader: headerId(request, 'x-account-id'),
    customerHeader: headerId(request, 'x-customer-id'),
  }
}

function headerId(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  if (value === undefined) return null
  if (typeof value !== 'string' || !isId(value.toLowerCase())) throw refuse('not_found')
  return value.toLowerCase()
}

/** The content type without its parameters, in lower case; empty when none is named. */
export const mediaType = (request: FastifyRequest): string =>
  (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
