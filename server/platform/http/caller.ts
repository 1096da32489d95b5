import type { FastifyRequest } from 'fastify'
import type { Access } from '../../../contract/route.ts'
import type { TokenClaims } from '../auth/session-tokens.ts'
import type { App, BaseCtx, Caller, Ctx } from '../context.ts'
import { isId } from '../ids.ts'
import { readerLanguage } from '../languages/reader-language.ts'
import { refuse } from '../refusal.ts'
import { subDomainOf } from './hosts.ts'

/** Unverified statements of a request about its sender. Authorization checks all of them. */
export interface CallerFacts {
  readonly claims: TokenClaims | null
  /** An API key as it was sent, or null. */
  readonly apiKey: string | null
  /** True when a token was sent that is not genuine or has expired. */
  readonly badToken: boolean
  /** Company subdomain in the Host header, or null on the app's own host. */
  readonly subDomain: string | null
  /** True for methods that change nothing. */
  readonly isRead: boolean
  readonly accountInPath: string | null
  readonly accountHeader: string | null
  readonly customerHeader: string | null
}

/**
 * Authorizes a caller or throws not_signed_in, session_ended, email_not_verified, not_allowed or not_found.
 * Returns the context with its actor and, for routes inside an account, with its tenant set.
 */
export type Authorizer = (ctx: BaseCtx, access: Access, facts: CallerFacts) => Promise<BaseCtx | Ctx>

/** Returns the id of a live API key, by which its requests are counted; null for any other text. */
export type IdentifyKey = (ctx: BaseCtx, key: string) => Promise<string | null>

export const callerOf = (request: FastifyRequest): Caller => ({
  requestId: request.id,
  language: readerLanguage(request),
  ip: request.ip,
  userAgent: request.headers['user-agent'],
})

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Reads a request's headers and path. Throws unknown_host, and not_found for a malformed account id. */
export async function callerFacts(app: App, request: FastifyRequest): Promise<CallerFacts> {
  const subDomain = subDomainOf(app.config, request.raw)
  if (subDomain === undefined) throw refuse('unknown_host')
  const authorization = request.headers.authorization ?? ''
  const apiKey = /^Bearer (qk_[\w-]{1,100})$/.exec(authorization)?.[1] ?? null
  const token = /^(?:Bearer|JWT) ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization)?.[1]
  const verified = token === undefined ? null : await app.tokens.verify(token, app.clock.wallNow())
  return {
    claims: verified?.ok ? verified.claims : null,
    apiKey,
    badToken: request.headers.authorization !== undefined && apiKey === null && !verified?.ok,
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

/** Returns the content type without parameters in lower case; empty when absent. */
export const mediaType = (request: FastifyRequest): string =>
  (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
