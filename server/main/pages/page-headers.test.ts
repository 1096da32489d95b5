import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes, contract } from '../../../contract/index.ts'
import { isEmbedOrigin } from '../../../domain/parsing/embed-origin.ts'
import { callApi } from '../../../testing/call-api.ts'
import { createFaultyServer, type FaultyServer } from '../../../testing/faulty-server.ts'
import { HOSTILE_EMBED_URLS } from '../../../testing/hostile-embed-urls.ts'
import { aSweptCompany, type SweptCompany, staffSession } from '../../../testing/sweep/company.ts'
import { type DatabaseInspector, openDatabaseInspector } from '../../../testing/sweep/database-inspector.ts'
import { type Subject, subjectOf } from '../../../testing/sweep/subject.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { businessAddresses, portalAddresses } from '../../../testing/web-addresses.ts'
import { PRODUCT_FOLDER } from '../../platform/product-folder.ts'
import { createServer } from '../create-server.ts'

/*
 * Complete headers of each kind of page. A page with a new address, a new route or another header must be
 * added here.
 */

/** Headers of every reply, unless it is listed with others below. */
const EVERY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}
const PAGE = {
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
/** Pages whose address grants access, so no referrer is sent. */
const SECRET_PAGE = { ...PAGE, 'referrer-policy': 'no-referrer' }
const FILE = { ...EVERY, 'content-security-policy': "default-src 'none'; sandbox" }
const API_DOCS = {
  ...EVERY,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
}
const MAILBOX = {
  ...EVERY,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
}
function withoutFrameOptions<Headers extends object>(headers: Headers): Omit<Headers, 'x-frame-options'> {
  const { 'x-frame-options': _, ...rest } = headers as Headers & { 'x-frame-options'?: string }
  return rest
}
/** Body of an email, which the mailbox shows in a frame. */
const MAIL = {
  ...withoutFrameOptions(EVERY),
  'content-security-policy':
    "default-src 'none'; img-src data: 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; " +
    'sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox',
}
/** A website that may frame a company's portal, and the headers of the framed page. */
const WEBSITE = 'https://shop.example.com'
const framedIn = (page: typeof PAGE) => ({
  ...withoutFrameOptions(page),
  'content-security-policy': page['content-security-policy'].replace(
    "frame-ancestors 'none'",
    `frame-ancestors ${WEBSITE}`,
  ),
})
const KEPT_FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' }

/** Headers that don't restrict pages. */
const PLAIN = new Set([
  ...['accept-ranges', 'allow', 'content-disposition', 'content-encoding', 'content-length', 'content-type'],
  ...['connection', 'date', 'etag', 'last-modified', 'location', 'retry-after', 'transfer-encoding'],
  ...['vary', 'x-request-id'],
])

const OWN_HOST = 'localhost'
const ASSET = '/assets/app-A1b2C3d4.js'

let test: TestServer
let server: FastifyInstance
let own: SweptCompany
let rival: SweptCompany
let subject: Subject
let inspector: DatabaseInspector
let folder: string
/** Mounted routes, and those that this file has requested. */
const mounted = new Set<string>()
const reached = new Set<string>()
/** Nonces and cookies of all answers. */
const nonces: string[] = []
const cookies: string[] = []
const hosts = new Set<string>()

/** Observes routes and requests from outside the server. */
function watch(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ url }) => {
    mounted.add(url)
  })
  fastify.addHook('onRequest', async ({ routeOptions }) => {
    if (routeOptions.url) reached.add(routeOptions.url)
  })
}

