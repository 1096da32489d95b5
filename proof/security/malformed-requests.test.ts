import { type AddressInfo, connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode } from '../../contract/errors.ts'
import { inAccount } from '../../server/platform/context.ts'
import { anAccount } from '../../server/rooms/accounts/testing.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import { openSession } from '../../server/rooms/identity/index.ts'
import { type ApiCall, callApi } from '../../testing/call-api.ts'
import { setUpTestServer } from '../../testing/test-server.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const test = setUpTestServer()
let port: number
let token: string
let account: string
let accountId: string

beforeAll(async () => {
  await test.server.listen({ port: 0, host: '127.0.0.1' })
  port = (test.server.server.address() as AddressInfo).port
  const made = await test.transact((ctx) => anAccount(ctx, { ownerEmail: 'owner@edge.test' }))
  accountId = made.accountId
  account = `/api/accounts/${accountId}/`
  token = (await test.transact((ctx) => openSession(ctx, { audience: 'staff', userId: made.owner.id }))).token
})

const api = (call: Partial<ApiCall> & { path: string }) => callApi(test.server, { method: 'POST', ...call })
const logIn = (payload: string | Buffer, type = 'application/json') =>
  api({ path: '/api/profile/login/', file: { type, bytes: Buffer.from(payload) } })

/** Sends bytes as they are and reads until the server ends the connection. */
function sendBytes(...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part)
    })
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
    // The server resets a connection that it stops reading.
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)))
  })
}

/** Parses a raw response. Expects it to be complete, with the API's headers and a request id. */
function parseResponse(text: string): { status: number; body: Record<string, unknown> } {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.split(': ')[0]!.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
  )
  expect(headers['x-request-id']).toMatch(UUID)
  expect(headers['content-type']).toContain('application/json')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body))
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as Record<string, unknown> }
}

const refusal = (code: ErrorCode, detail: string = ERRORS[code].detail) => ({
  status: ERRORS[code].status,
  body: { code, detail },
})

