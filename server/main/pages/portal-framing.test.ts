import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { isEmbedOrigin } from '../../../domain/parsing/embed-origin.ts'
import { callApi } from '../../../testing/call-api.ts'
import { HOSTILE_EMBED_URLS } from '../../../testing/hostile-embed-urls.ts'
import {
  ASSET,
  createWebFolder,
  framedIn,
  isBoundToHost,
  OWN_HOST,
  PAGE,
  type PageReply,
  type PageRequest,
  paying,
  repeatsIn,
  requestPage,
  SECRET_PAGE,
  WEBSITE,
} from '../../../testing/page-headers.ts'
import { aSweptCompany, type SweptCompany, staffSession } from '../../../testing/sweep/company.ts'
import { type DatabaseInspector, openDatabaseInspector } from '../../../testing/sweep/database-inspector.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { createServer } from '../create-server.ts'

let test: TestServer
let server: FastifyInstance
let own: SweptCompany
let inspector: DatabaseInspector
const closers: (() => unknown)[] = []
const nonces: string[] = []

beforeAll(async () => {
  test = await createTestServer()
  closers.push(() => test.close())
  own = await aSweptCompany(test, 'paged-supplies')
  inspector = await openDatabaseInspector(test.ownerConfig)
  closers.push(() => inspector.close())
  const web = await createWebFolder()
  closers.push(web.remove)
  server = await createServer(test.app, { pages: true, webFolder: web.folder })
  closers.push(() => server.close())
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
  // Each reply of this file has its own nonce.
  expect(repeatsIn(nonces)).toEqual([])
})

async function request(asked: PageRequest): Promise<PageReply> {
  const reply = await requestPage(server, asked)
  if (reply.nonce !== null) nonces.push(reply.nonce)
  expect(reply.nonceProblems).toEqual([])
  expect(reply.cookies.filter((cookie) => !isBoundToHost(cookie))).toEqual([])
  return reply
}

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
  it.each(FRAMED)('%s allows framing by that website and no other', async (url) => {
    const expected = framedIn(
      paying(/^.customer-portal-site\//.test(`${url.split('?')[0]}/`) ? SECRET_PAGE : PAGE),
    )
    expect((await request({ url, host: framed.host })).headers).toEqual(expected)
    const otherwise = await request({ url, host: own.host })
    expect(otherwise.headers, 'of a company that allows no framing').toMatchObject({
      'x-frame-options': 'DENY',
    })
    expect(otherwise.headers['content-security-policy']).toContain("frame-ancestors 'none';")
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
  ])('%s cannot be framed on the %s host', async (url, whose) => {
    const { headers } = await request({ url, host: whose === 'framed' ? framed.host : OWN_HOST })
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(JSON.stringify(headers)).not.toContain(WEBSITE)
  })

  it('lets the approval window reach its opener and refuses to be framed', async () => {
    const { headers } = await request({ url: '/sandbox-approve?order=1', host: framed.host })
    expect(headers).toEqual({ ...paying(PAGE), 'cross-origin-opener-policy': 'unsafe-none' })
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
    expect(isEmbedOrigin(hostile), 'the header writer refuses it too').toBe(false)
  })

  it('refuses framing once it is disabled or while the database is unavailable', async () => {
    const url = '/customer-portal-site-login'
    await inspector.rows('alter table portal_preferences rename to gone')
    try {
      expect((await request({ url, host: framed.host })).headers).toEqual(paying(PAGE))
    } finally {
      await inspector.rows('alter table gone rename to portal_preferences')
    }
    expect((await prefer({ embed: false })).body).toMatchObject({ embed: false, allowed_embed_url: WEBSITE })
    expect((await request({ url, host: framed.host })).headers).toEqual(paying(PAGE))
  })
})