beforeAll(async () => {
  test = await createTestServer()
  own = await aSweptCompany(test, 'paged-supplies')
  rival = await aSweptCompany(test, 'paged-rival')
  subject = subjectOf(test, own, own.debtors.first, true)
  inspector = await openDatabaseInspector(test.ownerConfig)
  folder = await mkdtemp(join(tmpdir(), 'quittance-pages-'))
  await mkdir(join(folder, 'assets'))
  for (const name of ['business.html', 'portal.html'])
    await copyFile(join(PRODUCT_FOLDER, 'web', name), join(folder, name))
  await copyFile(join(PRODUCT_FOLDER, 'web/public/theme.js'), join(folder, 'theme.js'))
  await writeFile(join(folder, ASSET), 'export {}')
  subscribe('fastify.initialization', watch)
  server = await createServer(test.app, { pages: true, webFolder: folder })
  unsubscribe('fastify.initialization', watch)
  await server.ready()
})
afterAll(async () => {
  await server?.close()
  await inspector?.close()
  await test?.close()
  await rm(folder, { recursive: true, force: true })
})

interface Asked {
  readonly url: string
  readonly host?: string
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly token?: string
}

/** An answer's headers, with the problems of its nonce, which differs each time. */
interface Told {
  readonly status: number
  readonly told: Record<string, unknown>
  readonly body: string
  readonly nonce: string | null
  readonly cookies: readonly string[]
  readonly wrong: readonly string[]
}

async function look(
  from: FastifyInstance,
  { url, host = OWN_HOST, method = 'GET', token }: Asked,
): Promise<Told> {
  const authorization = token && { authorization: `Bearer ${token}` }
  const reply = await from.inject({ method, url, headers: { host, ...authorization } })
  const told: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(reply.headers))
    if (!PLAIN.has(name)) told[name] = String(value).replace(/'nonce-([^']+)'/, "'nonce-FRESH'")
  const nonce = /'nonce-([^']+)'/.exec(String(reply.headers['content-security-policy']))?.[1] ?? null
  const { statusCode: status, body } = reply
  const cookies = [reply.headers['set-cookie'] ?? []].flat()
  return { status, told, body, nonce, cookies, wrong: nonce === null ? [] : wrongWith(nonce, body) }
}

/** Checks that the page's own style and its scripts' styles have the nonce. */
function wrongWith(nonce: string, body: string): string[] {
  const styles = [...body.matchAll(/<style[^>]*>/g)].map(([style]) => style)
  return [
    ...(/^[\w-]{22}$/.test(nonce) ? [] : [`the nonce ${nonce}`]),
    ...(body.includes(`<meta name="style-nonce" content="${nonce}" />`) ? [] : ['scripts have no nonce']),
    ...styles.filter((style) => style !== `<style nonce="${nonce}">`),
  ]
}

async function ask(asked: Asked): Promise<Told> {
  const answer = await look(server, asked)
  hosts.add(asked.host ?? OWN_HOST)
  cookies.push(...answer.cookies)
  if (answer.nonce !== null) nonces.push(answer.nonce)
  expect(answer.wrong).toEqual([])
  return answer
}

/** Addresses of the two apps that contain a secret which grants access. */
const WITH_A_SECRET = [
  '/confirm-payment-plan',
  '/customer-portal-site',
  '/customer-portal-site-enrol',
  '/customer-portal-site-preview-pdf',
  '/email-verification',
  '/ista-report',
  '/password-reset-confirmation',
  '/pay-invoice',
  '/signup/invite/$code',
]
const WITHOUT_ONE = [
  ...['/', '/$', '/accounting-disconnect', '/check-your-email', '/choose-account-type', '/clio-redirect'],
  ...['/credit-memos', '/credit-memos/$memoId', '/customer-details', '/customer-portal', '/customers'],
  ...['/customers/$customerId'],
  ...['/customer-portal-site-forgot-password', '/customer-portal-site-login', '/document-viewer'],
  ...[
    '/facebook-redirect',
    '/forgot-password',
    '/getting-started',
    '/google-redirect',
    '/imports',
    '/imports/$importId',
  ],
  ...['/invoice-view', '/invoices', '/invoices/$invoiceId', '/lawpay-callback', '/login', '/login-social'],
  ...['/migration-started', '/openid-login', '/payment-processing', '/payment-processing/$paymentId'],
  ...['/payment-processing/cases', '/paypal-callback', '/privacy', '/qbo-legacy-callback'],
  ...['/qbo-openid-end', '/qbo-openid-start', '/quickbooks-disconnect', '/quickbooks-payments-callback'],
  ...[
    '/quickbooks-redirect',
    '/quickbooks-sso',
    '/registration',
    '/registration/$step',
    '/registration/create-account',
  ],
  ...['/sandbox-approve', '/settings', '/settings/account-settings', '/settings/accounting-connection'],
  ...['/settings/audit-log', '/settings/company-information', '/settings/payment-settings'],
  ...['/settings/plan-billing', '/settings/profile', '/settings/reports', '/settings/team', '/signup'],
  ...['/signup/$', '/sso/xero/signup/end', '/sso/xero/signup/start', '/stripe-callback', '/xero-redirect'],
]

