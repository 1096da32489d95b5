import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { MAX_IMPORT_BYTES } from '../../contract/imports.ts'
import { callApi } from '../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { setUpTestServer } from '../../testing/test-server.ts'

const MIB = 1024 * 1024

const test = setUpTestServer()
let company: HttpCompany
let others: HttpCompany[]
let port: number
/** The server's sockets, in the order of their connections, and the clients' sockets. */
let serverSockets: Socket[]
let clientSockets: Socket[]

beforeAll(async () => {
  await test.server.listen({ port: 0, host: '127.0.0.1' })
  port = (test.server.server.address() as AddressInfo).port
  test.server.server.on('connection', (socket) => serverSockets.push(socket))
  company = await anHttpCompany(test, 'door')
  others = [
    await anHttpCompany(test, 'door-second'),
    await anHttpCompany(test, 'door-third'),
    await anHttpCompany(test, 'door-fourth'),
  ]
})
beforeEach(() => {
  serverSockets = []
  clientSockets = []
})
// Uploads that a test leaves open would use the capacity of the next.
afterEach(() => {
  for (const socket of clientSockets) socket.destroy()
})

interface Sending {
  readonly socket: Socket
  answer(): string
  /** Sends more of the body. */
  more(bytes: number): void
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>
}

interface Upload {
  readonly of?: HttpCompany
  readonly token?: string | null
  readonly length?: string
  readonly type?: string
}

