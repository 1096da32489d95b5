import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServer } from '../../server/main/create-server.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { startWorker } from '../../server/main/start-worker.ts'
import { createSmtpTransport } from '../../server/platform/mail/transport/transport.ts'
import { callApi } from '../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestServer } from '../../testing/test-server.ts'

/*
 * Checks names, notes and messages in the emails that a mail server receives: no template expression is
 * evaluated, no header is added, and no address is fetched.
 */

/** 7919 × 7907, the result of the expressions below in their template languages. */
const RESULT = '62615533'
const EXPRESSIONS = [
  '{{7919*7907}}',
  '{{{7919*7907}}}',
  '$' + '{7919*7907}',
  '#{7919*7907}',
  '<%= 7919*7907 %>',
  '{%print(7919*7907)%}',
  '[[7919*7907]]',
  '*{7919*7907}',
  '@(7919*7907)',
  '{7919*7907}',
  '%{7919*7907}',
  "{{constructor.constructor('return 7919*7907')()}}",
  '{{__proto__}}',
  '{{company.secret}}',
]
/** Attempts to add a header or a recipient. */
const HEADERS = [
  '%0d%0aBcc: evil@people.test',
  '\\r\\nBcc: evil@people.test',
  '=?utf-8?q?x=0d=0aBcc:_evil@people.test?=',
  '" <evil@people.test>, "',
  'evil@people.test,',
]
const FORBIDDEN_IN_A_LINE = [
  'a\u0085Bcc: evil@people.test',
  '\r\nBcc: evil@people.test',
  '\nBcc: evil@people.test',
  'a\u2028Bcc: evil',
  'a\0b',
]

let test: TestServer
let mail: MailServer
let company: HttpCompany
const closers: (() => unknown)[] = []
/** Requests to the listener. */
const hits: string[] = []
let canary: string

beforeAll(async () => {
  mail = await startMailServer()
  closers.push(() => mail.close())
  const listener = createHttpServer((request, reply) => {
    hits.push(request.url ?? '')
    reply.end()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  closers.push(() => listener.close())
  canary = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const app = await createTestApp({
    processors: createProcessors,
    mail: () => createSmtpTransport(mail.url, 'billing@quittance.test'),
  })
  closers.push(() => app.close())
  const server = await createServer(app.app, { pages: false })
  closers.push(() => server.close())
  closers.push(await startWorker(app.app))
  test = { ...app, server }
  company = await anHttpCompany(test, 'inert-company')
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

async function api<Body = { pk: string }>(method: 'POST' | 'PATCH', path: string, body: object) {
  const at = `/api/accounts/${company.accountId}/${path}`
  test.clock.advance(1_000)
  return callApi<Body>(test.server, { method, path: at, token: company.token, body })
}

async function mailTo(address: string): Promise<string> {
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(50)) {
    const found = mail.received.find(({ to }) => to.includes(address))
    if (found) {
      expect(found.to).toEqual([address])
      return found.raw
    }
  }
  throw new Error(`No mail came to ${address}.`)
}

/** Returns the names of a message's headers and the decoded text of its parts. */
function parseMessage(raw: string): { headers: string[]; text: string } {
  const end = raw.indexOf('\r\n\r\n')
  const headers = [...raw.slice(0, end).matchAll(/^([\w-]+):/gm)].map(([, name]) => name!.toLowerCase())
  const parts = raw.split(/\r\n--[^\r\n]+\r\n/).map((part) => {
    const body = part.slice(part.indexOf('\r\n\r\n') + 4)
    if (/content-transfer-encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString()
    const joined = body.replace(/=\r\n/g, '')
    return /quoted-printable/i.test(part)
      ? Buffer.from(
          joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
            String.fromCharCode(Number.parseInt(hex, 16)),
          ),
          'latin1',
        ).toString()
      : joined
  })
  return { headers, text: parts.join('\n') }
}

/** Emails an invoice with this text in every text field of the company, the customer and the invoice. */
async function mailInvoice(word: string, at: number): Promise<{ raw: string; address: string }> {
  const address = `reader-${at}@people.test`
  const renamed = await api('PATCH', 'company/', { name: `Co ${word}`.slice(0, 90) })
  expect(renamed.status, word).toBe(200)
  const customer = await api('POST', 'customers/', {
    short_name: `To ${word}`,
    company_name: word,
    notes: word,
    email: address,
  })
  expect(customer.status, word).toBe(201)
  const draft = await api('POST', 'invoices/', {
    customer: customer.body.pk,
    invoice_date: '2026-11-20',
    terms: 'net_30',
    notes: `${word} <img src="${canary}/notes">`,
    lines: [
      {
        description: word,
        detail: `<link rel=stylesheet href="${canary}/line">`,
        quantity: '1',
        unit_price: '1.00',
      },
    ],
  })
  expect(draft.status, word).toBe(201)
  const sent = await api('POST', `invoices/${draft.body.pk}/send/`, {
    request_id: `inert-words-${at}`,
    message: `${word} ${canary}/message`,
  })
  expect(sent.status, word).toBe(200)
  return { raw: await mailTo(address), address }
}

it('evaluates no template expression in entered text', async () => {
  for (let at = 0; at < EXPRESSIONS.length; at += 4) {
    const words = EXPRESSIONS.slice(at, at + 4)
    const { text } = parseMessage((await mailInvoice(words.join(' '), at)).raw)
    const plain = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#39;', "'")
    expect(text, words.join()).not.toContain(RESULT)
    for (const word of words) expect(plain).toContain(word)
  }
})

it('adds no header and no recipient from entered text', async () => {
  const plain = parseMessage((await mailInvoice('plain', 100)).raw).headers
  for (const [at, word] of HEADERS.entries()) {
    const { headers } = parseMessage((await mailInvoice(word, 101 + at)).raw)
    expect(headers, word).toEqual(plain)
  }
  expect(mail.received.flatMap(({ to }) => to).filter((one) => one.startsWith('evil'))).toEqual([])
  for (const word of FORBIDDEN_IN_A_LINE) {
    expect((await api('PATCH', 'company/', { name: `Co ${word}` })).status, JSON.stringify(word)).toBe(400)
    const customer = { short_name: `To ${word}`, email: 'reader@people.test' }
    expect((await api('POST', 'customers/', customer)).status, JSON.stringify(word)).toBe(400)
  }
})

it('fetches no address in entered text', async () => {
  expect((await api('PATCH', 'company/', { website: `${canary}/site` })).status).toBe(200)
  const { raw } = await mailInvoice(`${canary}/name`, 200)
  expect(raw.length).toBeGreaterThan(1_000)
  expect(hits).toEqual([])
})
