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
import { portalOfHost } from './portal-of-host.ts'
import { FUTURE_PAGE_POLICY, pagePolicy, REPORTING_ENDPOINTS } from './security-headers.ts'

const WEB = join(PRODUCT_FOLDER, 'dist', 'web')

/** Screens of the portal app that also open on the app's own host. */
const PORTAL_ANYWHERE =
  /^\/(pay-invoice|sandbox-approve|confirm-payment-plan|customer-portal-site(-[a-z-]+)?)\/?$/
/** All that a company's subdomain serves; anything else goes to its login. */
const PORTAL_PATHS =
  /^\/(pay-invoice|sandbox-approve|confirm-payment-plan|customer-portal-site(-(login|forgot-password|enrol|preview-pdf))?|forgot-password|email-verification|password-reset-confirmation|document-viewer)\/?$/

/**
 * Pages that a company's own website may show in a frame, where the company has said so: what a customer uses while they
 * are signed in, and what leads there. No page that a mailed link opens, which sets a password or pays without one.
 */
const FRAMED_PATHS =
  /^\/(customer-portal-site(-(login|forgot-password))?|forgot-password|document-viewer)\/?$/

/**
 * Pages whose address may hold a secret: a pay link's, a shared report's, a payment plan's, a preview's one-time code, an
 * invitation's, that of a mailed link which proves an address or sets a password. In whatever spelling the app opens them.
 */
const SECRET_IN_ADDRESS =
  /^\/+((pay-invoice|ista-report|confirm-payment-plan|customer-portal-site(-preview-pdf|-enrol)?|email-verification|password-reset-confirmation)\/*$|signup\/+invite\/)/i

/** Answers for an address that is no page and no file either. */
export type NotFound = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Serves the built web app: assets for ever, pages never from a cache, each with a policy of its own. */
export async function addWebPages(
  server: FastifyInstance,
  app: App,
  notFound: NotFound,
  folder = WEB,
): Promise<void> {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  if (!existsSync(join(folder, 'business.html')))
    throw new Error('The web app is not built. Run: npm run build')
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
  const pages = { business: withWaysIn(read('business.html'), app), portal: read('portal.html') }
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
    // Addresses of staff are confirmed in the business app, on whichever host the link was opened.
    if (sub !== null && /^\/email-verification\/?$/.test(path))
      return reply.redirect(app.config.appOrigin + request.url)
    // Its address lets somebody in: not even our own server is to find it in the requests that follow.
    if (SECRET_IN_ADDRESS.test(path)) reply.header('referrer-policy', 'no-referrer')
    const portal = sub === null ? null : await portalOfHost(app, request, sub)
    // Whatever was asked for there: the app says that it is nobody's portal.
    if (sub !== null && portal === null) return sendPage(app, reply.code(404), nobodysPortal(pages.portal))
    if (sub !== null && !PORTAL_PATHS.test(path)) return reply.redirect('/customer-portal-site-login')
    if (/^\/pay-invoice\/?$/.test(path) && portal !== undefined)
      return sendPage(app, reply, await payPage(app, request, pages.portal, portal?.accountId ?? null))
    // The window in which a payer of a framed portal approves has to find its way back to the frame.
    if (portal?.framedBy && /^\/sandbox-approve\/?$/.test(path))
      reply.header('cross-origin-opener-policy', 'unsafe-none')
    const page = sub !== null || PORTAL_ANYWHERE.test(path) ? pages.portal : pages.business
    return sendPage(app, reply, page, portal && mayBeFramed(path, request) ? portal.framedBy : null)
  })
}

/** A preview is of staff, and opens by a code in its address. */
function mayBeFramed(path: string, { url }: FastifyRequest): boolean {
  const asked = new URLSearchParams(url.slice(path.length))
  return FRAMED_PATHS.test(path) && !asked.has('isPreview') && !asked.has('token')
}

/** What the first screen has to know of this installation before it asks for anything. */
function withWaysIn(html: string, { config, identityProviders }: App): string {
  const ways = {
    providers: [...identityProviders.keys()],
    socialLogin: decideFlags(null, config.flags)['social-login'],
    supportUrl: config.supportUrl,
  }
  return html.replace('</head>', () => `${dataBlock('ways-in', ways)}</head>`)
}

const nobodysPortal = (html: string): string =>
  html.replace('</head>', () => '<meta name="no-portal" content="here" /></head>')

function sendPage(
  { config }: App,
  reply: FastifyReply,
  html: string,
  framedBy: string | null = null,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  // A portal is on a host of its own; the privacy page is on the app's.
  const privacy = escapeHtml(`${config.appOrigin}/privacy`)
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy(nonce, framedBy))
    .header('content-security-policy-report-only', FUTURE_PAGE_POLICY)
    .header('reporting-endpoints', REPORTING_ENDPOINTS)
    .header('cache-control', 'no-store')
    .send(
      html
        .replace(
          '<head>',
          () =>
            `<head><meta name="style-nonce" content="${nonce}" /><meta name="privacy" content="${privacy}" />`,
        )
        .replace('<style data-first-look', () => `<style nonce="${nonce}"`),
    )
}
