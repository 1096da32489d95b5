import type { FastifyRequest } from 'fastify'
import type { Access } from '../../../contract/route.ts'
import type { Language } from '../../../domain/mails/languages.ts'
import { readCookie } from '../http/read-cookie.ts'
import { findRequested } from './choose-language.ts'

/** Cookie with the language that a reader chose on a page. Scripts of pages set it and the next one. */
export const CHOSEN_COOKIE = 'language'
/** Cookie with the language of the customer who is logged in. */
export const CUSTOMER_COOKIE = 'customer-language'

/** Facts about a route that hooks and the error handler need. */
export interface RouteFacts {
  readonly access?: Access
  readonly takesFile?: true
}

/**
 * Returns the language of a request's reader, undefined for English. Calls of a page carry the page's own language as
 * Accept-Language; a link that a browser opens by itself carries the reader's choice in cookies. Staff and other programs
 * are answered in English, whatever their browser sends.
 */
export function readerLanguage(
  request: Pick<FastifyRequest, 'headers' | 'routeOptions'>,
): Language | undefined {
  const { access } = request.routeOptions.config as RouteFacts
  if (access === undefined || !isForCustomers(access)) return undefined
  const isLink = request.headers['sec-fetch-mode'] === 'navigate'
  const found = findRequested({
    chosen: isLink ? readCookie(request, CHOSEN_COOKIE) : null,
    customer: isLink ? readCookie(request, CUSTOMER_COOKIE) : null,
    browser: request.headers['accept-language'] ?? null,
  })
  return found ?? undefined
}

/** True for routes that customers call: those of the portal and of pay links, and those that both apps share. */
export const isForCustomers = (access: Access): boolean =>
  access.kind === 'public'
    ? access.host !== undefined
    : access.kind !== 'staff' && access.kind !== 'user' && access.kind !== 'signed' && access.kind !== 'demo'
