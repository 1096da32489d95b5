import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decideFlags } from '../../../domain/accounts/flags.ts'
import type { App } from '../../platform/context.ts'
import { errorReply } from '../../platform/http/error-reply.ts'
import { subDomainOf } from '../../platform/http/hosts.ts'
import { PRODUCT_FOLDER } from '../../platform/product-folder.ts'
import { refuse } from '../../platform/refusal.ts'
import { dataBlock, escapeHtml } from './html.ts'
import { payPage } from './pay-page.ts'
import { movedPortalOf, portalOfHost } from './portal-of-host.ts'
import { choosePortalPage, type PortalPages, readPortalPages } from './portal-pages.ts'
import {
  FUTURE_PAGE_POLICY,
  pagePermissions,
  pagePolicy,
  processorOrigins,
  REPORTING_ENDPOINTS,
} from './security-headers.ts'

const WEB = join(PRODUCT_FOLDER, 'dist', 'web')

/** Portal screens that also open on the app's own host. */
const PORTAL_ANYWHERE =
  /^\/(pay-invoice|unsubscribe|sandbox-approve|confirm-payment-plan|customer-portal-site(-[a-z-]+)?)\/?$/
/** Paths of a company's subdomain. Any other redirects to its login. */
const PORTAL_PATHS =
  /^\/(pay-invoice|unsubscribe|sandbox-approve|confirm-payment-plan|customer-portal-site(-(login|forgot-password|enrol|preview-pdf))?|forgot-password|email-verification|password-reset-confirmation|document-viewer)\/?$/

/**
 * Pages that a company's own website may show in a frame, if the company allows it: pages for logged-in
 * customers and the way to them. Excludes pages opened by an emailed link, which set a password or pay
 * without a login.
 */
const FRAMED_PATHS =
  /^\/(customer-portal-site(-(login|forgot-password))?|forgot-password|document-viewer)\/?$/

/**
 * Pages with a possible secret in the address: pay links, shared reports, payment plans, one-time preview
 * codes, invitations, and emailed links that verify an address or set a password. Matches every spelling that
 * the app accepts.
 */
const SECRET_IN_ADDRESS =
  /^\/+((pay-invoice|unsubscribe|ista-report|confirm-payment-plan|customer-portal-site(-preview-pdf|-enrol)?|email-verification|password-reset-confirmation)\/*$|signup\/+invite\/)/i

/** Answers for an address that is neither a page nor a file. */
export type NotFound = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Serves the built web app: assets are cached forever, pages never, and each page has its own policy. */
export async function addWebPages(
  server: FastifyInstance,
  app: App,
  notFound: NotFound,
  folder = WEB,
): Promise<void> {
  if (!existsSync(join(folder, 'business.html')))
    throw new Error('The web app is not built. Run: npm run build')
  await serveFiles(server, folder)
  const business = withLoginOptions(readFileSync(join(folder, 'business.html'), 'utf8'), app)
  const portalPages = readPortalPages(folder)
  server.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!
    if (
      (request.method !== 'GET' && request.method !== 'HEAD') ||
      path.startsWith('/api/') ||
      path.startsWith('/assets/') ||
      /\.[a-z0-9]{2,5}$/i.test(path)
    )
      return notFound(request, reply)
    const sub = subDomainOf(app.config, request.raw)
    if (sub === undefined) return reply.code(421).send(errorReply(refuse('unknown_host'), request.id).body)
    // Staff verify addresses in the business app, on whichever host the link was opened.
    if (sub !== null && /^\/email-verification\/?$/.test(path))
      return reply.redirect(app.config.appOrigin + request.url)
    // The address grants access, so that following requests must not repeat it, not even to our own server.
    if (SECRET_IN_ADDRESS.test(path)) reply.header('referrer-policy', 'no-referrer')
    const portal = sub === null ? null : await portalOfHost(app, request, sub)
    if (sub !== null && portal === null) return answerForNobody(app, request, reply, sub, portalPages)
    if (sub !== null && !PORTAL_PATHS.test(path)) return reply.redirect('/customer-portal-site-login')
    const ofPortal = () => choosePortalPage(app, request, portalPages, portal?.accountId ?? null)
    if (/^\/pay-invoice\/?$/.test(path) && portal !== undefined)
      return sendPage(app, reply, await payPage(app, request, portalPages, portal?.accountId ?? null), {
        pays: true,
      })
    // The window in which a payer approves must be able to reach the frame that opened it.
    if (portal?.framedBy && /^\/sandbox-approve\/?$/.test(path))
      reply.header('cross-origin-opener-policy', 'unsafe-none')
    const pays = sub !== null || PORTAL_ANYWHERE.test(path)
    const page = pays ? await ofPortal() : business
    const framedBy = portal && mayBeFramed(path, request) ? portal.framedBy : null
    return sendPage(app, reply, page, { framedBy, pays })
  })
}

/**
 * Redirects the links of a company that has moved to another subdomain. Otherwise the app reports, for any path, that this is
 * nobody's portal.
 */
async function answerForNobody(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  sub: string,
  portalPages: PortalPages,
): Promise<FastifyReply> {
  const moved = PORTAL_PATHS.test(request.url.split('?')[0]!) ? await movedPortalOf(app, request, sub) : null
  if (moved !== null) return reply.redirect(moved + request.url)
  const page = unknownPortal(await choosePortalPage(app, request, portalPages, null))
  return sendPage(app, reply.code(404), page)
}

async function serveFiles(server: FastifyInstance, folder: string): Promise<void> {
  await server.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    index: false,
    wildcard: false,
    globIgnore: ['**/*.html', '**/.vite/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })
}

/** A preview belongs to staff and opens by a code in its address, so it is never framed. */
function mayBeFramed(path: string, { url }: FastifyRequest): boolean {
  const asked = new URLSearchParams(url.slice(path.length))
  return FRAMED_PATHS.test(path) && !asked.has('isPreview') && !asked.has('token')
}

/** Embeds the settings that the first screen needs before its first request. */
function withLoginOptions(html: string, { config, identityProviders }: App): string {
  const ways = {
    providers: [...identityProviders.keys()],
    socialLogin: decideFlags(null, config.flags)['social-login'],
    supportUrl: config.supportUrl,
  }
  return html.replace('</head>', () => `${dataBlock('ways-in', ways)}</head>`)
}

const unknownPortal = (html: string): string =>
  html.replace('</head>', () => '<meta name="no-portal" content="here" /></head>')

function sendPage(
  { config }: App,
  reply: FastifyReply,
  html: string,
  // Customers pay on this page, so that it may use the processors' fields.
  { framedBy = null, pays = false }: { framedBy?: string | null; pays?: boolean } = {},
): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  // A portal has its own host; the privacy page is on the app's.
  const privacy = escapeHtml(`${config.appOrigin}/privacy`)
  return (
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header(
        'content-security-policy',
        pagePolicy(nonce, framedBy, pays ? processorOrigins(config) : undefined),
      )
      .header('permissions-policy', pagePermissions(pays ? processorOrigins(config) : undefined))
      .header('content-security-policy-report-only', FUTURE_PAGE_POLICY)
      .header('reporting-endpoints', REPORTING_ENDPOINTS)
      .header('cache-control', 'no-store')
      // Nothing may keep these pages, but a page of the portal is another for another reader.
      .header('vary', 'accept-language, cookie')
      .send(
        html
          .replace(
            '<head>',
            () =>
              `<head><meta name="style-nonce" content="${nonce}" /><meta name="privacy" content="${privacy}" />`,
          )
          .replace('<style data-first-look', () => `<style nonce="${nonce}"`),
      )
  )
}
