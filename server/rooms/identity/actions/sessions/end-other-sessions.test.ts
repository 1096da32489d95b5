import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { type ApiCall, callApi } from '../../../../../testing/call-api.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import { inTransaction } from '../../../../platform/context.ts'
import { aUser } from '../../testing.ts'
import { openSession } from './open-session.ts'

type Place = {
  pk: string
  current: boolean
  ip: string | null
  device: string | null
  created_at: string
  last_seen_at: string
}

const test = setUpTestServer()

const transact = <T>(work: Parameters<typeof inTransaction<T>>[3], ip = '10.0.0.1') =>
  inTransaction(test.app, { requestId: 'test', ip }, { kind: 'anonymous' }, work)
const person = (email: string) => transact((ctx) => aUser(ctx, { email, homeAccountId: null }))
const signIn = (userId: string, ip: string) =>
  transact((ctx) => openSession(ctx, { audience: 'staff', userId }), ip)
const call = <Body>(method: ApiCall['method'], token: string, path = '/api/profile/sessions/') =>
  callApi<Body>(test.server, { method, path, token })

it('lists the sessions of a person, the current one first', async () => {
  const user = await person('lists@people.test')
  const other = await person('other@people.test')
  const old = await signIn(user.id, '10.0.0.2')
  const idle = await signIn(user.id, '10.0.0.3')
  await signIn(other.id, '10.0.0.9')
  test.clock.advance(10 * MINUTE_MS)
  await callApi(test.server, {
    method: 'POST',
    path: '/api/profile/token-refresh/',
    body: { token: old.token },
  })
  test.clock.advance(6 * MINUTE_MS)
  const here = await signIn(user.id, '10.0.0.4')
  const { status, body } = await call<Place[]>('GET', here.token)
  expect(status).toBe(200)
  expect(body.map(({ pk, current, ip }) => [pk, current, ip])).toEqual([
    [here.sessionId, true, '10.0.0.4'],
    [old.sessionId, false, '10.0.0.2'],
  ])
  // A session that was not refreshed for 15 minutes is over, although its row is open.
  expect(body.some((place) => place.pk === idle.sessionId)).toBe(false)
  expect(Date.parse(body[1]!.last_seen_at) - Date.parse(body[1]!.created_at)).toBe(10 * MINUTE_MS)
})

it('reports browser and system in readable form and stores nothing else of the user agent', async () => {
  const user = await person('device@people.test')
  const token = await transact((ctx) => openSession(ctx, { audience: 'staff', userId: user.id }))
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0 <b>secret</b>'
  const from = { requestId: 'test', ip: '10.0.0.2', userAgent: firefox }
  await inTransaction(test.app, from, { kind: 'anonymous' }, (ctx) =>
    openSession(ctx, { audience: 'staff', userId: user.id }),
  )
  const { body } = await call<Place[]>('GET', token.token)
  expect(body.map(({ device }) => device)).toEqual([null, 'Firefox on Windows'])
})

it('ends every other session of the caller on its next request, and of nobody else', async () => {
  const user = await person('ends@people.test')
  const stranger = await signIn((await person('stranger@people.test')).id, '10.0.0.9')
  const [here, there] = [await signIn(user.id, '10.0.0.4'), await signIn(user.id, '10.0.0.5')]
  expect((await call('DELETE', here.token)).status).toBe(204)
  const left = await call<Place[]>('GET', here.token)
  expect(left.body.map((place) => place.pk)).toEqual([here.sessionId])
  expect(await call('GET', there.token, '/api/profile/')).toMatchObject({
    status: 401,
    body: { code: 'session_ended' },
  })
  expect((await call('GET', stranger.token, '/api/profile/')).status).toBe(200)
})

it('ends one session of the caller, which must be theirs and live', async () => {
  const user = await person('one@people.test')
  const stranger = await signIn((await person('alien@people.test')).id, '10.0.0.9')
  const [here, there] = [await signIn(user.id, '10.0.0.4'), await signIn(user.id, '10.0.0.5')]
  const end = (sessionId: string) => call('DELETE', here.token, `/api/profile/sessions/${sessionId}/`)
  expect((await end(there.sessionId)).status).toBe(204)
  expect(await call('GET', there.token, '/api/profile/')).toMatchObject({
    status: 401,
    body: { code: 'session_ended' },
  })
  for (const notTheirs of [there.sessionId, stranger.sessionId])
    expect(await end(notTheirs)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await call('GET', stranger.token, '/api/profile/')).status).toBe(200)
  const left = await call<Place[]>('GET', here.token)
  expect(left.body.map((place) => place.pk)).toEqual([here.sessionId])
})
