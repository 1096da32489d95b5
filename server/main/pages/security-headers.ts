import type { FastifyReply, FastifyRequest } from 'fastify'
import { FRAMED_SESSION_COOKIE } from '../../../contract/identity.ts'
import { contract } from '../../../contract/index.ts'
import type { Config } from '../../platform/config.ts'
import { readCookie, setCookie } from '../../platform/http/route-cookie.ts'
import { VIOLATION_REPORTS } from './violation-reports.ts'

/** Browsers that know report-to use nothing else. */
const REPORTING = `report-uri ${VIOLATION_REPORTS}; report-to violations`

/**
 * What a page may load: only ourselves. `nonce` admits the style elements that overlays add while they are open. `framedBy` is
 * the one origin that may show it in a frame, an https origin and nothing else; null for none.
 */
export const pagePolicy = (nonce: string, framedBy: string | null): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy ?? "'none'"}`,
    REPORTING,
  ].join('; ')

/** What a page's policy will hold one day; for now browsers only tell what it would have stopped. */
export const FUTURE_PAGE_POLICY = `require-trusted-types-for 'script'; ${REPORTING}`

/** Where `report-to` leads. */
export const REPORTING_ENDPOINTS = `violations="${VIOLATION_REPORTS}"`

const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()'

/**
 * The headers of every reply. A reply that set one of them itself keeps its own. What they depend on is the
 * route that was found, never how its address was written: an address can be written in many ways.
 */
export function apiHeaders(config: Config, request: FastifyRequest, reply: FastifyReply): void {
  setOnce(reply, 'x-content-type-options', 'nosniff')
  setOnce(reply, 'referrer-policy', 'same-origin')
  setOnce(reply, 'cross-origin-opener-policy', 'same-origin-allow-popups')
  setOnce(reply, 'permissions-policy', PERMISSIONS)
  setOnce(reply, 'content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  // For who doesn't know policies. It can name no origin: where a policy lets one in, only that is sent.
  const policy = String(reply.getHeader('content-security-policy'))
  if (!/frame-ancestors (?!'none')/.test(policy)) setOnce(reply, 'x-frame-options', 'DENY')
  if (config.appOrigin.startsWith('https://'))
    setOnce(reply, 'strict-transport-security', 'max-age=31536000; includeSubDomains')
  // Only what says so itself is kept: the files of the web app, and logos.
  setOnce(reply, 'cache-control', 'no-store')
  // Only where a session has ended: a form on another site may post here too, and is refused.
  if (request.routeOptions.url === contract.identity.logOut.path && reply.statusCode === 200) {
    setOnce(reply, 'clear-site-data', '"cache", "storage"')
    if (readCookie(request, FRAMED_SESSION_COOKIE)) setCookie(reply, FRAMED_SESSION_COOKIE, '', 0)
  }
}

function setOnce(reply: FastifyReply, name: string, value: string): void {
  if (!reply.hasHeader(name)) reply.header(name, value)
}
