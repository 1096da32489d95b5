import type { FastifyReply, FastifyRequest } from 'fastify'
import { OWN_PAGE_HEADER, type Route } from '../../../contract/route.ts'
import type { App } from '../context.ts'
import { refuse } from '../refusal.ts'
import type { CallerFacts } from './caller.ts'
import type { RouteCookie } from './handlers.ts'
import { portalOrigin } from './hosts.ts'
import { readCookie } from './read-cookie.ts'

/**
 * SameSite=None, because the page runs in a frame of another website. Partitioned (CHIPS) gives each of those
 * websites a cookie of its own; browsers that don't know the attribute ignore it.
 */
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=None; Partitioned'

/**
 * Returns the cookie of a route that declares one, or null. Throws not_allowed unless a page of the same host
 * sends the request, because browsers attach a cookie with SameSite=None to requests of every website.
 */
export function openRouteCookie(
  app: App,
  { cookie: name }: Route,
  { subDomain }: CallerFacts,
  request: FastifyRequest,
  reply: FastifyReply,
): RouteCookie | null {
  if (name === undefined) return null
  const { origin, 'sec-fetch-site': site = 'same-origin', [OWN_PAGE_HEADER]: own } = request.headers
  const expected = subDomain === null ? app.config.appOrigin : portalOrigin(app.config, subDomain)
  if (origin !== expected || site !== 'same-origin' || own === undefined) throw refuse('not_allowed')
  const value = readCookie(request, name)
  return {
    value,
    set: (next, lifeS) => setCookie(reply, name, next, lifeS),
    remove: () => value !== null && setCookie(reply, name, '', 0),
  }
}

/** A life of 0 seconds removes the cookie. */
export function setCookie(reply: FastifyReply, name: string, value: string, lifeS: number): void {
  reply.header('set-cookie', `${name}=${value}; Max-Age=${lifeS}; ${ATTRIBUTES}`)
}
