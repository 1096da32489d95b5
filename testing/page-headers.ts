import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { PRODUCT_FOLDER } from '../server/platform/product-folder.ts'

/** Headers of every reply, unless it is listed with others below. */
export const EVERY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}
export const PAGE = {
  ...EVERY,
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self' 'nonce-FRESH'; img-src 'self' data: blob:; " +
    "font-src 'self'; connect-src 'self'; frame-src 'self' blob:; worker-src 'self'; object-src 'none'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
    'report-uri /api/violation-reports/; report-to violations',
  'content-security-policy-report-only':
    "require-trusted-types-for 'script'; report-uri /api/violation-reports/; report-to violations",
  'reporting-endpoints': 'violations="/api/violation-reports/"',
}
/** A page on which customers pay may use the fields of the configured processors. */
export const paying = (page: typeof PAGE): typeof PAGE => ({
  ...page,
  'content-security-policy': page['content-security-policy']
    .replace("script-src 'self'", "script-src 'self' https://js.stripe.com")
    .replace("connect-src 'self'", "connect-src 'self' http://127.0.0.1:9")
    .replace("frame-src 'self' blob:", "frame-src 'self' blob: https://js.stripe.com"),
  'permissions-policy': page['permissions-policy'].replace(
    'payment=()',
    'payment=(self "https://js.stripe.com")',
  ),
})
/** Pages whose address grants access, so no referrer is sent. */
export const SECRET_PAGE = { ...PAGE, 'referrer-policy': 'no-referrer' }
export const FILE = { ...EVERY, 'content-security-policy': "default-src 'none'; sandbox" }
export const API_DOCS = {
  ...EVERY,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
}
export const MAILBOX = {
  ...EVERY,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
}
function withoutFrameOptions<Headers extends object>(headers: Headers): Omit<Headers, 'x-frame-options'> {
  const { 'x-frame-options': _, ...rest } = headers as Headers & { 'x-frame-options'?: string }
  return rest
}
/** Body of an email, which the mailbox shows in a frame. */
export const MAIL = {
  ...withoutFrameOptions(EVERY),
  'content-security-policy':
    "default-src 'none'; img-src data: 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; " +
    'sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox',
}
/** A website that may frame a company's portal, and the headers of the framed page. */
export const WEBSITE = 'https://shop.example.com'
export const framedIn = (page: typeof PAGE) => ({
  ...withoutFrameOptions(page),
  'content-security-policy': page['content-security-policy'].replace(
    "frame-ancestors 'none'",
    `frame-ancestors ${WEBSITE}`,
  ),
})
export const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }

export const OWN_HOST = 'localhost'
export const ASSET = '/assets/app-A1b2C3d4.js'

/** Headers that don't restrict pages. */
const PLAIN = new Set([
  ...['accept-ranges', 'allow', 'content-disposition', 'content-encoding', 'content-length', 'content-type'],
  ...['connection', 'date', 'etag', 'last-modified', 'location', 'retry-after', 'transfer-encoding'],
  ...['vary', 'x-request-id'],
])

export interface PageRequest {
  readonly url: string
  readonly host?: string
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly token?: string
}

/** A reply's headers, with its nonce replaced by a fixed text, since it differs each time. */
export interface PageReply {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: string
  readonly nonce: string | null
  readonly cookies: readonly string[]
  readonly nonceProblems: readonly string[]
}

export async function requestPage(
  from: FastifyInstance,
  { url, host = OWN_HOST, method = 'GET', token }: PageRequest,
): Promise<PageReply> {
  const authorization = token && { authorization: `Bearer ${token}` }
  const reply = await from.inject({ method, url, headers: { host, ...authorization } })
  const headers: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(reply.headers))
    if (!PLAIN.has(name)) headers[name] = String(value).replace(/'nonce-([^']+)'/, "'nonce-FRESH'")
  const nonce = /'nonce-([^']+)'/.exec(String(reply.headers['content-security-policy']))?.[1] ?? null
  const { statusCode: status, body } = reply
  const cookies = [reply.headers['set-cookie'] ?? []].flat()
  return {
    status,
    headers,
    body,
    nonce,
    cookies,
    nonceProblems: nonce === null ? [] : nonceProblemsOf(nonce, body),
  }
}

/** Checks that the page's own style and its scripts' styles have the nonce. */
function nonceProblemsOf(nonce: string, body: string): string[] {
  const styles = [...body.matchAll(/<style[^>]*>/g)].map(([style]) => style)
  return [
    ...(/^[\w-]{22}$/.test(nonce) ? [] : [`the nonce ${nonce}`]),
    ...(body.includes(`<meta name="style-nonce" content="${nonce}" />`) ? [] : ['scripts have no nonce']),
    ...styles.filter((style) => style !== `<style nonce="${nonce}">`),
  ]
}

export const repeatsIn = (values: readonly string[]): string[] =>
  values.filter((one, at) => values.indexOf(one) !== at)

export const isBoundToHost = (cookie: string): boolean =>
  /^__Host-[\w-]+=/.test(cookie) &&
  /; *path=\/(;|$)/i.test(cookie) &&
  /; *secure *(;|$)/i.test(cookie) &&
  !/; *domain\b/i.test(cookie)

/** A folder like that of the built pages, and the function that removes it. */
export async function createWebFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-pages-'))
  await mkdir(join(folder, 'assets'))
  for (const name of ['business.html', 'portal.html'])
    await copyFile(join(PRODUCT_FOLDER, 'web', name), join(folder, name))
  await copyFile(join(PRODUCT_FOLDER, 'web/public/theme.js'), join(folder, 'theme.js'))
  await writeFile(join(folder, ASSET), 'export {}')
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
