import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { setUpTestServer } from '../../testing/test-server.ts'

const test = setUpTestServer()
let company: HttpCompany
let port: number

beforeAll(async () => {
  await test.server.listen({ port: 0, host: '127.0.0.1' })
  port = (test.server.server.address() as AddressInfo).port
  company = await anHttpCompany(test, 'late-requests')
})

/** Opens a connection; returns its end here, its end in the server, and everything received so far. */
async function openConnection() {
  const accepted = once(test.server.server, 'connection') as Promise<[Socket]>
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  client.on('data', (chunk) => (received += String(chunk))).on('error', () => {})
  const [served] = await accepted
  return { client, served, received: () => received }
}

/** Makes the server's timeout of request headers happen now. */
const timeOut = (served: Socket) =>
  test.server.server.emit(
    'clientError',
    Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    served,
  )

function customerRequest(name: string): { head: string; rest: string } {
  const body = JSON.stringify({ short_name: name })
  return {
    head: `POST /api/accounts/${company.accountId}/customers/ HTTP/1.1\r\nhost: localhost\r\n`,
    rest: [
      'content-type: application/json',
      `content-length: ${body.length}`,
      `authorization: Bearer ${company.token}`,
      '',
      body,
    ].join('\r\n'),
  }
}

const customerNames = async (): Promise<string[]> => {
  const reply = await company.run((ctx) =>
    ctx.db.selectFrom('customers').select('short_name').orderBy('short_name').execute(),
  )
  return reply.map((row) => row.short_name)
}

it('does not run a request that arrives after its connection timed out', async () => {
  const { client, served, received } = await openConnection()
  const { head, rest } = customerRequest('Twice Ltd')
  client.write(head)
  while (served.bytesRead < head.length) await sleep(5)
  timeOut(served)
  while (!received().includes('request_timed_out')) await sleep(5)
  client.write(rest)
  await once(served, 'close')
  expect(received()).toMatch(/^HTTP\/1\.1 408 /)
  expect(await customerNames()).toEqual([])
})

it('closes a connection that timed out before its first byte without an answer, which browsers repeat safely', async () => {
  const { client, served, received } = await openConnection()
  timeOut(served)
  await once(client, 'end')
  expect(received()).toBe('')
  client.destroy()
})

it('runs the same request on a connection that did not time out', async () => {
  const { client, received } = await openConnection()
  const { head, rest } = customerRequest('Once Ltd')
  client.write(head + rest)
  while (!received().includes('\r\n\r\n')) await sleep(5)
  expect(received()).toMatch(/^HTTP\/1\.1 201 /)
  expect(await customerNames()).toEqual(['Once Ltd'])
  client.destroy()
})
