import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { Session, type SignedInReply } from '../../session/session.ts'
import { createReplaceableStore } from '../../session/storage/key-store.ts'
import { answerFetch, aSignedInReply, aToken } from '../../session/testing.ts'
import { FramedSession } from './framed-session.ts'

const { path } = contract.identity.renewFramedSession

afterEach(() => vi.unstubAllGlobals())

/** Simulates one frame's cookie, the server's session for it, and every exchanged token. */
class Browser {
  cookie: SignedInReply | null = null
  keepsCookies = true
  isReachable = true
  readonly exchanged: string[] = []
  next = () => aSignedInReply(aToken(Date.now()))
}
let browser: Browser

beforeEach(() => {
  browser = new Browser()
  const { fetch } = answerFetch(({ path: asked, headers, body }) => {
    if (!browser.isReachable) return 'unreachable'
    if (asked !== path || headers['x-own-page'] === undefined) return { status: 404 }
    const token = (body as { token?: string }).token ?? browser.cookie?.token
    if (token === undefined) return { status: 200, body: { session: null } }
    browser.exchanged.push(token)
    const session = browser.next()
    if (browser.keepsCookies) browser.cookie = session
    return { status: 200, body: { session } }
  })
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('document', {})
})

/** A tab that shows the frame. */
async function openTab() {
  const store = createReplaceableStore()
  const ends: unknown[] = []
  const session: Session = new Session({
    store,
    now: () => Date.now(),
    exclusive: (work) => work(),
    exchange: (token) => framed.exchange(token),
    onEnd: (reason) => ends.push(reason),
  })
  const framed = new FramedSession(store, session)
  await framed.resume()
  return { session, framed, store, ends }
}

const signIn = async (tab: Awaited<ReturnType<typeof openTab>>) => {
  tab.session.signIn(browser.next())
  await vi.waitFor(() => expect(tab.framed.keeping()).not.toBe('unknown'))
}

describe('a framed session', () => {
  it('opens signed out when the browser keeps no cookie', async () => {
    const { session, framed } = await openTab()
    expect([session.snapshot().signedIn, framed.keeping()]).toEqual([false, 'unknown'])
  })

  it('is stored in the cookie at login and restored from it after a reload', async () => {
    const tab = await openTab()
    await signIn(tab)
    expect(tab.framed.keeping()).toBe('cookie')
    expect(tab.store.get('auth-token')).toBe(browser.cookie?.token)
    const reloaded = await openTab()
    expect([reloaded.session.snapshot().signedIn, reloaded.framed.keeping()]).toEqual([true, 'cookie'])
  })

  it('renews from the cookie, never from a token that another tab has replaced', async () => {
    const one = await openTab()
    await signIn(one)
    const two = await openTab()
    const replaced = one.store.get('auth-token')!
    browser.exchanged.length = 0
    expect(await one.session.renew()).toBe('OK')
    expect(await two.session.renew()).toBe('OK')
    expect(browser.exchanged).toHaveLength(2)
    expect(browser.exchanged).not.toContain(replaced)
  })

  it('lasts as long as the page when the browser keeps no cookie', async () => {
    browser.keepsCookies = false
    const tab = await openTab()
    await signIn(tab)
    expect([tab.framed.keeping(), tab.session.snapshot().signedIn, tab.ends]).toEqual(['nothing', true, []])
    expect(await tab.framed.allowStorage(), 'no Storage Access API').toBe(false)
  })

  it('ends when another tab has logged out', async () => {
    const tab = await openTab()
    await signIn(tab)
    browser.cookie = null
    expect(await tab.session.renew()).toBe('EXPIRED')
    expect(tab.ends).toEqual(['session_timed_out'])
  })

  it('ends when another tab has logged in as somebody else', async () => {
    const tab = await openTab()
    await signIn(tab)
    browser.next = () => aSignedInReply(aToken(Date.now(), undefined, 'u2'), 'u2')
    expect(await tab.session.renew()).toBe('EXPIRED')
    expect(tab.session.snapshot().user).toBeNull()
  })

  it('continues while the server can’t be reached', async () => {
    const tab = await openTab()
    await signIn(tab)
    browser.isReachable = false
    expect(await tab.session.renew()).toBe('ERROR')
    expect([tab.session.snapshot().signedIn, tab.ends]).toEqual([true, []])
  })

  it('moves to storage that the customer allows', async () => {
    browser.keepsCookies = false
    const tab = await openTab()
    await signIn(tab)
    const kept = new Map<string, string>()
    const localStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    }
    vi.stubGlobal('document', { requestStorageAccess: async () => ({ localStorage }) })
    expect(await tab.framed.allowStorage()).toBe(true)
    expect(tab.framed.keeping()).toBe('storage')
    expect(kept.get('auth-token')).toBe(tab.store.get('auth-token'))
    expect(tab.session.snapshot().user?.pk).toBe('u1')
  })
})
