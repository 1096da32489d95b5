import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../../../contract/index.ts'
import { createFaultyServer, type FaultyServer } from '../../../testing/faulty-server.ts'
import {
  API_DOCS,
  ASSET,
  createWebFolder,
  EVERY,
  FILE,
  IMMUTABLE,
  isBoundToHost,
  MAIL,
  MAILBOX,
  OWN_HOST,
  PAGE,
  type PageReply,
  type PageRequest,
  paying,
  repeatsIn,
  requestPage,
  SECRET_PAGE,
} from '../../../testing/page-headers.ts'
import { businessAddresses, portalAddresses } from '../../../testing/pages/web-addresses.ts'
import { aSweptCompany, type SweptCompany } from '../../../testing/sweep/company.ts'
import { type DatabaseInspector, openDatabaseInspector } from '../../../testing/sweep/database-inspector.ts'
import { type Subject, subjectOf } from '../../../testing/sweep/subject.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { createServer } from '../create-server.ts'

/*
 * Complete headers of each kind of page. A page with a new address, a new route or another header must be
 * added here.
 */

let test: TestServer
let server: FastifyInstance
let own: SweptCompany
let rival: SweptCompany
let subject: Subject
let inspector: DatabaseInspector
let folder: string
const closers: (() => unknown)[] = []
/** Mounted routes, and those that this file has requested. */
const mounted = new Set<string>()
const reached = new Set<string>()
/** Nonces and cookies of all replies. */
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
  closers.push(() => test.close())
  own = await aSweptCompany(test, 'paged-supplies')
  rival = await aSweptCompany(test, 'paged-rival')
  subject = subjectOf(test, own, own.debtors.first, true)
  inspector = await openDatabaseInspector(test.ownerConfig)
  closers.push(() => inspector.close())
  const web = await createWebFolder()
  folder = web.folder
  closers.push(web.remove)
  subscribe('fastify.initialization', watch)
  server = await createServer(test.app, { pages: true, webFolder: folder })
  unsubscribe('fastify.initialization', watch)
  closers.push(() => server.close())
  await server.ready()
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

async function request(asked: PageRequest): Promise<PageReply> {
  const reply = await requestPage(server, asked)
  hosts.add(asked.host ?? OWN_HOST)
  cookies.push(...reply.cookies)
  if (reply.nonce !== null) nonces.push(reply.nonce)
  expect(reply.nonceProblems).toEqual([])
  return reply
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
  '/unsubscribe',
]
const WITHOUT_ONE = [
  ...[
    '/',
    '/$',
    '/accounting-disconnect',
    '/activity',
    '/check-your-email',
    '/choose-account-type',
    '/clio-redirect',
  ],
  ...['/credit-memos', '/credit-memos/$memoId', '/customer-details', '/customer-portal', '/customers'],
  '/customer-portal/requests',
  '/customer-portal/settings',
  ...['/customers/$customerId', '/customers/$customerId/statement', '/customers/groups'],
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
  ...[
    '/automatic-payments',
    '/late-fees',
    '/late-fees/rules',
    '/late-fees/rules/$ruleId',
    '/late-fees/rules/$ruleId/rehearsal',
  ],
  ...['/payment-plans', '/payment-plans/new', '/payment-plans/$planId', '/payment-plans/$planId/edit'],
  ...['/migration-started', '/openid-login', '/payment-processing', '/payment-processing/$paymentId'],
  ...['/payment-processing/cases', '/payment-processing/payouts', '/payment-processing/payouts/$payoutId'],
  ...['/paypal-callback', '/privacy', '/qbo-legacy-callback'],
  ...['/qbo-openid-end', '/qbo-openid-start', '/quickbooks-disconnect', '/quickbooks-payments-callback'],
  ...[
    '/quickbooks-redirect',
    '/quickbooks-sso',
    '/registration',
    '/registration/$step',
    '/registration/create-account',
  ],
  ...[
    '/reminders',
    '/reminders/flows',
    '/reminders/flows/$flowId',
    '/reminders/flows/$flowId/rehearsal',
    '/reminders/templates',
    ...['/reports', '/reports/$report', '/reports/$report/list'],
    '/statements',
    '/worklist',
  ],
  ...['/sandbox-approve', '/settings', '/settings/account-settings', '/settings/accounting-connection'],
  ...['/settings/accounting-connection/conflicts', '/settings/email-delivery', '/companies/clients'],
  ...['/companies', '/settings/account', '/settings/audit-log', '/settings/company-information'],
  ...['/settings/developers', '/settings/developers/webhooks/$webhook'],
  ...['/settings/payment-settings', '/settings/payment-processor', '/settings/plan-billing/card'],
  ...['/settings/plan-billing', '/settings/profile', '/settings/reports', '/settings/team', '/signup'],
  ...['/signup/$', '/sso/xero/signup/end', '/sso/xero/signup/start', '/stripe-callback', '/xero-redirect'],
]