describe('a request', () => {
  it.each<[string, string, ErrorCode]>([
    ['is not HTTP', 'HELLO THERE\r\n\r\n', 'malformed_request'],
    [
      'has a malformed header',
      'GET /api/profile/ HTTP/1.1\r\nhost: localhost\r\nbad header\r\n\r\n',
      'malformed_request',
    ],
    [
      'states its length twice',
      'POST /api/profile/login/ HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n',
      'malformed_request',
    ],
    [
      'has headers above 8 KiB',
      `GET /api/profile/ HTTP/1.1\r\nhost: localhost\r\nx-long: ${'a'.repeat(9000)}\r\n\r\n`,
      'headers_too_large',
    ],
    ['has an address above 8 KiB', `GET /api/${'a'.repeat(9000)}`, 'address_too_long'],
    ['names no host', 'GET /api/profile/ HTTP/1.1\r\nconnection: close\r\n\r\n', 'unknown_host'],
    [
      'names an empty host',
      'GET /api/profile/ HTTP/1.1\r\nhost:\r\nconnection: close\r\n\r\n',
      'unknown_host',
    ],
  ])('that %s gets an error of the API', async (_, bytes, code) => {
    expect(parseResponse(await sendBytes(bytes))).toEqual(refusal(code))
  })

  it.each([
    ['two hosts', '/api/profile/', ['host: localhost', 'host: evil.test']],
    ['two hosts, ours last', '/api/profile/', ['host: evil.test', 'Host: localhost']],
    ['one host twice', '/api/profile/', ['host: localhost', 'HOST: localhost']],
    ['a second, empty host', '/api/profile/', ['host: localhost', 'host:']],
    ['two hosts for an unknown address', '/nothing/', ['host: localhost', 'host: localhost']],
    ['two hosts for a health check', '/live', ['host: localhost', 'host: localhost']],
    ['another host in its target', 'http://evil.test/api/profile/', ['host: localhost']],
    ['another host in its target, before a query', 'HTTP://evil.test?/api/profile/', ['host: localhost']],
    ['another port in its target', 'http://localhost:1/api/profile/', ['host: localhost']],
    ['a user in its target', 'http://localhost@evil.test/api/profile/', ['host: localhost']],
    ['a host in its target alone', 'http://localhost/api/profile/', []],
  ])('that has %s is refused, and its connection ends', async (_, target, hosts) => {
    const head = [`GET ${target} HTTP/1.1`, ...hosts, '', ''].join('\r\n')
    // A second request on the connection gets no answer.
    const answer = await sendBytes(`${head}GET /live HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    expect(parseResponse(answer)).toEqual(refusal('malformed_request'))
  })

  it('may repeat the host in its target', async () => {
    for (const target of ['http://localhost/api/profile/', 'http://LocalHost:80/api/profile/']) {
      const answer = await sendBytes(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
      expect(parseResponse(answer), target).toEqual(refusal('not_signed_in'))
    }
  })

  it.each<[string, string, ErrorCode]>([
    ['cannot be decoded', '/api/accounts/%zz/', 'malformed_request'],
    ['ends within a character', '/api/accounts/%c3/', 'malformed_request'],
    ['has a segment that is too long', `/api/accounts/${'a'.repeat(300)}/`, 'address_too_long'],
    ['contains a NUL', '/api/accounts/a%00b/', 'not_found'],
    ['is unknown', '/api/nothing/', 'not_found'],
  ])('with an address that %s gets an error of the API', async (_, path, code) => {
    const answer = await api({ method: 'GET', path, token })
    expect(answer).toMatchObject(refusal(code))
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    expect(answer.headers['x-request-id']).toMatch(UUID)
  })

  it('with an unsupported method gets the allowed methods', async () => {
    const answer = await api({ method: 'DELETE', path: '/api/profile/?x=1', token })
    expect(answer).toMatchObject(refusal('method_not_allowed'))
    expect(answer.headers.allow).toBe('GET, HEAD, PATCH')
    expect(await api({ method: 'GET', path: '/api/profile/login', token })).toMatchObject({
      status: 405,
      headers: { allow: 'POST' },
    })
    expect((await api({ method: 'PATCH', path: `${account}invoices/` })).headers.allow).toBe(
      'GET, HEAD, POST',
    )
    expect((await api({ method: 'DELETE', path: '/nothing/' })).status).toBe(404)
  })
})

describe('a body', () => {
  it.each([
    ['that is not JSON', '{"email": ', 'This request is not valid JSON.'],
    ['with trailing text', '{} {}', 'This request is not valid JSON.'],
    ['that is not UTF-8', Buffer.from([0x7b, 0xc3, 0x28, 0x7d]), 'This request is not valid UTF-8 text.'],
    [
      'nested too deeply',
      `{"email":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      'This request is nested too deeply.',
    ],
    [
      'with too many fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, 1]))),
      'This request has too many fields.',
    ],
  ])('%s is refused with the reason', async (_, payload, detail) => {
    expect(await logIn(payload)).toMatchObject(refusal('invalid_input', detail))
  })

  it('is accepted with eight levels and refused with nine', async () => {
    const nested = (levels: number) => `{"email":${'['.repeat(levels - 1)}1${']'.repeat(levels - 1)}}`
    expect((await logIn(nested(8))).body).toMatchObject({ email: [expect.any(String)] })
    expect((await logIn(nested(9))).body.detail).toBe('This request is nested too deeply.')
  })

  it.each([
    ['utf-16', 415],
    ['iso-8859-1', 415],
    ['"windows-1252"', 415],
    ['UTF-8', 400],
    ['"utf8"', 400],
  ])('in the charset %s gets status %i', async (charset, status) => {
    expect((await logIn('{}', `application/json; charset=${charset}`)).status).toBe(status)
  })

  it('that names a field twice is refused, at any depth and however it is written', async () => {
    const twice = { status: 400, body: { password: ['This field is given twice.'] } }
    expect(await logIn('{"email":"a@b.test","password":"a","password":"b"}')).toMatchObject(twice)
    expect(await logIn('{"email":[{"password":1,"p\\u0061ssword":2}]}')).toMatchObject(twice)
    expect(await logIn('{"password":{"a":1},"password":1}')).toMatchObject(twice)
    // The same name in two objects, or as a value, is valid.
    const fine = await logIn('{"email":[{"a":"a"},{"a":"a"}],"password":"a\\": \\"a"}')
    expect(Object.keys(fine.body)).toEqual(['email'])
  })

  it('that names a prototype is refused', async () => {
    const answer = await logIn('{"email":"a@b.test","password":"x","__proto__":{"is_admin":true}}')
    expect(answer).toMatchObject({ status: 400 })
    expect(Object.entries(answer.body)).toEqual([['__proto__', ['This field is not known.']]])
  })

  it('with a NUL or half a character is refused with an error on its field', async () => {
    const [nul, half] = ['a\\u0000b', 'a\\ud83d']
    const text = ['This text has a character that is not allowed.']
    for (const bad of [nul, half]) {
      expect(await logIn(`{"email":"a@b.test","password":"${bad}"}`)).toMatchObject({
        status: 400,
        body: { password: text },
      })
      expect(await logIn(`{"email":"a@b.test","password":"x","${bad}":1}`)).toMatchObject({
        status: 400,
        body: { non_field_errors: ['The name of a field has a character that is not allowed.'] },
      })
    }
    const asked = await api({ method: 'GET', path: `${account}invoices/?filter_state=a%00`, token })
    expect(asked).toMatchObject({ status: 400, body: { filter_state: text } })
  })
})

describe('a body above its limit', () => {
  it('of 64 KiB is refused as too large', async () => {
    const body = (size: number) => `{"email":"${'a'.repeat(size - 12)}"}`
    expect((await logIn(body(64 * 1024))).body).toMatchObject({ password: ['This field is required.'] })
    expect(await logIn(body(64 * 1024 + 1))).toMatchObject(refusal('request_too_large'))
  })

  it('gets a response over the network, with and without a content length', async () => {
    const head = 'POST /api/profile/login/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
    const body = `{"email":"${'a'.repeat(200_000)}"}`
    const known = await sendBytes(`${head}content-length: ${body.length}\r\n\r\n`, body)
    expect(parseResponse(known)).toEqual(refusal('request_too_large'))
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n`
    const unknown = await sendBytes(`${head}transfer-encoding: chunked\r\n\r\n`, chunks)
    expect(parseResponse(unknown)).toEqual(refusal('request_too_large'))
  })

  it('of a file has an error of its own', async () => {
    const file = { type: 'image/png', bytes: Buffer.alloc(2 * 1024 * 1024 + 1) }
    const answer = await api({ method: 'PUT', path: `${account}company/logo/`, token, file })
    expect(answer).toMatchObject(refusal('too_large'))
  })
})

it('a list accepts at most ten filters at a time', async () => {
  const ask = (count: number) =>
    api({
      method: 'GET',
      path: `${account}invoices/?${['filter', 'exclude']
        .flatMap((verb) => ['lt', 'gt', 'gte', 'lte', 'eq', 'neq'].map((by) => `${verb}_total_${by}=1`))
        .slice(0, count)
        .join('&')}`,
      token,
    })
  expect((await ask(10)).status).toBe(200)
  expect((await ask(11)).body).toEqual({ non_field_errors: ['At most 10 filters at a time.'] })
})

it('saves an invoice of 300 lines of full length and refuses 301 lines', async () => {
  const actor = { kind: 'system', job: 'test' } as const
  const customer = await inAccount(test.app, CALLER, actor, accountId, (ctx) => aCustomer(ctx))
  const line = {
    description: 'd'.repeat(300),
    detail: 'e'.repeat(1000),
    quantity: '1',
    unit_price: '1.00',
    tax_name: 't'.repeat(60),
  }
  const write = (count: number) =>
    api({
      path: `${account}invoices/`,
      token,
      body: {
        customer: customer.id,
        invoice_date: '2026-11-20',
        terms: 'net_30',
        notes: 'n'.repeat(5000),
        lines: Array.from({ length: count }, () => line),
      },
    })
  expect((await write(300)).status).toBe(201)
  expect(await write(301)).toMatchObject({ status: 400, body: { lines: ['At most 300 lines.'] } })
  const huge = await api({ path: `${account}invoices/`, token, body: { notes: 'n'.repeat(512 * 1024) } })
  expect(huge).toMatchObject(refusal('request_too_large'))
})
