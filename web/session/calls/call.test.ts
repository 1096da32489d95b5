import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { type Answer, answerFetch, aSession, aSignedInReply, aToken } from '../testing.ts'
import { ApiError } from './api-error.ts'
import { type CallIdentity, createCaller } from './call.ts'

const { logIn, profile, logOut } = contract.identity
const PERSON: CallIdentity = { token: 'a.b.c', accountId: null, customerId: null }

const noted: unknown[][] = []
beforeEach(() => {
  vi.useFakeTimers({ now: 1_790_000_000_000 })
  noted.length = 0
  vi.stubGlobal('console', { ...console, warn: (...words: unknown[]) => noted.push(words) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function network(answer: Answer) {
  const { sent, fetch } = answerFetch(answer)
  vi.stubGlobal('fetch', fetch)
  return sent
}
const callAs = (identity: CallIdentity) =>
  createCaller(
    () => identity,
    () => {},
  )

/** A server with a non-JSON body. */
const says = (status: number, text: string) =>
  vi.stubGlobal('fetch', async () => new Response(text, { status }))

describe('a call', () => {
  it('sends the token in the authorization header, and the JSON content type', async () => {
    const sent = network(() => ({ status: 200 }))
    await callAs(PERSON)(logIn, { body: { email: 'a@b.test', password: 'x' } })
    expect(sent[0]!.headers).toEqual({
      Accept: 'application/json',
      'Accept-Language': 'en',
      Authorization: 'Bearer a.b.c',
      'Content-Type': 'application/json',
    })
    await callAs({ ...PERSON, token: null })(profile)
    expect(sent[1]!.headers).toEqual({ Accept: 'application/json', 'Accept-Language': 'en' })
  })

  it('names the stored account, and in the portal the customer, when there is one', async () => {
    const sent = network(() => ({ status: 200 }))
    await callAs({ ...PERSON, accountId: 'a1' })(profile)
    await callAs({ ...PERSON, customerId: 'c1' })(profile)
    await callAs({ ...PERSON, accountId: 'a1', customerId: 'c1' })(profile)
    const named = sent.map(({ headers }) => [headers['X-Account-Id'], headers['X-Customer-Id']])
    expect(named).toEqual([
      ['a1', undefined],
      [undefined, 'c1'],
      ['a1', 'c1'],
    ])
  })

  it.each([400, 401, 403, 404, 409, 413, 429, 499, 500, 503, 599])(
    'treats a status of %i as an error',
    async (status) => {
      network(() => ({ status, body: { detail: 'No.' } }))
      await expect(callAs(PERSON)(profile)).rejects.toMatchObject({ name: 'Error', status })
    },
  )

  it.each([200, 201, 202])('does not treat a status of %i as an error', async (status) => {
    network(() => ({ status, body: { detail: 'Yes.' } }))
    await expect(callAs(PERSON)(profile)).resolves.toEqual({ detail: 'Yes.' })
  })

  it('logs a body that can’t be parsed, and returns it as text', async () => {
    says(200, '<p>Welcome to the hotel’s network')
    await expect(callAs(PERSON)(profile)).resolves.toBe('<p>Welcome to the hotel’s network')
    expect(noted).toEqual([['An answer could not be parsed: <p>Welcome to the hotel’s network']])
    says(502, '<h1>Bad Gateway</h1>')
    const error = await callAs(PERSON)(profile).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 502, code: null, fields: {} })
    expect(noted).toHaveLength(2)
  })

  it('follows no redirect, because its headers are for this server only', async () => {
    vi.useRealTimers()
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url!)
      response.writeHead(request.url === '/elsewhere' ? 200 : 302, { location: '/elsewhere' }).end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(origin + path, init))
    try {
      await expect(callAs(PERSON)(profile)).rejects.toMatchObject({ status: 0, code: 'unreachable' })
      expect(asked).toEqual(['/api/profile/'])
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  it.each([200, 503])('treats a truncated response with status %s as a failed request', async (status) => {
    const half = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('{"pk":')),
      pull: (stream) => stream.error(new TypeError('network error')),
    })
    vi.stubGlobal('fetch', async () => new Response(half, { status }))
    await expect(callAs(PERSON)(profile)).rejects.toMatchObject({ status: 0, code: 'unreachable' })
  })

  it('accepts a response without a body', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
    await expect(callAs(PERSON)(logOut)).resolves.toBeUndefined()
    says(500, '')
    await expect(callAs(PERSON)(profile)).rejects.toMatchObject({ status: 500 })
    expect(noted).toEqual([])
  })
})

describe('invoice list', () => {
  const ask = async (status: number) => {
    const sent = network(() => ({ status }))
    const { session } = aSession()
    session.signIn(aSignedInReply(aToken(Date.now())))
    const asked = session
      .call(contract.invoices.list, { params: { account: 'a1' } })
      .catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10_000)
    await asked
    return sent.length
  }

  it.each([500, 502, 503, 504])('is requested three times when the server answers %i', async (status) => {
    expect(await ask(status)).toBe(3)
  })

  it.each([400, 403, 404, 409, 429])('is requested once when the server answers %i', async (status) => {
    expect(await ask(status)).toBe(1)
  })
})