/** Sends the head of an upload and `bytes` of its body as fast as the server reads them. */
function send(bytes: number, given: Upload = {}): Sending {
  const { of = company, token = of.token, type = 'text/csv' } = given
  const length = given.length ?? `content-length: ${MAX_IMPORT_BYTES}`
  let answer = ''
  const socket = connect(port, '127.0.0.1')
  clientSockets.push(socket)
  socket.on('data', (chunk) => {
    answer += String(chunk)
  })
  // The server resets the connection for data after the response.
  socket.on('error', () => {})
  const head = [
    `POST /api/accounts/${of.accountId}/imports/?kind=customers&name=large.csv HTTP/1.1`,
    'host: localhost',
    `content-type: ${type}`,
    length,
    ...(token === null ? [] : [`authorization: Bearer ${token}`]),
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const piece = Buffer.alloc(64 * 1024, 'a')
  let left = bytes
  const go = () => {
    while (left > 0 && socket.writable) {
      const now = Math.min(left, piece.length)
      left -= now
      const chunked = length.startsWith('transfer-encoding')
      if (chunked) socket.write(`${now.toString(16)}\r\n`)
      const more = socket.write(piece.subarray(0, now))
      if (chunked) socket.write('\r\n')
      if (!more) return
    }
  }
  socket.on('drain', go)
  go()
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const more = (bytes: number) => {
    left += bytes
    go()
  }
  return { socket, answer: () => answer, more, closed }
}

const refusals: [string, Upload, number, string][] = [
  ['without a token', { token: null }, 401, 'not_signed_in'],
  ['with an invalid token', { token: 'not.a.token' }, 401, 'session_ended'],
  [
    'without a token and a stated size',
    { token: null, length: 'transfer-encoding: chunked' },
    401,
    'not_signed_in',
  ],
  ['whose stated size is too large', { length: `content-length: ${MAX_IMPORT_BYTES + 1}` }, 413, 'too_large'],
  ['of an unsupported type', { type: 'image/png' }, 415, 'unsupported_media_type'],
]

it.each(refusals)(
  'refuses a file %s before reading it, with a readable response',
  async (_, given, status, code) => {
    const sent = send(MAX_IMPORT_BYTES, given)
    await sent.closed
    expect(sent.answer()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(sent.answer()).toMatch(/\r\nconnection: close\r\n/i)
    expect(sent.answer()).toMatch(/\r\nx-request-id: /)
    expect(JSON.parse(sent.answer().split('\r\n\r\n')[1]!)).toMatchObject({ code })
    expect(serverSockets).toHaveLength(1)
    // The drained part, and the buffers of the connection.
    expect(serverSockets[0]!.bytesRead).toBeLessThan(MIB)
  },
)

it('refuses a file for another account and one of a member without the right before reading it', async () => {
  const foreign = send(MAX_IMPORT_BYTES, { token: others[0]!.token })
  await foreign.closed
  expect(foreign.answer()).toMatch(/^HTTP\/1\.1 404 /)
  const viewers = send(MAX_IMPORT_BYTES, { token: await company.member('viewer') })
  await viewers.closed
  expect(viewers.answer()).toMatch(/^HTTP\/1\.1 403 /)
  expect(serverSockets).toHaveLength(2)
  for (const socket of serverSockets) expect(socket.bytesRead).toBeLessThan(MIB)
})

it('keeps the connection of a refused file that is small', async () => {
  const sent = send(1000, { token: null, length: 'content-length: 1000' })
  await expect.poll(sent.answer).toMatch(/^HTTP\/1\.1 401 /)
  expect(sent.answer()).not.toMatch(/connection: close/i)
  sent.socket.write('GET /live/ HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await expect.poll(sent.answer).toMatch(/HTTP\/1\.1 200 /)
  sent.socket.destroy()
})

const waitForBytes = async (count: number, bytes: number) => {
  await expect
    .poll(() => serverSockets.filter(({ bytesRead }) => bytesRead >= bytes).length, { timeout: 120_000 })
    .toBe(count)
}

const uploadTo = (of: HttpCompany, bytes = Buffer.from('Name\nShop\n')) =>
  callApi<{ pk: string }>(test.server, {
    method: 'POST',
    path: `/api/accounts/${of.accountId}/imports/?kind=customers&name=small.csv`,
    token: of.token,
    file: { type: 'text/csv', bytes },
  })

it('accepts two of the largest and four small files of an account at once, and more when these end', async () => {
  const first = [send(MIB), send(MIB)]
  await waitForBytes(2, MIB)
  const third = send(MAX_IMPORT_BYTES)
  await third.closed
  expect(third.answer()).toMatch(/^HTTP\/1\.1 429 /)
  expect(third.answer()).toMatch(/\r\nretry-after: \d+\r\n/)
  expect(serverSockets[2]!.bytesRead).toBeLessThan(MIB)
  expect((await uploadTo(company)).status, 'a small file beside them').toBe(201)
  const small = Array.from({ length: 5 }, () => send(1000, { length: 'content-length: 2000' }))
  const refused = () => small.filter(({ answer }) => /^HTTP\/1\.1 429 /.test(answer()))
  // The order of arrival decides which of the five is refused.
  await expect.poll(() => refused().length, { timeout: 120_000, message: 'a fifth small file' }).toBe(1)
  expect((await uploadTo(company)).status, 'another small file').toBe(429)
  expect(refused(), 'four are accepted').toHaveLength(1)
  expect((await uploadTo(others[0]!)).status, 'a file of another account').toBe(201)
  for (const { socket } of [...first, ...small]) socket.destroy()
  await expect.poll(async () => (await uploadTo(company)).status).toBe(201)
  const last = [send(MIB), send(MIB)]
  await expect.poll(() => serverSockets.slice(-2).filter(({ bytesRead }) => bytesRead >= MIB).length).toBe(2)
  for (const { socket } of last) socket.destroy()
})

const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

it('reserves no capacity for files that hardly arrive: other accounts can upload lists and logos', async () => {
  const announced = [company, others[0]!].flatMap((of) => [
    send(1000, { of }),
    // A file without a stated size may be of any size.
    send(1000, { of, length: 'transfer-encoding: chunked' }),
  ])
  await waitForBytes(4, 1000)
  const victim = others[1]!
  const rows = Array.from(
    { length: 30_000 },
    (_, at) => `Shop ${at} of ${'a'.repeat(60)},shop-${at}@people.test`,
  )
  const large = Buffer.from(['Name,Email', ...rows].join('\n'))
  expect(large.length).toBeGreaterThan(2 * MIB)
  expect((await uploadTo(victim, large)).status).toBe(201)
  expect((await uploadTo(victim)).status).toBe(201)
  const logo = await callApi(test.server, {
    method: 'PUT',
    path: `/api/accounts/${victim.accountId}/company/logo/`,
    token: victim.token,
    file: { type: 'image/png', bytes: LOGO },
  })
  expect(logo.status).toBe(200)
  for (const { socket, answer } of announced) {
    expect(answer()).toBe('')
    socket.destroy()
  }
})

const SLOW_MS = 11_000

it('holds at most 112 MiB of large files, and cancels the slowest for a new one', async () => {
  const owners = [company, company, others[0]!, others[0]!]
  const four = owners.map((of) => send(27 * MIB, { of }))
  await waitForBytes(4, 27 * MIB)
  const early = send(6 * MIB, { of: others[1]! })
  await early.closed
  expect(early.answer(), 'no upload is slow yet').toMatch(/^HTTP\/1\.1 503 /)
  expect(early.answer()).toMatch(/\r\nretry-after: \d+\r\n/)
  test.clock.advance(SLOW_MS)
  const [slow, ...moving] = four
  for (const one of moving) one.more(64 * 1024)
  await expect
    .poll(() => serverSockets.filter(({ bytesRead }) => bytesRead >= 27 * MIB + 64 * 1024).length)
    .toBe(3)
  const next = send(6 * MIB, { of: others[1]! })
  await slow!.closed
  expect(slow!.answer()).toMatch(/^HTTP\/1\.1 503 /)
  expect(slow!.answer()).toMatch(/\r\nconnection: close\r\n/i)
  await expect.poll(() => serverSockets.at(-1)!.bytesRead).toBeGreaterThanOrEqual(6 * MIB)
  for (const { socket, answer } of [...moving, next]) {
    expect(answer()).toBe('')
    socket.destroy()
  }
})

it('cancels the slowest small file for a new one', async () => {
  const bytes = 2 * MIB - 1000
  const length = `content-length: ${2 * MIB}`
  const slow = [company, others[0]!].flatMap((of) => [1, 2, 3, 4].map(() => send(bytes, { of, length })))
  await waitForBytes(8, bytes)
  const small = Buffer.from(`Name\n${'Shop\n'.repeat(2000)}`)
  expect((await uploadTo(others[1]!, small)).status).toBe(503)
  test.clock.advance(SLOW_MS)
  expect((await uploadTo(others[1]!, small)).status).toBe(201)
  await expect.poll(() => slow.filter(({ answer }) => answer().startsWith('HTTP/1.1 503 ')).length).toBe(1)
  for (const { socket } of slow) socket.destroy()
})

it('releases the capacity of a refused file', async () => {
  for (let time = 0; time < 3; time++) {
    const refused = send(MAX_IMPORT_BYTES + 1, { length: 'transfer-encoding: chunked' })
    await refused.closed
    expect(refused.answer()).toMatch(/^HTTP\/1\.1 413 /)
  }
  expect((await uploadTo(company)).status).toBe(201)
})