/** Pages on which customers pay, also on the app's own host. */
const PAYS = /^\/(pay-invoice|unsubscribe|sandbox-approve|confirm-payment-plan|customer-portal-site(-.*)?)$/

describe('every page of the two apps', () => {
  it('is listed with or without a secret in its address', () => {
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
      /^\/(pay|conf|cust|unsub)/.test(path)
    ) {
      const page = await request({ url })
      expect([page.status, page.headers]).toEqual([200, PAYS.test(path) ? paying(expected) : expected])
    }
    if (portalAddresses().includes(path)) {
      for (const { host } of [own, rival]) {
        const page = await request({ url, host })
        expect(page.body).toContain('<title>Customer portal</title>')
        expect([page.status, page.headers]).toEqual([200, paying(expected)])
      }
    }
  })
})

describe('every other reply', () => {
  const kinds: Record<
    string,
    readonly [status: number, expected: object, () => PageRequest | Promise<PageRequest>]
  > = {
    'a pay link that opens': [
      200,
      paying(SECRET_PAGE),
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
    'a group of api docs': [200, API_DOCS, () => ({ url: '/api/docs/customers/' })],
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
    'an asset': [200, { ...EVERY, ...IMMUTABLE }, () => ({ url: ASSET })],
    'a file beside the assets': [
      200,
      { ...EVERY, 'cache-control': 'public, max-age=3600' },
      () => ({ url: '/theme.js' }),
    ],
    'a logo': [
      200,
      { ...FILE, ...IMMUTABLE },
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
    const answer = await request(await asked())
    expect([answer.status, answer.headers]).toEqual([status, expected])
  })

  it('sends the policy of an error for a page that fails', async () => {
    await inspector.rows('alter table throttle_counters rename to gone')
    try {
      const answer = await request({ url: '/pay-invoice?token=a-secret', host: own.host })
      expect([answer.status, answer.headers]).toEqual([500, { ...EVERY, 'referrer-policy': 'no-referrer' }])
    } finally {
      await inspector.rows('alter table gone rename to throttle_counters')
    }
  })

  it('sets the protective headers on the reply to invalid HTTP', async () => {
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

it('uses each nonce once', () => {
  expect(repeatsIn(nonces)).toEqual([])
  expect(nonces.length).toBeGreaterThan(70)
})

describe('a cookie belongs only to the host that sets it', () => {
  it.each([
    ['__Host-s=1; Path=/; Secure; HttpOnly', true],
    ['__Host-s=1; Path=/; Secure; Domain=localhost', false],
    ['__Host-s=1; Path=/', false],
    ['__Host-s=1; Path=/settings; Secure', false],
    ['s=1; Path=/; Secure', false],
  ])('%s', (cookie, fine) => {
    expect(isBoundToHost(cookie)).toBe(fine)
  })

  it('holds on the app’s host and on those of two companies', () => {
    expect(cookies.filter((cookie) => !isBoundToHost(cookie))).toEqual([])
    expect([...hosts]).toEqual(expect.arrayContaining([OWN_HOST, own.host, rival.host]))
  })
})

const POLICY = 'content-security-policy'
const inPolicy = (from: string | RegExp, to: string) => (reply: FastifyReply) =>
  reply.header(POLICY, String(reply.getHeader(POLICY)).replace(from, to))

/** Bugs of a page, with the header that reveals each. */
const BUGS: Readonly<
  Record<string, readonly [header: string, (reply: FastifyReply, body: string) => unknown]>
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
async function findDeviations(from: FastifyInstance): Promise<string[]> {
  const pages = [1, 2].map(() => requestPage(from, { url: '/password-reset-confirmation?token=a-secret' }))
  const [page, again] = (await Promise.all(pages)) as [PageReply, PageReply]
  const headers: Record<string, unknown> = page.headers
  const expected: Record<string, unknown> = SECRET_PAGE
  const names = [...new Set([...Object.keys(headers), ...Object.keys(expected)])]
  const { nonce, nonceProblems, cookies: set } = page
  return [
    ...names.filter((name) => headers[name] !== expected[name]),
    ...(repeatsIn([nonce!, again.nonce!]).length > 0 ? ['nonce'] : []),
    ...(nonceProblems.length > 0 ? ['style'] : []),
    ...(set.every(isBoundToHost) ? [] : ['cookie']),
  ]
}

describe('an injected header bug is detected', () => {
  let faulty: FaultyServer
  beforeAll(async () => {
    faulty = await createFaultyServer(test, { pages: true, webFolder: folder })
  })
  afterAll(() => faulty?.close())

  it('reports nothing without a bug', async () => {
    expect(await findDeviations(faulty.server)).toEqual([])
  })

  it.each(Object.entries(BUGS))('%s', async (_, [header, change]) => {
    faulty.setFault({ after: (_request, reply, body) => change(reply, body.toString()) })
    expect(await findDeviations(faulty.server)).toContain(header)
  })
})
