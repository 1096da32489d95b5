import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let test: TestServer
let company: HttpCompany
let port: number

beforeAll(async () => {
  test = await createTestServer()
  await test.server.listen({ port: 0, host: '127.0.0.1' })
  port = (test.server.server.address() as AddressInfo).port
  company = await anHttpCompany(test, 'slow-lines')
})
afterAll(() => test?.close())

interface Trickled {
  readonly answer: string
  /** From the first byte to the end of the connection, or to the answer. */
  readonly ms: number
}

/** Sends the beginning of a request, then a piece more each second, until there is an answer. */
function trickle(beginning: string, pieces: Iterable<string>): Promise<Trickled> {
  return new Promise((resolve) => {
    const from = Date.now()
    let answer = ''
    const socket = connect(port, '127.0.0.1', async () => {
      socket.write(beginning)
      for (const piece of pieces) {
        await sleep(1000)
        if (answer !== '' || socket.destroyed) return
        socket.write(piece)
      }
    })
    const done = () => {
      socket.destroy()
      resolve({ answer, ms: Date.now() - from })
    }
    socket.on('data', (chunk) => {
      answer += String(chunk)
      if (/\r\n\r\n.+/s.test(answer)) done()
    })
    // What comes after the answer is refused by a reset.
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

describe('what comes slowly', () => {
  it('is heard out when it is a file of somebody who is signed in, and cut after some 15 seconds otherwise', async () => {
    const pieces = CSV.match(/.{1,70000}/gs)!
    expect(pieces.length, 'seconds, longer than an ordinary body may take').toBeGreaterThan(17)
    const [file, ...cut] = await Promise.all([
      trickle(upload(company.token), pieces),
      trickle(upload(company.token), forever('x')),
      trickle(login('content-length: 60000'), forever('x')),
      trickle(login('transfer-encoding: chunked'), forever('1\r\nx\r\n')),
      trickle('GET /api/profile/ HTTP/1.1\r\nhost: localhost\r\nx-slow: ', forever('x')),
    ])
    expect(file.answer).toMatch(/^HTTP\/1\.1 201 /)
    expect(file.answer).toContain('"total_rows":40000')
    expect(file.ms).toBeGreaterThan(17_000)
    for (const { answer, ms } of cut) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /)
      expect(answer).toContain('"code":"request_timed_out"')
      expect(ms).toBeGreaterThan(14_000)
      expect(ms).toBeLessThan(25_000)
    }
  }, 60_000)
})
