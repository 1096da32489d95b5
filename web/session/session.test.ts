import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contract } from '../../contract/index.ts'
import { openBrowserSession } from './browser-session.ts'
import { ApiError } from './calls/api-error.ts'
import { createMemoryStore, type KeyStore } from './storage/key-store.ts'
import { type Answer, answerFetch, aSession, aSignedInReply, aToken, oneAtATime } from './testing.ts'

const MINUTE = 60_000
const REFRESH = '/api/profile/token-refresh/'
const PROFILE = '/api/profile/'

beforeEach(() => vi.useFakeTimers({ now: 1_790_000_000_000 }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function network(answer: Answer) {
  const { sent, fetch } = answerFetch(answer)
  vi.stubGlobal('fetch', fetch)
  return { sent, paths: () => sent.map((call) => call.path) }
}

/** A server that renews each token once, and answers everything else with 200. */
function serverThatRenews(skewMs = 0) {
  const known = new Set<string>()
  return network((call) => {
    if (call.path !== REFRESH) return { status: 200, body: {} }
    const { token } = call.body as { token: string }
    if (known.has(token)) return { status: 401 }
    known.add(token)
    return { status: 200, body: { token: aToken(Date.now() + skewMs), email_verified: true } }
  })
}

const signedIn = (given: Parameters<typeof aSession>[0] = {}, lifeMs?: number) => {
  const made = aSession(given)
  made.session.signIn(aSignedInReply(aToken(Date.now(), lifeMs)))
  return made
}
const readProfile = (made: ReturnType<typeof aSession>) => made.session.call(contract.identity.profile)

describe('a call', () => {
  it('sends the token and the account chosen in this tab', async () => {
    const { sent } = serverThatRenews()
    const made = signedIn()
    await readProfile(made)
    expect(sent[0]?.headers).toMatchObject({ 'X-Account-Id': 'a1' })
    expect(sent[0]?.headers.Authorization).toBe(`Bearer ${made.store.get('auth-token')}`)
  })

  it('needs and sends no session on a public route', async () => {
    const { sent } = network(() => ({ status: 200, body: { detail: '' } }))
    await signedIn().session.call(contract.identity.forgotPassword, { body: { email: 'a@b.test' } })
    await aSession().session.call(contract.identity.forgotPassword, { body: { email: 'a@b.test' } })
    expect(sent.map((call) => call.headers.Authorization)).toEqual([undefined, undefined])
  })

  it('renews the token before a call that would outlive it', async () => {
    const { paths } = serverThatRenews()
    const made = signedIn()
    await vi.advanceTimersByTimeAsync(13 * MINUTE)
    await readProfile(made)
    expect(paths()).toEqual([PROFILE])
    await vi.advanceTimersByTimeAsync(1.5 * MINUTE)
    await Promise.all([readProfile(made), readProfile(made)])
    expect(paths()).toEqual([PROFILE, REFRESH, PROFILE, PROFILE])
  })

  it('ends the session once, as timed out, on a 401', async () => {
    network(() => ({ status: 401 }))
    const made = signedIn()
    const both = await Promise.allSettled([readProfile(made), readProfile(made)])
    expect(both.map((one) => one.status)).toEqual(['rejected', 'rejected'])
    expect(made.ends).toEqual(['session_timed_out'])
    expect(made.store.get('auth-token')).toBeNull()
  })

  it('ends as no session without a token, without a request', async () => {
    const { sent } = serverThatRenews()
    const made = aSession()
    await expect(readProfile(made)).rejects.toMatchObject({ status: 401 })
    expect(made.ends).toEqual(['no_session'])
    expect(sent).toEqual([])
  })

  it('ends as bad session when the stored text is no token', async () => {
    const store = createMemoryStore()
    store.set('auth-token', 'nonsense')
    const made = aSession({ store })
    await expect(readProfile(made)).rejects.toMatchObject({ status: 401 })
    expect(made.ends).toEqual(['bad_session'])
  })

  it('keeps the session on a 403 or 404', async () => {
    network((call) => ({ status: call.path === PROFILE ? 403 : 404 }))
    const made = signedIn()
    await expect(readProfile(made)).rejects.toMatchObject({ status: 403 })
    expect(made.ends).toEqual([])
  })

  it('tries reads 3 times on 5xx, after 500 and 1000 ms; writes once', async () => {
    const at: number[] = []
    const begun = Date.now()
    network(() => {
      at.push(Date.now() - begun)
      return { status: 502 }
    })
    const made = signedIn()
    const read = readProfile(made).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await read).toBeInstanceOf(ApiError)
    expect(at).toEqual([0, 500, 1_500])
    await expect(made.session.call(contract.identity.resendVerification)).rejects.toMatchObject({
      status: 502,
    })
    expect(at).toHaveLength(4)
  })

  it('does not retry a refusal or an unreachable server', async () => {
    const { sent } = network((call) => (call.path === PROFILE ? 'unreachable' : { status: 404 }))
    const made = signedIn()
    await expect(readProfile(made)).rejects.toMatchObject({ status: 0, code: 'unreachable' })
    expect(sent).toHaveLength(1)
  })

  it('neither renews nor ends anything when the call has its own identity', async () => {
    const { sent } = network(() => ({ status: 401 }))
    const made = aSession()
    const identity = { token: 'pay-link', accountId: null, customerId: null }
    await expect(made.session.call(contract.identity.profile, {}, { identity })).rejects.toMatchObject({
      status: 401,
    })
    expect(sent[0]?.headers.Authorization).toBe('Bearer pay-link')
    expect(made.ends).toEqual([])
  })
})

describe('refresh', () => {
  it('returns OK, EXPIRED on 400 and 401, NO_SESSION, and ERROR otherwise', async () => {
    serverThatRenews()
    expect(await signedIn().session.refresh()).toBe('OK')
    expect(await aSession().session.refresh()).toBe('NO_SESSION')
    for (const [status, result] of [
      [400, 'EXPIRED'],
      [401, 'EXPIRED'],
      [403, 'ERROR'],
      [429, 'ERROR'],
      [500, 'ERROR'],
    ] as const) {
      network(() => ({ status }))
      expect(await signedIn().session.refresh()).toBe(result)
    }
    network(() => 'unreachable')
    expect(await signedIn().session.refresh()).toBe('ERROR')
  })

  it('stores the new token and whether the email is verified', async () => {
    network(() => ({ status: 200, body: { token: aToken(Date.now()), email_verified: false } }))
    const made = signedIn()
    const before = made.store.get('auth-token')
    await made.session.refresh()
    expect(made.store.get('auth-token')).not.toBe(before)
    expect(made.session.snapshot().emailVerified).toBe(false)
  })

  it('runs one exchange for ten concurrent calls', async () => {
    const { sent } = serverThatRenews()
    const made = signedIn()
    const results = await Promise.all(Array.from({ length: 10 }, () => made.session.refresh()))
    expect(new Set(results)).toEqual(new Set(['OK']))
    expect(sent).toHaveLength(1)
  })

  it('never reuses a replaced token across two tabs', async () => {
    const { sent } = serverThatRenews()
    const shared: { store: KeyStore; exclusive: ReturnType<typeof oneAtATime> } = {
      store: createMemoryStore(),
      exclusive: oneAtATime(),
    }
    const one = signedIn(shared)
    const two = aSession(shared)
    expect(await Promise.all([one.session.refresh(), two.session.refresh()])).toEqual(['OK', 'OK'])
    expect(sent).toHaveLength(1)
    expect([...one.ends, ...two.ends]).toEqual([])
  })

  it('renews without locks on a page without storage, as in some frames', async () => {
    const { sent } = serverThatRenews()
    vi.stubGlobal('navigator', {
      locks: { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) },
    })
    const { session, isStored } = openBrowserSession(() => {}, null)
    session.signIn(aSignedInReply(aToken(Date.now())))
    expect([isStored, await session.refresh(), sent.length]).toEqual([false, 'OK', 1])
  })

  it.each(['pointerdown', 'keydown', 'wheel', 'touchstart', 'visibilitychange'])(
    'renews a token of five minutes on %s',
    async (event) => {
      const { paths } = serverThatRenews()
      const page = Object.assign(new EventTarget(), { location: { search: '' } })
      const document = Object.assign(new EventTarget(), { hidden: false })
      vi.stubGlobal('window', page)
      vi.stubGlobal('document', document)
      const { session, start } = openBrowserSession(() => {}, null)
      session.signIn(aSignedInReply(aToken(Date.now())))
      const stop = start()
      await vi.advanceTimersByTimeAsync(4 * MINUTE)
      await session.refresh()
      // The check by the clock at five minutes finds a young token, and the next one comes at ten.
      await vi.advanceTimersByTimeAsync(5 * MINUTE)
      expect(paths()).toEqual([REFRESH])
      for (const target of [page, document]) target.dispatchEvent(new Event(event))
      await vi.advanceTimersByTimeAsync(0)
      expect(paths()).toEqual([REFRESH, REFRESH])
      stop()
      await vi.advanceTimersByTimeAsync(6 * MINUTE)
      for (const target of [page, document]) target.dispatchEvent(new Event(event))
      await vi.advanceTimersByTimeAsync(0)
      expect(paths(), 'nothing more once the page is left').toEqual([REFRESH, REFRESH])
    },
  )

  it('takes the new token without locks when another tab replaced it', async () => {
    const made = signedIn()
    network(() => {
      made.store.set('auth-token', aToken(Date.now()))
      return { status: 401 }
    })
    expect(await made.session.refresh()).toBe('OK')
  })

  it('does not store a token that arrives after logging out', async () => {
    const made = signedIn()
    network(() => {
      made.session.end(null)
      return { status: 200, body: { token: aToken(Date.now()), email_verified: true } }
    })
    expect(await made.session.refresh()).toBe('NO_SESSION')
    expect(made.store.get('auth-token')).toBeNull()
  })

  it('stays signed in on an error, and sends the call while the token lives', async () => {
    network((call) => ({ status: call.path === REFRESH ? 503 : 200 }))
    const made = signedIn()
    await vi.advanceTimersByTimeAsync(14.5 * MINUTE)
    await expect(readProfile(made)).resolves.toEqual({})
    await vi.advanceTimersByTimeAsync(MINUTE)
    await expect(readProfile(made)).rejects.toMatchObject({ status: 0 })
    expect(made.ends).toEqual([])
  })

  it('measures the server’s clock, so that a wrong client clock does not log out', async () => {
    const { paths } = serverThatRenews(-60 * MINUTE)
    const made = aSession()
    made.session.signIn(aSignedInReply(aToken(Date.now() - 60 * MINUTE)))
    await readProfile(made)
    expect(paths()).toEqual([PROFILE])
    expect(await made.session.check()).toBe('valid')
  })
})

