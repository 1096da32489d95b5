import { type LoginReason, Session, type SignedInReply } from './session.ts'
import { createMemoryStore, type KeyStore } from './storage/key-store.ts'

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token with the given times, as the server writes them. The client ignores its signature. */
export const aToken = (issuedAtMs: number, lifeMs = 15 * 60_000, subject = 'u1'): string =>
  [
    encode({ alg: 'HS256' }),
    encode({
      sub: subject,
      iat: Math.floor(issuedAtMs / 1000),
      exp: Math.floor((issuedAtMs + lifeMs) / 1000),
      nonce: Math.random(),
    }),
    'signature',
  ].join('.')

export const aSignedInReply = (token: string, subject = 'u1'): SignedInReply => ({
  token,
  user: {
    pk: subject,
    username: `${subject}@brightwater.test`,
    email: `${subject}@brightwater.test`,
    first_name: 'Dana',
    last_name: 'Whitfield',
    email_verified: true,
  },
  account: { pk: 'a1', company: { pk: 'c1', name: 'Brightwater Supply Co.' }, currency: 'USD' },
})

/** A request that the fake network received. */
export interface SentCall {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: unknown
}

export type Answer = (call: SentCall) => { status: number; body?: unknown } | 'unreachable'

/** Replaces fetch: answers requests and records them. */
export function answerFetch(answer: Answer): { sent: SentCall[]; fetch: typeof fetch } {
  const sent: SentCall[] = []
  const fetch = async (address: string | URL | Request, init: RequestInit = {}) => {
    const call: SentCall = {
      method: init.method ?? 'GET',
      path: String(address),
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    sent.push(call)
    const reply = answer(call)
    if (reply === 'unreachable') throw new TypeError('fetch failed')
    return new Response(JSON.stringify(reply.body ?? {}), { status: reply.status })
  }
  return { sent, fetch: fetch as typeof globalThis.fetch }
}

/** A session with its own store (or one shared with another tab's), and the reasons for which it ended. */
export function aSession(
  given: { store?: KeyStore; exclusive?: <T>(work: () => Promise<T>) => Promise<T> } = {},
) {
  const store = given.store ?? createMemoryStore()
  const ends: (LoginReason | null)[] = []
  const session = new Session({
    store,
    now: () => Date.now(),
    exclusive: given.exclusive ?? ((work) => work()),
    onEnd: (reason) => ends.push(reason),
  })
  return { session, store, ends }
}

/** Works like the browser's locks: one task after the other. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}
