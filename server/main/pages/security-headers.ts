import type { FastifyReply, FastifyRequest } from 'fastify'
import { FRAMED_SESSION_COOKIE } from '../../../contract/identity.ts'
import { contract } from '../../../contract/index.ts'
import type { Config } from '../../platform/config.ts'
import { readCookie } from '../../platform/http/read-cookie.ts'
import { setCookie } from '../../platform/http/route-cookie.ts'
import type { LawPaySettings } from '../../platform/processors/lawpay-settings.ts'
import { PAYPAL_ADDRESSES, type PayPalSettings } from '../../platform/processors/paypal-settings.ts'
import { STRIPE_ADDRESSES, type StripeSettings } from '../../platform/processors/stripe-settings.ts'
import { VIOLATION_REPORTS } from './violation-reports.ts'

/** Browsers that support report-to ignore report-uri. */
const REPORTING = `report-uri ${VIOLATION_REPORTS}; report-to violations`

/** Origins of payment processors that a page may use besides our own. */
export interface ProcessorOrigins {
  readonly scripts: readonly string[]
  readonly frames: readonly string[]
  readonly calls: readonly string[]
  readonly images: readonly string[]
}

const NO_PROCESSORS: ProcessorOrigins = { scripts: [], frames: [], calls: [], images: [] }

/** Returns the origins of what the configured processors draw on a page: fields for cards, and buttons. */
export function processorOrigins({ stripe, payPal, lawPay, intuit }: Config): ProcessorOrigins {
  const all = [
    ...(stripe ? [originsOfStripe(stripe)] : []),
    ...(payPal ? [originsOfPayPal(payPal)] : []),
    ...(lawPay ? [originsOfLawPay(lawPay)] : []),
    ...(intuit?.paymentsUrl ? [originsOfQuickBooks(intuit.paymentsUrl)] : []),
  ]
  return {
    scripts: all.flatMap(({ scripts }) => scripts),
    frames: all.flatMap(({ frames }) => frames),
    calls: all.flatMap(({ calls }) => calls),
    images: all.flatMap(({ images }) => images),
  }
}

function originsOfStripe(stripe: StripeSettings): ProcessorOrigins {
  const [script, api] = [new URL(stripe.scriptUrl).origin, new URL(stripe.apiUrl).origin]
  // Wallets and the bank's window have hosts of their own at Stripe.
  const hooks =
    stripe.apiUrl === STRIPE_ADDRESSES.apiUrl ? ['https://*.js.stripe.com', 'https://hooks.stripe.com'] : []
  return { scripts: [script], frames: [script, ...hooks], calls: [api], images: [] }
}

/** The hosted fields are frames of the script's own origin, which makes the token. */
function originsOfLawPay({ scriptUrl }: LawPaySettings): ProcessorOrigins {
  const script = new URL(scriptUrl).origin
  return { scripts: [script], frames: [script], calls: [], images: [] }
}

/** Our own page sends a card to QuickBooks Payments, which answers with a token. */
const originsOfQuickBooks = (address: string): ProcessorOrigins => ({
  scripts: [],
  frames: [],
  calls: [new URL(address).origin],
  images: [],
})

/** PayPal's script loads its parts from several hosts, and other ones for its own test accounts. */
function originsOfPayPal({ scriptUrl }: PayPalSettings): ProcessorOrigins {
  const [own, files] =
    scriptUrl === PAYPAL_ADDRESSES.scriptUrl
      ? [['https://*.paypal.com'], ['https://*.paypalobjects.com']]
      : [[new URL(scriptUrl).origin], []]
  return { scripts: [...own, ...files], frames: own, calls: own, images: [...own, ...files] }
}

/**
 * Content security policy of a page: allows only our own origin, and `processors` on pages where customers pay. `nonce`
 * allows the style elements that overlays add while open. `framedBy` is the one https origin that may show the page in a
 * frame; null for none.
 */
export const pagePolicy = (
  nonce: string,
  framedBy: string | null,
  processors: ProcessorOrigins = NO_PROCESSORS,
): string =>
  [
    "default-src 'self'",
    source("script-src 'self'", processors.scripts),
    `style-src 'self' 'nonce-${nonce}'`,
    source("img-src 'self' data: blob:", processors.images),
    "font-src 'self'",
    source("connect-src 'self'", processors.calls),
    source("frame-src 'self' blob:", processors.frames),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy ?? "'none'"}`,
    REPORTING,
  ].join('; ')

const source = (directive: string, origins: readonly string[]): string => [directive, ...origins].join(' ')

/** Report-only policy that is planned for pages. */
export const FUTURE_PAGE_POLICY = `require-trusted-types-for 'script'; ${REPORTING}`

/** Endpoint of `report-to`. */
export const REPORTING_ENDPOINTS = `violations="${VIOLATION_REPORTS}"`

/** Permissions of a page; the frames of `processors` may open the browser's wallets. */
export const pagePermissions = ({ frames }: ProcessorOrigins = NO_PROCESSORS): string => {
  const origins = frames.filter((origin) => !origin.includes('*')).map((origin) => `"${origin}"`)
  return origins.length === 0
    ? PERMISSIONS
    : PERMISSIONS.replace('payment=()', `payment=(self ${origins.join(' ')})`)
}

const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()'

/**
 * Sets the headers of every reply. A reply keeps a header it has set itself. The values depend on the matched
 * route, never on the spelling of the address, which can vary.
 */
export function apiHeaders(config: Config, request: FastifyRequest, reply: FastifyReply): void {
  setOnce(reply, 'x-content-type-options', 'nosniff')
  setOnce(reply, 'referrer-policy', 'same-origin')
  setOnce(reply, 'cross-origin-opener-policy', 'same-origin-allow-popups')
  setOnce(reply, 'permissions-policy', PERMISSIONS)
  setOnce(reply, 'content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  // For browsers without CSP. It can name no origin, so a policy that allows one is sent without it.
  const policy = String(reply.getHeader('content-security-policy'))
  if (!/frame-ancestors (?!'none')/.test(policy)) setOnce(reply, 'x-frame-options', 'DENY')
  if (config.appOrigin.startsWith('https://'))
    setOnce(reply, 'strict-transport-security', 'max-age=31536000; includeSubDomains')
  // Only replies that declare it are cached: files of the web app, and logos.
  setOnce(reply, 'cache-control', 'no-store')
  // Only for an ended session: a form on another site can post here too, and is refused.
  if (request.routeOptions.url === contract.identity.logOut.path && reply.statusCode === 200) {
    setOnce(reply, 'clear-site-data', '"cache", "storage"')
    if (readCookie(request, FRAMED_SESSION_COOKIE)) setCookie(reply, FRAMED_SESSION_COOKIE, '', 0)
  }
}

function setOnce(reply: FastifyReply, name: string, value: string): void {
  if (!reply.hasHeader(name)) reply.header(name, value)
}