describe('every page of the two apps', () => {
  it('is listed as one with or without a secret in its address', () => {
    const all = [...new Set([...businessAddresses(), ...portalAddresses()])].sort()
    expect(all).toEqual([...WITH_A_SECRET, ...WITHOUT_ONE].sort())
  })

  it.each([
    ...WITH_A_SECRET.map((path) => [path, SECRET_PAGE] as const),
    ...WITHOUT_ONE.map((path) => [path, PAGE] as const),
  ])('%s has the page policy on the app’s and on a company’s host', async (path, expected) => {
    const url = `${path.replace('$code', 'a-secret').replace(/\$\w*/, '0195a1b2')}?token=a-secret`
    if (
      businessAddresses().includes(path) ||
      path === '/sandbox-approve' ||
      /^\/(pay|conf|cust)/.test(path)
    ) {
      const page = await ask({ url })
      expect([page.status, page.told]).toEqual([200, expected])
    }
    if (portalAddresses().includes(path)) {
      for (const { host } of [own, rival]) {
        const page = await ask({ url, host })
        expect(page.body).toContain('<title>Customer portal</title>')
        expect([page.status, page.told]).toEqual([200, expected])
      }
    }
  })
})

describe('every other reply', () => {
  const kinds: Record<string, readonly [status: number, expected: object, () => Asked | Promise<Asked>]> = {
    'a pay link that opens': [
      200,
      SECRET_PAGE,
      () => ({ url: `/pay-invoice?token=${own.debtors.first.payLinkSecret}`, host: own.host }),
    ],
    'a page in another spelling': [200, SECRET_PAGE, () => ({ url: '//Signup/Invite/a-secret' })],
    'an unknown page of the app': [200, PAGE, () => ({ url: '/no/such/page' })],
    'an unknown page of a company’s portal': [302, EVERY, () => ({ url: '/invoices', host: own.host })],
    'an email verification link on a company’s host': [
      302,
      EVERY,
      () => ({ url: '/email-verification?token=x', host: own.host }),
    ],
    'an unknown host': [421, EVERY, () => ({ url: '/', host: 'evil.test' })],
    'an unknown API path': [404, EVERY, () => ({ url: '/api/nothing/' })],
    'an unknown asset': [404, EVERY, () => ({ url: '/assets/gone.js' })],
    'an unknown file': [404, EVERY, () => ({ url: '/wp-login.php' })],
    'a method that is not allowed': [405, EVERY, () => ({ url: '/api/installation/', method: 'PUT' })],
    'a POST to a page': [404, EVERY, () => ({ url: '/login', method: 'POST' })],
    'an invalid address': [400, EVERY, () => ({ url: '/api/logos/%zz/' })],
    'a call without a token': [401, EVERY, () => ({ url: '/api/profile/' })],
    'api docs': [200, API_DOCS, () => ({ url: '/api/docs/' })],
    'the style of api docs': [200, EVERY, () => ({ url: '/api/docs.css' })],
    'the OpenAPI document': [200, EVERY, () => ({ url: '/api/openapi.json' })],
    'the demo’s mailbox': [200, MAILBOX, () => ({ url: '/dev/mail/' })],
    'a message in the mailbox': [
      200,
      MAILBOX,
      async () => ({ url: `/dev/mail/${await subject.message()}/` }),
    ],
    'the body of a message': [200, MAIL, async () => ({ url: `/dev/mail/${await subject.message()}/body/` })],
    'an unknown message': [404, MAILBOX, () => ({ url: '/dev/mail/nothing/' })],
    'the style of the mailbox': [200, EVERY, () => ({ url: '/dev/mail.css' })],
    'an attachment': [
      200,
      FILE,
      async () => ({ url: `/api/dev/mail/${await subject.message()}/attachments/0/` }),
    ],
    'an asset': [200, { ...EVERY, ...KEPT_FOR_EVER }, () => ({ url: ASSET })],
    'a file beside the assets': [
      200,
      { ...EVERY, 'cache-control': 'public, max-age=3600' },
      () => ({ url: '/theme.js' }),
    ],
    'a logo': [
      200,
      { ...FILE, ...KEPT_FOR_EVER },
      async () => ({ url: `/api/logos/${own.accountId}/${await subject.logo()}/` }),
    ],
    'a PDF, which the document viewer shows': [
      200,
      FILE,
      async () => ({
        url: `/api/accounts/${own.accountId}/invoices/${own.debtors.first.invoiceId}/pdf/`,
        token: await subject.staffToken(),
      }),
    ],
    'the liveness check': [200, EVERY, () => ({ url: '/live/' })],
    'the readiness check': [200, EVERY, () => ({ url: '/ready/' })],
    'the metrics': [200, EVERY, () => ({ url: '/metrics' })],
    'a report of a violation': [400, EVERY, () => ({ url: '/api/violation-reports/', method: 'POST' })],
  }

  it.each(Object.entries(kinds))('%s', async (_, [status, expected, asked]) => {
    const answer = await ask(await asked())
    expect([answer.status, answer.told]).toEqual([status, expected])
  })

  it('sends the policy of an error for a page that fails', async () => {
    await inspector.rows('alter table throttle_counters rename to gone')
    try {
      const answer = await ask({ url: '/pay-invoice?token=a-secret', host: own.host })
      expect([answer.status, answer.told]).toEqual([500, { ...EVERY, 'referrer-policy': 'no-referrer' }])
    } finally {
      await inspector.rows('alter table gone rename to throttle_counters')
    }
  })

  it('answers invalid HTTP', async () => {
    await server.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('what is this?\r\n\r\n')
    const [head] = (await text(socket)).split('\r\n\r\n')
    const lines = head!
      .split('\r\n')
      .filter((line) => !/^(HTTP|content-(type|length)|x-request-id|conn)/.test(line))
    expect(lines).toEqual([
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    ])
  })

  it('belongs to a route listed above or in the contract', () => {
    const contracted = new Set<string>(allRoutes.map(({ path }) => path))
    const beside = [...mounted].filter((url) => !contracted.has(url))
    expect(beside.length).toBeGreaterThan(10)
    expect(beside.filter((url) => !reached.has(url))).toEqual([])
  })
})

