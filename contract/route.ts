import type { z } from 'zod'
import type { Right } from '../domain/people/roles.ts'

/**
 * Who may call a route. The server refuses to start when a route has none.
 * - public: anybody; `host: 'company'` routes exist only on a company's subdomain, `host: 'either'` ones are about
 *   that company when they are called there, `host: 'any'` ones are the same everywhere. Without a host they exist only on the
 *   app's own, as do those of `user` and `staff`: a portal's host serves what a portal needs, and nothing else.
 * - session: any live session, whatever it is for, but no preview, which has an end of its own.
 * - user: a signed-in person of the business app, before an account is chosen.
 * - login: somebody about their own login: on the app's own host a person of the business app, on a company's host a
 *   customer of that company. No preview, and no pay link.
 * - staff: a member of the account in the path (or in X-Account-Id) whose role has the right; with `stepUp` an admin
 *   who has a second factor has shown it a moment ago.
 * - customer: a portal session on its own company's subdomain; X-Customer-Id selects within it. A preview of that
 *   customer too, where the route only reads.
 * - payer: a portal session, or a pay link's session for its one invoice. A preview as above.
 * - preview: a preview on its own company's subdomain.
 * - signed: nobody who signs in. The request itself is signed with a secret that only its sender and we know.
 * - demo: anybody, but only in demo mode.
 */
export type Access =
  | { readonly kind: 'public'; readonly host?: 'company' | 'either' | 'any' }
  | { readonly kind: 'session' }
  | { readonly kind: 'user'; readonly unverified?: true }
  | { readonly kind: 'login' }
  | { readonly kind: 'staff'; readonly right: Right; readonly stepUp?: true }
  | { readonly kind: 'customer' }
  | { readonly kind: 'payer' }
  | { readonly kind: 'preview' }
  | { readonly kind: 'signed' }
  | { readonly kind: 'demo' }

/** Calls allowed in a window, by IP address and, where `also` names a body field, by its value. */
export interface RateLimit {
  readonly limit: number
  readonly windowS: number
  readonly also?: { readonly field: string; readonly limit: number }
  /**
   * Counts only calls without a valid token, so that they can't use up the limit of people at the same address. The action
   * limits the callers who are admitted. Not for a route that is open to everybody.
   */
  readonly unauthenticatedOnly?: true
}

/** A request body that is a file as it is: its media types and greatest size. */
export interface FileBody {
  readonly file: readonly string[]
  readonly maxBytes: number
}

/** A request whose bytes are kept as they came, because a signature covers them. */
export interface RawBody {
  readonly raw: readonly string[]
  readonly maxBytes: number
}

/** What a handler gets of such a request. Header names are in lower case. */
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
  /** Of a JSON body that may rightly be larger than JSON_LIMIT_BYTES; files and raw bodies have limits of their own. */
  readonly bodyLimitBytes?: number
  /** What is sent back: a shape (all else is stripped), a file, or nothing. */
  readonly reply: z.ZodType | 'file' | 'nothing'
  readonly status?: 200 | 201 | 202
  readonly rateLimit?: RateLimit
  /**
   * Cookie that the route reads and sets. Such a route requires the caller's own origin and the header OWN_PAGE_HEADER, which
   * no form and no script of another origin can send.
   */
  readonly cookie?: `__Host-${string}`
}

export const OWN_PAGE_HEADER = 'x-own-page'

/** Declares a call. The type keeps every literal, so that handlers and the web client are typed by it. */
export const route = <const R extends Route>(definition: R): R => definition

export const isFileBody = (body: Route['body']): body is FileBody => body !== undefined && 'file' in body
export const isRawBody = (body: Route['body']): body is RawBody => body !== undefined && 'raw' in body

/** What a form fills, and no more: whoever needs more says so in its route. */
const JSON_LIMIT_BYTES = 64 * 1024

/** How many bytes a request's body may have. */
export const maxBodyBytes = ({ body, bodyLimitBytes }: Route): number =>
  isFileBody(body) || isRawBody(body) ? body.maxBytes : (bodyLimitBytes ?? JSON_LIMIT_BYTES)

type Parsed<T> = T extends z.ZodType ? z.output<T> : Record<never, never>
type Given<T> = T extends z.ZodType ? z.input<T> : Record<never, never>

/** What a handler receives. */
export interface InputOf<R extends Route> {
  readonly params: Parsed<R['params']>
  readonly query: Parsed<R['query']>
  readonly body: R['body'] extends FileBody
    ? { mediaType: string; name: string; bytes: Uint8Array }
    : R['body'] extends RawBody
      ? RawMessage
      : Parsed<R['body']>
}

/** What a client gives. */
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
  /** The same address always holds the same bytes, so that a browser need never ask again. */
  readonly immutable?: boolean
}

/** A file of any length, made while it is sent: a part is asked for when the one before has left. */
export interface FileInParts extends Pick<FileReply, 'mediaType' | 'name'> {
  readonly parts: AsyncIterable<Uint8Array>
}

/** What a handler returns (before its shape is applied). */
export type HandlerReplyOf<R extends Route> = R['reply'] extends z.ZodType
  ? z.input<R['reply']>
  : R['reply'] extends 'file'
    ? FileReply | FileInParts
    : unknown

/** What a client gets. */
export type ReplyOf<R extends Route> = R['reply'] extends z.ZodType
  ? z.output<R['reply']>
  : R['reply'] extends 'file'
    ? Blob
    : undefined
