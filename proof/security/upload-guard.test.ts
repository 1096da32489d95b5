import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { MOST_IMPORT_BYTES } from '../../contract/imports.ts'
import { callApi } from '../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const MIB = 1024 * 1024

let test: TestServer
let company: HttpCompany
let others: HttpCompany[]
let port: number
/** The server's ends of the connections, in the order in which they were made, and ours. */
let ends: Socket[]
let ours: Socket[]

beforeAll(async () => {
  test = await createTestServer()
  await test.server.listen({ port: 0, host: '127.0.0.1' })
  port = (test.server.server.address() as AddressInfo).port
  test.server.server.on('connection', (socket) => ends.push(socket))
  company = await anHttpCompany(test, 'door')
  others = [
    await anHttpCompany(test, 'door-second'),
    await anHttpCompany(test, 'door-third'),
    await anHttpCompany(test, 'door-fourth'),
  ]
})
afterAll(() => test?.close())
beforeEach(() => {
  ends = []
  ours = []
})
// What one test leaves open would take the room of the next.
afterEach(() => {
  for (const socket of ours) socket.destroy()
})

interface Sending {
  readonly socket: Socket
  answer(): string
  /** Goes on with the body. */
  more(bytes: number): void
  /** When the connection has ended. */
  readonly over: Promise<void>
}

interface Upload {
  readonly of?: HttpCompany
  readonly token?: string | null
  readonly length?: string
  readonly type?: string
}

/** Sends the head of an upload, and `bytes` of its body as fast as they are taken. */
function send(bytes: number, given: Upload = {}): Sending {
  const { of = company, token = of.token, type = 'text/csv' } = given
  const length = given.length ?? `content-length: ${MOST_IMPORT_BYTES}`
  let answer = ''
  const socket = connect(port, '127.0.0.1')
  ours.push(socket)
  socket.on('data', (chunk) => {
    answer += String(chunk)
  })
  // What comes after the answer is refused by a reset.
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
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const more = (bytes: number) => {
    left += bytes
    go()
  }
  return { socket, answer: () => answer, more, over }
}

const refusals: [string, Upload, number, string][] = [
  ['of nobody', { token: null }, 401, 'not_signed_in'],
  ['with a token that is none', { token: 'not.a.token' }, 401, 'session_ended'],
  [
    'of nobody, of no stated size',
    { token: null, length: 'transfer-encoding: chunked' },
    401,
    'not_signed_in',
  ],
  ['that says it is too large', { length: `content-length: ${MOST_IMPORT_BYTES + 1}` }, 413, 'too_large'],
  ['of a type that is not taken here', { type: 'image/png' }, 415, 'unsupported_media_type'],
]