describe('check', () => {
  it('returns why there is no session, and clears the rest of it', async () => {
    expect(await aSession().session.check()).toBe('no_session')
    network(() => ({ status: 401 }))
    const old = signedIn()
    await vi.advanceTimersByTimeAsync(16 * MINUTE)
    expect(await old.session.check()).toBe('session_timed_out')
    expect(old.store.get('user')).toBeNull()
    const store = createMemoryStore()
    store.set('auth-token', 'nonsense')
    expect(await aSession({ store }).session.check()).toBe('bad_session')
    expect(store.get('auth-token')).toBeNull()
  })
})

describe('log out', () => {
  it('calls the server, clears the keys, and keeps the theme and the dismissed first steps', async () => {
    const made = signedIn()
    made.store.set('theme', 'dark')
    made.store.set('view-onboarding', '["a1"]')
    const { sent } = network(() => {
      made.store.remove('theme')
      made.store.remove('view-onboarding')
      return { status: 200, body: { detail: '' } }
    })
    await made.session.logOut()
    expect(sent[0]).toMatchObject({ method: 'POST', path: '/api/profile/logout/' })
    expect(['auth-token', 'user', 'account', 'currency'].map((key) => made.store.get(key))).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(made.store.get('theme')).toBe('dark')
    expect(made.store.get('view-onboarding')).toBe('["a1"]')
    expect(made.ends).toEqual([null])
  })

  it('succeeds when the browser clears the storage before the answer arrives', async () => {
    const made = signedIn()
    network(() => {
      made.store.remove('auth-token')
      made.session.storageChanged()
      return { status: 200, body: { detail: '' } }
    })
    await made.session.logOut()
    expect(made.ends).toEqual([null])
  })

  it('stays signed in when the server can’t be reached, and accepts a session that is already gone', async () => {
    const made = signedIn()
    network(() => 'unreachable')
    await expect(made.session.logOut()).rejects.toMatchObject({ status: 0 })
    expect(made.session.snapshot().signedIn).toBe(true)
    expect(made.session.isOver).toBe(false)
    network(() => ({ status: 401 }))
    await made.session.logOut()
    expect(made.session.isOver).toBe(true)
    expect(made.session.snapshot().signedIn).toBe(false)
  })
})

