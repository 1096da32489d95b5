import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { createCaller } from '../../session/calls/call.ts'
import type { RefreshedToken } from '../../session/refresh.ts'
import type { Session, SignedInReply } from '../../session/session.ts'
import { openLocalStorage, type ReplaceableStore } from '../../session/storage/key-store.ts'
import { readToken } from '../../session/token.ts'
import { t } from '../../ui/language/text.ts'

/**
 * Where the session survives a reload: this frame's cookie, or storage that the customer allowed. 'unknown'
 * until a login has tried the cookie; 'nothing' when the browser refused the cookie too.
 */
export type Keeping = 'unknown' | 'cookie' | 'storage' | 'nothing'

/** The Storage Access API with its argument and handle, which TypeScript's own types lack. */
type RequestStorageAccess = (types: {
  localStorage: true
}) => Promise<{ readonly localStorage?: Storage } | undefined>

/** Session of a portal embedded in another website, where the browser refuses storage. */
export class FramedSession {
  readonly #store: ReplaceableStore
  readonly #session: Session
  readonly #listeners = new Set<() => void>()
  readonly #send = createCaller(
    () => ({ token: null, accountId: null, customerId: null }),
    () => {},
  )
  #keeping: Keeping = 'unknown'
  #isHandingOver = false

  constructor(store: ReplaceableStore, session: Session) {
    this.#store = store
    this.#session = session
  }

  readonly keeping = (): Keeping => this.#keeping

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Restores the session from the cookie or the allowed storage, and stores each later one. Call once. */
  async resume(): Promise<void> {
    const kept = await this.#renew().catch(() => null)
    if (kept !== null) {
      this.#change('cookie')
      this.#session.signIn(kept)
    } else if (await isStorageAllowed()) await this.#openStorage()
    this.#session.subscribe(() => void this.#follow())
  }

  /**
   * Exchanges a token. All tabs of this frame share the cookie, which therefore holds the newest token: the
   * server ends a session when a replaced token is reused.
   */
  async exchange(token: string): Promise<RefreshedToken> {
    if (this.#keeping === 'storage') return this.#send(contract.identity.refreshToken, { body: { token } })
    if (this.#keeping === 'cookie') return freshOf(token, await this.#renew())
    const first = freshOf(token, await this.#renew(token))
    // Only the next request can show whether the browser kept the cookie.
    const second = await this.#renew().catch(() => undefined)
    if (second === undefined) return first
    this.#change(isOf(token, second) ? 'cookie' : 'nothing')
    return isOf(token, second) ? freshOf(token, second) : first
  }

  /**
   * Requests storage access, which browsers allow only on a button press. Resolves to true when the session
   * is stored from now on.
   */
  async allowStorage(): Promise<boolean> {
    if (await this.#openStorage()) return true
    await this.#session.renew()
    return this.#keeping === 'cookie'
  }

  async #openStorage(): Promise<boolean> {
    const request = document.requestStorageAccess?.bind(document) as RequestStorageAccess | undefined
    try {
      const handle = await request?.({ localStorage: true })
      const storage = openLocalStorage(() => handle?.localStorage ?? window.localStorage)
      if (storage === null) return false
      this.#store.replaceBy(storage)
    } catch {
      return false
    }
    this.#change('storage')
    this.#session.storageChanged()
    return true
  }

  async #follow(): Promise<void> {
    if (this.#keeping === 'storage' || this.#isHandingOver) return
    if (!this.#session.snapshot().signedIn) return this.#change('unknown')
    if (this.#keeping !== 'unknown') return
    this.#isHandingOver = true
    await this.#session.renew()
    this.#isHandingOver = false
  }

  async #renew(token?: string): Promise<SignedInReply | null> {
    const body = token === undefined ? {} : { token }
    return (await this.#send(contract.identity.renewFramedSession, { body })).session
  }

  #change(keeping: Keeping): void {
    this.#keeping = keeping
    for (const listener of this.#listeners) listener()
  }
}

/** Whether the customer allowed storage before; it then opens without a press. */
async function isStorageAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'storage-access' })).state === 'granted'
  } catch {
    return false
  }
}

const isOf = (token: string, reply: SignedInReply | null): reply is SignedInReply =>
  reply !== null && readToken(reply.token)?.subject === readToken(token)?.subject

/** Throws 401 when the session has ended, or another tab of this frame has logged in as somebody else. */
function freshOf(token: string, reply: SignedInReply | null): RefreshedToken {
  if (!isOf(token, reply))
    throw new ApiError(401, { detail: t('Your session has ended. Please log in again.') }, null)
  return { token: reply.token, email_verified: reply.user.email_verified }
}