describe('pages of a portal that its company’s website may frame', () => {
  let framed: SweptCompany
  const prefer = async (body: object) => {
    const path = contract.accounts.changePortalPreferences.path.replace(':account', framed.accountId)
    return callApi(test.server, {
      method: 'POST',
      path,
      token: await staffSession(test, framed.people.owner),
      body,
    })
  }
  const stored = () =>
    inspector.rows('select embed, allowed_embed_url from portal_preferences where account_id = $1', [
      framed.accountId,
    ])
  beforeAll(async () => {
    framed = await aSweptCompany(test, 'paged-framed')
    await prefer({ embed: true, allowed_embed_url: `${WEBSITE}/account?tab=1` })
  })

  const FRAMED = [
    '/customer-portal-site',
    '/customer-portal-site/?tab=2&invoice=1',
    '/customer-portal-site-login?reason=no_session',
    '/customer-portal-site-forgot-password',
    '/forgot-password',
    '/document-viewer?pdf_url=/api/invoices/1/pdf/',
  ]
  it.each(FRAMED)('%s allows that website and no other', async (url) => {
    const expected = framedIn(/^.customer-portal-site\//.test(`${url.split('?')[0]}/`) ? SECRET_PAGE : PAGE)
    expect((await ask({ url, host: framed.host })).told).toEqual(expected)
    const otherwise = await ask({ url, host: own.host })
    expect(otherwise.told, 'of a company that has not said so').toMatchObject({ 'x-frame-options': 'DENY' })
    expect(otherwise.told['content-security-policy']).toContain("frame-ancestors 'none';")
  })

  const UNFRAMED = [
    ...[
      '/customer-portal-site?isPreview=true',
      '/customer-portal-site?token=a-code',
      '/customer-portal-site?a?&isPreview=true',
    ],
    ...[
      '/customer-portal-site?%69sPreview=true',
      '/document-viewer?isPreview=',
      '/customer-portal-site-preview-pdf?url=x',
    ],
    ...[
      '/customer-portal-site-enrol?token=x',
      '/password-reset-confirmation?token=x',
      '/confirm-payment-plan',
    ],
    ...[
      '/pay-invoice',
      '/pay-invoice?token=x',
      '/no/such/page',
      '/email-verification?token=x',
      '/sandbox-paypal.js',
    ],
    ...[
      '/api/preferences/',
      '/api/invoices/',
      '/api/nothing/',
      '/customer-portal-site%2flogin',
      '/theme.js',
      ASSET,
    ],
  ]
  it.each([
    ...UNFRAMED.map((url) => [url, 'framed'] as const),
    ...['/login', '/', '/customer-portal', '/settings/team', ...FRAMED].map((url) => [url, 'app'] as const),
  ])('%s cannot be framed on the %s’s host', async (url, whose) => {
    const { told } = await ask({ url, host: whose === 'framed' ? framed.host : OWN_HOST })
    expect(told['x-frame-options']).toBe('DENY')
    expect(told['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(JSON.stringify(told)).not.toContain(WEBSITE)
  })

  it('lets the approval window reach its opener and refuses to be framed', async () => {
    const { told } = await ask({ url: '/sandbox-approve?order=1', host: framed.host })
    expect(told).toEqual({ ...PAGE, 'cross-origin-opener-policy': 'unsafe-none' })
  })

  it.each(HOSTILE_EMBED_URLS)('stores nothing of %j and sends it in no header', async (hostile) => {
    for (const embed of [true, false]) {
      const answer = await prefer({ embed, allowed_embed_url: hostile })
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body)).toContain('allowed_embed_url')
    }
    expect(await stored()).toEqual([{ embed: true, allowed_embed_url: WEBSITE }])
    // The database refuses the value as well.
    if (!hostile.includes('\u0000'))
      await expect(
        inspector.rows('update portal_preferences set allowed_embed_url = $2 where account_id = $1', [
          framed.accountId,
          hostile,
        ]),
      ).rejects.toThrow(/allowed_embed_url_is_an_origin/)
    expect(isEmbedOrigin(hostile), 'nor would it be written into a header').toBe(false)
  })

  it('refuses framing once it is disabled or while the database is unavailable', async () => {
    const url = '/customer-portal-site-login'
    await inspector.rows('alter table portal_preferences rename to gone')
    try {
      expect((await ask({ url, host: framed.host })).told).toEqual(PAGE)
    } finally {
      await inspector.rows('alter table gone rename to portal_preferences')
    }
    expect((await prefer({ embed: false })).body).toMatchObject({ embed: false, allowed_embed_url: WEBSITE })
    expect((await ask({ url, host: framed.host })).told).toEqual(PAGE)
  })
})

const givenTwice = (given: readonly string[]): string[] =>
  given.filter((one, at) => given.indexOf(one) !== at)

it('uses each nonce once', () => {
  expect(givenTwice(nonces)).toEqual([])
  expect(nonces.length).toBeGreaterThan(70)
})

const isHostsOwn = (cookie: string): boolean =>
  /^__Host-[\w-]+=/.test(cookie) &&
  /; *path=\/(;|$)/i.test(cookie) &&
  /; *secure *(;|$)/i.test(cookie) &&
  !/; *domain\b/i.test(cookie)

describe('a cookie belongs only to the host that sets it', () => {
  it.each([
    ['__Host-s=1; Path=/; Secure; HttpOnly', true],
    ['__Host-s=1; Path=/; Secure; Domain=localhost', false],
    ['__Host-s=1; Path=/', false],
    ['__Host-s=1; Path=/settings; Secure', false],
    ['s=1; Path=/; Secure', false],
  ])('%s', (cookie, fine) => {
    expect(isHostsOwn(cookie)).toBe(fine)
  })

  it('holds on the app’s host and on those of two companies', () => {
    expect(cookies.filter((cookie) => !isHostsOwn(cookie))).toEqual([])
    expect([...hosts]).toEqual(expect.arrayContaining([OWN_HOST, own.host, rival.host]))
  })
})

const POLICY = 'content-security-policy'
const inPolicy = (from: string | RegExp, to: string) => (reply: FastifyReply) =>
  reply.header(POLICY, String(reply.getHeader(POLICY)).replace(from, to))

/** Bugs of a page, with the header that reveals each. */
const BUGS: Readonly<
  Record<string, readonly [noticed: string, (reply: FastifyReply, body: string) => unknown]>
> = {
  'no policy': [POLICY, (reply) => reply.removeHeader(POLICY)],
  'a policy that allows inline scripts': [
    POLICY,
    inPolicy("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
  ],
  'a policy that allows any frame': [POLICY, inPolicy("frame-ancestors 'none'", 'frame-ancestors *')],
  'no reporting endpoint': ['reporting-endpoints', (reply) => reply.removeHeader('reporting-endpoints')],
  'a referrer with the secret address': [
    'referrer-policy',
    (reply) => reply.header('referrer-policy', 'same-origin'),
  ],
  'a cacheable page': ['cache-control', (reply) => reply.header('cache-control', 'private, max-age=60')],
  'an unlisted header': ['x-powered-by', (reply) => reply.header('x-powered-by', 'Quittance')],
  'a constant nonce': [
    'nonce',
    (reply, body) => {
      const always = 'A'.repeat(22)
      const own = /'nonce-([^']+)'/.exec(String(reply.getHeader(POLICY)))![1]!
      inPolicy(own, always)(reply)
      return body.replaceAll(own, always)
    },
  ],
  'a nonce that the page’s styles lack': ['style', inPolicy(/nonce-[^']+/, `nonce-${'B'.repeat(22)}`)],
  'a cookie for all hosts': [
    'cookie',
    (reply) => reply.header('set-cookie', 'session=1; Path=/; Secure; Domain=localhost'),
  ],
}

/** Returns the deviations of a page with a secret in its address, requested twice. */
async function noticedOf(from: FastifyInstance): Promise<string[]> {
  const pages = [1, 2].map(() => look(from, { url: '/password-reset-confirmation?token=a-secret' }))
  const [page, again] = (await Promise.all(pages)) as [Told, Told]
  const told: Record<string, unknown> = page.told
  const expected: Record<string, unknown> = SECRET_PAGE
  const names = [...new Set([...Object.keys(told), ...Object.keys(expected)])]
  const { nonce, wrong, cookies: set } = page
  return [
    ...names.filter((name) => told[name] !== expected[name]),
    ...(givenTwice([nonce!, again.nonce!]).length > 0 ? ['nonce'] : []),
    ...(wrong.length > 0 ? ['style'] : []),
    ...(set.every(isHostsOwn) ? [] : ['cookie']),
  ]
}

describe('an injected header bug is detected', () => {
  let mistaken: FaultyServer
  beforeAll(async () => {
    mistaken = await createFaultyServer(test, { pages: true, webFolder: folder })
  })
  afterAll(() => mistaken?.close())

  it('reports nothing without a bug', async () => {
    expect(await noticedOf(mistaken.server)).toEqual([])
  })

  it.each(Object.entries(BUGS))('%s', async (_, [noticed, change]) => {
    mistaken.setFault({ after: (_request, reply, body) => change(reply, body.toString()) })
    expect(await noticedOf(mistaken.server)).toContain(noticed)
  })
})
