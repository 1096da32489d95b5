import type { z } from 'zod'
import type { PlanFeature } from '../domain/accounts/plans.ts'
import { type ApiScope, scopeOfRight } from '../domain/people/api-scopes.ts'
import type { Right } from '../domain/people/roles.ts'

/**
 * Callers allowed on a route. The server doesn't start when a route has no access.
 * - public: anybody; `host: 'company'` routes exist only on a company's subdomain, `host: 'either'` routes
 *   concern that company when they are called there, `host: 'any'` routes are the same everywhere. Without a
 *   host they exist only on the app's own host, like those of `user` and `staff`: a portal's host serves only
 *   the portal.
 * - session: any live session of any kind except a preview, which has its own call to end it.
 * - user: a logged-in user of the business app, before an account is chosen.
 * - login: a caller's own login: on the app's own host a user of the business app, on a company's host a
 *   customer of that company. Not a preview or a pay link.
 * - staff: a member of the account in the path (or in X-Account-Id) whose role has the right; with `stepUp`
 *   an admin who has a second factor must have proved it recently; with `feature` the account's plan must
 *   include it. An API key of the account is admitted with the scope of the right (scopeOfRoute), unless
 *   `keys` is 'never', because the action needs a person, or `stepUp` asks for one.
 * - customer: a portal session on its own company's subdomain; X-Customer-Id selects within it. A preview of
 *   that customer too, where the route only reads.
 * - payer: a portal session, or a pay link's session for its one invoice. A preview as above.
 * - preview: a preview on its own company's subdomain.
 * - signed: no login. The request is signed with a secret shared by its sender and us.
 * - demo: anybody, but only in demo mode.
 */
export type Access =
  | { readonly kind: 'public'; readonly host?: 'company' | 'either' | 'any' }
  | { readonly kind: 'session' }
  | { readonly kind: 'user'; readonly unverified?: true }
  | { readonly kind: 'login' }
  | {
      readonly kind: 'staff'
      readonly right: Right
      readonly stepUp?: true
      readonly feature?: PlanFeature
      readonly keys?: 'never'
    }
  | { readonly kind: 'customer' }
  | { readonly kind: 'payer' }
  | { readonly kind: 'preview' }
  | { readonly kind: 'signed' }
  | { readonly kind: 'demo' }

/** Calls allowed in a window, by IP address and, where `also` names a body field, by its value. */
export interface RateLimit {
  readonly limit: number
  readonly windowSeconds: number
  readonly also?: { readonly field: string; readonly limit: number }
  /**
   * Counts only calls without a valid token, so that they can't use up the limit of people at the same
   * address. The action limits the callers who are admitted. Not for a route that is open to everybody.
   */
  readonly unauthenticatedOnly?: true
}

/** A request body that is a file: its media types and maximum size. */
export interface FileBody {
  readonly file: readonly string[]
  readonly maxBytes: number
}

/** A request whose raw bytes are kept, because a signature covers them. */
export interface RawBody {
  readonly raw: readonly string[]
  readonly maxBytes: number
}

/** A raw request as its handler receives it. Header names are in lower case. */
export interface RawMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** Ends in a slash. `:name` is a parameter. */
  readonly path: `/${string}/`
  readonly summary: string
  readonly access: Access
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType | FileBody | RawBody
  /** Limit of a JSON body larger than JSON_LIMIT_BYTES; files and raw bodies have their own. */
  readonly bodyLimitBytes?: number
  /** The response: a shape (other fields are stripped), a file, or nothing. */
  readonly reply: z.ZodType | 'file' | 'nothing'
  readonly status?: 200 | 201 | 202
  readonly rateLimit?: RateLimit
  /**
   * Cookie that the route reads and sets. Such a route requires the caller's own origin and the header
   * OWN_PAGE_HEADER, which no form and no script of another origin can send.
   */
  readonly cookie?: `__Host-${string}`
  /**
   * Its reads may run on a replica, which is seconds behind but always has the account's own writes. Only for reports,
   * exports and searches of staff: never for a call that decides about money (docs/decisions/0030-replica-reads.md).
   */
  readonly mayReadReplica?: true
}

/** The scope with which an API key may call the route; null where none may. */
export const scopeOfRoute = ({ access }: Pick<Route, 'access'>): ApiScope | null =>
  access.kind === 'staff' && access.keys !== 'never' && access.stepUp !== true
    ? scopeOfRight(access.right)
    : null

/** Callers inside an account, where the answers to their writes can be kept. */
const INSIDE_ACCOUNT: ReadonlySet<Access['kind']> = new Set(['staff', 'customer', 'payer'])

/**
 * Returns how a route treats an Idempotency-Key: a repeated write gets the answer that was kept, a read (every file is one) has
 * nothing to keep, and a call outside an account refuses the header.
 */
export function idempotencyOf({
  method,
  access,
  reply,
}: Pick<Route, 'method' | 'access' | 'reply'>): 'kept' | 'read' | 'refused' {
  if (method === 'GET' || method === 'OPTIONS' || reply === 'file') return 'read'
  return INSIDE_ACCOUNT.has(access.kind) ? 'kept' : 'refused'
}

export const OWN_PAGE_HEADER = 'x-own-page'

/** Declares a call. The type keeps every literal, so that handlers and the web client are typed by it. */
export const route = <const R extends Route>(definition: R): R => definition

export const isFileBody = (body: Route['body']): body is FileBody => body !== undefined && 'file' in body
export const isRawBody = (body: Route['body']): body is RawBody => body !== undefined && 'raw' in body

/** Enough for a form; a route that needs more sets `bodyLimitBytes`. */
const JSON_LIMIT_BYTES = 64 * 1024

/** Maximum size of a request's body in bytes. */
export const maxBodyBytes = ({ body, bodyLimitBytes }: Route): number =>
  isFileBody(body) || isRawBody(body) ? body.maxBytes : (bodyLimitBytes ?? JSON_LIMIT_BYTES)

type Parsed<T> = T extends z.ZodType ? z.output<T> : Record<never, never>
type Given<T> = T extends z.ZodType ? z.input<T> : Record<never, never>

/** The parsed request that a handler receives. */
export interface InputOf<R extends Route> {
  readonly params: Parsed<R['params']>
  readonly query: Parsed<R['query']>
  readonly body: R['body'] extends FileBody
    ? { mediaType: string; name: string; bytes: Uint8Array }
    : R['body'] extends RawBody
      ? RawMessage
      : Parsed<R['body']>
}

/** The request that a client passes. */
export interface RequestOf<R extends Route> {
  readonly params?: Given<R['params']>
  readonly query?: Given<R['query']>
  readonly body?: R['body'] extends FileBody | RawBody ? Blob : Given<R['body']>
}

export interface FileReply {
  readonly mediaType: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly inline?: boolean
  /** The URL always returns the same bytes, so browsers may cache them forever. */
  readonly immutable?: boolean
}

/** A file of any length, generated while it is sent: each part is requested after the one before was sent. */
export interface FileInParts extends Pick<FileReply, 'mediaType' | 'name'> {
  readonly parts: AsyncIterable<Uint8Array>
}

/** A handler's result, before its shape is applied. */
export type HandlerReplyOf<R extends Route> = R['reply'] extends z.ZodType
  ? z.input<R['reply']>
  : R['reply'] extends 'file'
    ? FileReply | FileInParts
    : unknown

/** The response that a client receives. */
export type ReplyOf<R extends Route> = R['reply'] extends z.ZodType
  ? z.output<R['reply']>
  : R['reply'] extends 'file'
    ? Blob
    : undefined
