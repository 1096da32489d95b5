import { beforeAll, expect, it } from 'vitest'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { VIOLATION_REPORTS } from './violation-reports.ts'

const test = setUpTestServer()
const lines: { level: string; text: string; facts: unknown }[] = []
beforeAll(async () => {
  const warn = test.app.log.warn
  test.app.log.warn = (text, facts) => {
    lines.push({ level: 'warn', text, facts })
    warn(text, facts)
  }
})

const report = (type: string, body: unknown, remoteAddress = '127.0.0.1') =>
  test.server.inject({
    method: 'POST',
    url: VIOLATION_REPORTS,
    remoteAddress,
    headers: { 'content-type': type },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
const byReportTo = (directive: string) => ({
  type: 'csp-violation',
  body: {
    documentURL: 'https://app.test/pay-invoice?token=secret-of-a-link#more',
    effectiveDirective: directive,
    blockedURL: 'https://evil.test/steal.js?card=4242424242424242',
    sample: 'alert(1)',
  },
})

it('counts and logs reports without secrets of their addresses', async () => {
  const old = {
    'csp-report': {
      'document-uri': 'https://app.test/invoices?search=x',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'inline',
      'original-policy': "default-src 'self'",
    },
  }
  expect((await report('application/csp-report', old)).statusCode).toBe(204)
  const reports = [byReportTo('script-src'), { type: 'deprecation', body: {} }, byReportTo('made-up')]
  expect((await report('application/reports+json', reports)).statusCode).toBe(204)
  expect(lines).toEqual([
    {
      level: 'warn',
      text: 'page policy violated',
      facts: { page: '/invoices', directive: 'script-src-elem', blocked: 'inline' },
    },
    {
      level: 'warn',
      text: 'page policy violated',
      facts: { page: '/pay-invoice', directive: 'script-src', blocked: 'https://evil.test' },
    },
    {
      level: 'warn',
      text: 'page policy violated',
      facts: { page: '/pay-invoice', directive: 'other', blocked: 'https://evil.test' },
    },
  ])
  const { text } = await test.app.scrape()
  expect(text).toContain('quittance_page_policy_violations_total{directive="script-src"} 1')
  expect(text).not.toContain('made-up')
})

it('refuses other bodies and limits floods', async () => {
  const refused = [
    await report('application/json', {}),
    await report('application/csp-report', '{'),
    await report('application/csp-report', '[]'.repeat(2)),
    await report('application/csp-report', { 'csp-report': { 'document-uri': 7 } }),
    await report('application/reports+json', 'x'.repeat(40_000)),
    await report(
      'application/reports+json',
      Array.from({ length: 21 }, () => byReportTo('img-src')),
    ),
  ]
  expect(refused.map((answer) => answer.statusCode)).toEqual([415, 400, 400, 400, 413, 400])
  for (const answer of refused) expect(answer.json()).toMatchObject({ code: expect.any(String) })
  const flood = await Promise.all(
    Array.from({ length: 70 }, () => report('application/reports+json', [], '10.1.1.1')),
  )
  expect(flood.filter((answer) => answer.statusCode === 429)).toHaveLength(10)
})
