import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpsServer, startHttpsServer } from '../../../testing/tls/https-server.ts'
import { createWebhookSender } from './webhook-sender.ts'

let server: HttpsServer
let hits = 0

beforeAll(async () => {
  server = await startHttpsServer((request, response) => {
    hits += 1
    if (request.url === '/hang') return
    if (request.url === '/drip') {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(timer))
      return
    }
    if (request.url === '/large') return void response.end('x'.repeat(1_000_000))
    if (request.url === '/away') return void response.writeHead(307, { location: 'https://localhost/' }).end()
    response.writeHead(request.url === '/wait' ? 503 : 200, { 'retry-after': '120' }).end(`ok\0`)
  })
})
afterAll(() => server.close())

const request = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' })
const IMPATIENT_MS = 400
const open = (maxMs = 60_000) => createWebhookSender({ ca: server.ca, isForbidden: () => false, maxMs })

it('sends by TLS and keeps the beginning of the answer', async () => {
  expect(await open().send(request(`${server.origin}/`))).toMatchObject({
    status: 200,
    problem: null,
    answer: 'ok',
  })
  expect((await open().send(request(`${server.origin}/large`))).answer).toHaveLength(2_000)
  expect(await open().send(request(`${server.origin}/wait`))).toMatchObject({ status: 503, retryAfterS: 120 })
})

it('follows no redirect and waits no longer than allowed', async () => {
  const before = hits
  expect(await open().send(request(`${server.origin}/away`))).toMatchObject({ status: 307 })
  expect(hits).toBe(before + 1)
  for (const path of ['/hang', '/drip']) {
    const answer = await open(IMPATIENT_MS).send(request(server.origin + path))
    expect(answer.problem).toContain('No complete answer within')
  }
})

it.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://10.0.0.1/',
  'https://0x7f000001/',
  'http://127.0.0.1/',
  'http://example.com/',
])('connects to no inner address: %s', async (url) => {
  const answer = await createWebhookSender({ maxMs: 2000 }).send(request(url))
  expect(answer).toMatchObject({ status: null, problem: 'The address can’t be reached.' })
})

it('connects to no name that resolves to an inner address', async () => {
  const before = hits
  const sender = createWebhookSender({
    ca: server.ca,
    resolve: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  expect(await sender.send(request('https://public.example/'))).toMatchObject({ status: null })
  expect(hits).toBe(before)
})