describe('other tabs', () => {
  it('log out here when one logs out', () => {
    const made = signedIn()
    made.store.remove('auth-token')
    made.session.storageChanged()
    expect(made.ends).toEqual(['no_session'])
  })

  it('keep their own account, until another user logs in', () => {
    const store = createMemoryStore()
    const one = signedIn({ store })
    const two = aSession({ store })
    const other = { id: 'a2', company: 'c2', company_name: 'Tidewater' }
    one.session.chooseAccount(other, 'CAD')
    two.session.storageChanged()
    expect(two.session.snapshot().account?.id).toBe('a1')
    one.session.signIn({ ...aSignedInReply(aToken(Date.now(), undefined, 'u2'), 'u2'), account: null })
    two.session.storageChanged()
    expect(two.session.snapshot()).toMatchObject({ account: null, user: { pk: 'u2' } })
  })
})

describe('the end of a session', () => {
  it('is known once a token is shorter than usual, and is not renewed before it', async () => {
    const { paths } = serverThatRenews()
    const made = signedIn({}, 4 * MINUTE)
    expect(made.session.snapshot().endsAtMs).toBe(Date.now() + 4 * MINUTE)
    await vi.advanceTimersByTimeAsync(3.5 * MINUTE)
    await readProfile(made)
    expect(paths()).toEqual([PROFILE])
  })

  it('logs out as timed out on a page that stays open', async () => {
    network(() => ({ status: 401 }))
    const made = signedIn()
    const alive = made.session.keepAlive()
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    expect(made.ends).toEqual(['session_timed_out'])
    alive.stop()
  })
})
