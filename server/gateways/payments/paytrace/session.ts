import { z } from 'zod'
import { type Connection, failed, type Outcome, succeeded } from '../port.ts'
import { post } from './post.ts'

/** The values that open a session. */
export interface Login {
  readonly userName: string
  readonly password: string
}

const token = z.looseObject({ access_token: z.string().min(1) })
const refusal = z.looseObject({ error: z.string() })

/**
 * Opens a session by the password grant. `auth`: PayTrace refused the user name or the password. Opening one charges nothing,
 * so a lost answer is `unavailable`.
 */
export async function openSession(apiUrl: string, { userName, password }: Login): Promise<Outcome<string>> {
  const form = new URLSearchParams({ grant_type: 'password', username: userName, password })
  const answer = await post(`${apiUrl}/oauth/token`, form, {})
  if (!answer.ok) return failed({ kind: 'unavailable', code: answer.reason, raw: null })
  const opened = token.safeParse(answer.body)
  if (answer.status < 300 && opened.success) return succeeded(opened.data.access_token)
  const code = refusal.safeParse(answer.body).data?.error ?? `http_${answer.status}`
  const isRefused = answer.status < 500 && answer.status !== 429
  return failed({ kind: isRefused ? 'auth' : 'unavailable', code, raw: { status: answer.status } })
}

/** The open sessions of this process. Concurrent calls of a connection share one. */
export class Sessions {
  readonly #apiUrl: string
  readonly #open = new Map<string, Promise<Outcome<string>>>()

  constructor(apiUrl: string) {
    this.#apiUrl = apiUrl
  }

  /** Returns the connection's session. */
  async find(connection: Connection): Promise<Outcome<string>> {
    return this.#open.get(keyOf(connection)) ?? this.#begin(connection)
  }

  /** Replaces a session that PayTrace has ended, unless another call has replaced it already. */
  async renew(connection: Connection, ended: string): Promise<Outcome<string>> {
    const current = this.#open.get(keyOf(connection))
    const known = current && (await current)
    return known?.ok && known.value !== ended ? known : this.#begin(connection)
  }

  async #begin(connection: Connection): Promise<Outcome<string>> {
    const key = keyOf(connection)
    const opening = openSession(this.#apiUrl, loginOf(connection))
    this.#open.set(key, opening)
    const opened = await opening
    if (!opened.ok && this.#open.get(key) === opening) this.#open.delete(key)
    return opened
  }
}

const loginOf = ({ credentials }: Connection): Login => ({
  userName: credentials?.keys?.user_name ?? '',
  password: credentials?.keys?.password ?? '',
})

/** A session belongs to the password that opened it. */
const keyOf = (connection: Connection): string => {
  const { userName, password } = loginOf(connection)
  return JSON.stringify([connection.accountId, userName, password])
}
