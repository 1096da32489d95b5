import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { setUpTestServer } from '../../testing/test-server.ts'

const test = setUpTestServer()
let company: HttpCompany
let port: number

beforeAll(async () => {
  await test.server.listen({ port: 0, host: '127.0.0.1' })
  port = (test.server.server.address() as AddressInfo).port
  company = await anHttpCompany(test, 'slow-lines')
})

interface SlowRequestResult {
  readonly response: string
  /** From the first byte to the response or the end of the connection. */
  readonly ms: number
}

/** Sends the beginning of a request, then one piece each second until the response. */
function sendSlowly(beginning: string, pieces: Iterable<string>): Promise<SlowRequestResult> {
  return new Promise((resolve) => {
    const startedAt = Date.now()
    let response = ''
    const socket = connect(port, '127.0.0.1', async () => {
      socket.write(beginning)
      for (const piece of pieces) {
        await sleep(1000)
        if (response !== '' || socket.destroyed) return
        socket.write(piece)
      }
    })
    const done = () => {
      socket.destroy()
      resolve({ response, ms: Date.now() - startedAt })
    }
    socket.on('data', (chunk) => {
      response += String(chunk)
      if (/\r\n\r\n.+/s.test(response)) done()
    })
    // The server resets the connection for data after the response.
    socket.on('error', () => {})
    socket.on('close', done)
  })
}

function* forever(piece: string): Generator<string> {
  for (;;) yield piece
}

const CSV = [
  'Name,Email',
  ...Array.from({ length: 40_000 }, (_, at) => `Shop ${at},shop-${at}@people.test`),
].join('\n')

const head = (...lines: string[]): string => [...lines, '', ''].join('\r\n')

const upload = (token: string): string =>
  head(
    `POST /api/accounts/${company.accountId}/imports/?kind=customers&name=slow.csv HTTP/1.1`,
    'host: localhost',
    'content-type: text/csv',
    `content-length: ${CSV.length}`,
    `authorization: Bearer ${token}`,
  )

const login = (length: string): string =>
  head('POST /api/profile/login/ HTTP/1.1', 'host: localhost', 'content-type: application/json', length)

describe('a slow request', () => {
  it('is read to its end when it is an upload with a valid session, and ends after 15 seconds otherwise', async () => {
    const pieces = CSV.match(/.{1,70000}/gs)!
    expect(pieces.length, 'longer than the limit for other requests, in seconds').toBeGreaterThan(17)
    const [file, silent, ...cut] = await Promise.all([
      sendSlowly(upload(company.token), pieces),
      sendSlowly('', []),
      sendSlowly(upload(company.token), forever('x')),
      sendSlowly(login('content-length: 60000'), forever('x')),
      sendSlowly(login('transfer-encoding: chunked'), forever('1\r\nx\r\n')),
      sendSlowly('GET /api/profile/ HTTP/1.1\r\nhost: localhost\r\nx-slow: ', forever('x')),
    ])
    expect(file.response).toMatch(/^HTTP\/1\.1 201 /)
    expect(file.response).toContain('"total_rows":40000')
    expect(file.ms).toBeGreaterThan(17_000)
    expect(silent.response).toBe('')
    expect(silent.ms).toBeGreaterThan(14_000)
    expect(silent.ms).toBeLessThan(25_000)
    for (const { response, ms } of cut) {
      expect(response).toMatch(/^HTTP\/1\.1 408 /)
      expect(response).toContain('"code":"request_timed_out"')
      expect(ms).toBeGreaterThan(14_000)
      expect(ms).toBeLessThan(25_000)
    }
  })
})