it.each(refusals)(
  'a file %s is refused before it is read, and its sender gets to see why',
  async (_, given, status, code) => {
    const sent = send(MOST_IMPORT_BYTES, given)
    await sent.over
    expect(sent.answer()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(sent.answer()).toMatch(/\r\nconnection: close\r\n/i)
    expect(sent.answer()).toMatch(/\r\nx-request-id: /)
    expect(JSON.parse(sent.answer().split('\r\n\r\n')[1]!)).toMatchObject({ code })
    expect(ends).toHaveLength(1)
    // What was drained, and what the connection itself holds.
    expect(ends[0]!.bytesRead).toBeLessThan(MIB)
  },
)

it('a file for another account, and one of a member without the right, is not read either', async () => {
  const strangers = send(MOST_IMPORT_BYTES, { token: others[0]!.token })
  await strangers.over
  expect(strangers.answer()).toMatch(/^HTTP\/1\.1 404 /)
  const viewers = send(MOST_IMPORT_BYTES, { token: await company.member('viewer') })
  await viewers.over
  expect(viewers.answer()).toMatch(/^HTTP\/1\.1 403 /)
  expect(ends).toHaveLength(2)
  for (const end of ends) expect(end.bytesRead).toBeLessThan(MIB)
})

it('keeps the connection of a refused file that is small', async () => {
  const sent = send(1000, { token: null, length: 'content-length: 1000' })
  await expect.poll(sent.answer).toMatch(/^HTTP\/1\.1 401 /)
  expect(sent.answer()).not.toMatch(/connection: close/i)
  sent.socket.write('GET /live/ HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await expect.poll(sent.answer).toMatch(/HTTP\/1\.1 200 /)
  sent.socket.destroy()
})

const arrived = async (count: number, bytes: number) => {
  await expect
    .poll(() => ends.filter((end) => end.bytesRead >= bytes).length, { timeout: 20_000 })
    .toBe(count)
}

const uploadTo = (of: HttpCompany, bytes = Buffer.from('Name\nShop\n')) =>
  callApi<{ pk: string }>(test.server, {
    method: 'POST',
    path: `/api/accounts/${of.accountId}/imports/?kind=customers&name=small.csv`,
    token: of.token,
    file: { type: 'text/csv', bytes },
  })

it('begins two of the largest files of one account and four small ones, refuses more, and lets go of those that end', async () => {
  const first = [send(MIB), send(MIB)]
  await arrived(2, MIB)
  const third = send(MOST_IMPORT_BYTES)
  await third.over
  expect(third.answer()).toMatch(/^HTTP\/1\.1 429 /)
  expect(third.answer()).toMatch(/\r\nretry-after: \d+\r\n/)
  expect(ends[2]!.bytesRead).toBeLessThan(MIB)
  expect((await uploadTo(company)).status, 'a small one beside them').toBe(201)
  const small = Array.from({ length: 5 }, () => send(1000, { length: 'content-length: 2000' }))
  const refused = () => small.filter(({ answer }) => /^HTTP\/1\.1 429 /.test(answer()))
  // Whichever comes last to the door.
  await expect.poll(() => refused().length, { timeout: 20_000, message: 'a fifth small one' }).toBe(1)
  expect((await uploadTo(company)).status, 'another').toBe(429)
  expect(refused(), 'four are let in').toHaveLength(1)
  expect((await uploadTo(others[0]!)).status, 'one of another account').toBe(201)
  for (const { socket } of [...first, ...small]) socket.destroy()
  await expect.poll(async () => (await uploadTo(company)).status).toBe(201)
  const last = [send(MIB), send(MIB)]
  await expect.poll(() => ends.slice(-2).filter((end) => end.bytesRead >= MIB).length).toBe(2)
  for (const { socket } of last) socket.destroy()
})

const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

it('files that are announced and hardly come take no room: others’ lists, large and small, and logos get in', async () => {
  const announced = [company, others[0]!].flatMap((of) => [
    send(1000, { of }),
    // Of no stated size, it may be as large as any.
    send(1000, { of, length: 'transfer-encoding: chunked' }),
  ])
  await arrived(4, 1000)
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

it('never holds more than 112 MiB of large files: whichever comes slowest makes room', async () => {
  const owners = [company, company, others[0]!, others[0]!]
  const four = owners.map((of) => send(27 * MIB, { of }))
  await arrived(4, 27 * MIB)
  const early = send(6 * MIB, { of: others[1]! })
  await early.over
  expect(early.answer(), 'none is known to be slow yet').toMatch(/^HTTP\/1\.1 503 /)
  expect(early.answer()).toMatch(/\r\nretry-after: \d+\r\n/)
  test.clock.advance(SLOW_MS)
  const [slow, ...moving] = four
  for (const one of moving) one.more(64 * 1024)
  await expect.poll(() => ends.filter((end) => end.bytesRead >= 27 * MIB + 64 * 1024).length).toBe(3)
  const next = send(6 * MIB, { of: others[1]! })
  await slow!.over
  expect(slow!.answer()).toMatch(/^HTTP\/1\.1 503 /)
  expect(slow!.answer()).toMatch(/\r\nconnection: close\r\n/i)
  await expect.poll(() => ends.at(-1)!.bytesRead).toBeGreaterThanOrEqual(6 * MIB)
  for (const { socket, answer } of [...moving, next]) {
    expect(answer()).toBe('')
    socket.destroy()
  }
})

it('room for small files is made in the same way', async () => {
  const bytes = 2 * MIB - 1000
  const length = `content-length: ${2 * MIB}`
  const slow = [company, others[0]!].flatMap((of) => [1, 2, 3, 4].map(() => send(bytes, { of, length })))
  await arrived(8, bytes)
  const small = Buffer.from(`Name\n${'Shop\n'.repeat(2000)}`)
  expect((await uploadTo(others[1]!, small)).status).toBe(503)
  test.clock.advance(SLOW_MS)
  expect((await uploadTo(others[1]!, small)).status).toBe(201)
  await expect.poll(() => slow.filter(({ answer }) => answer().startsWith('HTTP/1.1 503 ')).length).toBe(1)
  for (const { socket } of slow) socket.destroy()
})

it('lets go of a file that could not be taken', async () => {
  for (let time = 0; time < 3; time++) {
    const refused = send(MOST_IMPORT_BYTES + 1, { length: 'transfer-encoding: chunked' })
    await refused.over
    expect(refused.answer()).toMatch(/^HTTP\/1\.1 413 /)
  }
  expect((await uploadTo(company)).status).toBe(201)
})
