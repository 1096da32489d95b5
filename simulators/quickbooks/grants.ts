import { createHash, randomBytes } from 'node:crypto'

/** Access that a company gave. */
export interface Grant {
  readonly scope: string
  readonly realmId: string
  access: string
  refresh: string
  expiresAtMs: number
}

interface Given {
  readonly scope: string
  readonly realmId: string
  readonly challenge: string
}

const ACCESS_S = 3600

const token = (): string => randomBytes(24).toString('base64url')

/** Codes and tokens of Intuit's OAuth. A refresh token works once, and its answer brings the next one. */
export class Grants {
  readonly #codes = new Map<string, Given>()
  readonly #grants = new Set<Grant>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  addCode(given: Given): string {
    const code = token()
    this.#codes.set(code, given)
    return code
  }

  /** Answers the token call: status and body. */
  exchange(form: URLSearchParams): [number, object] {
    const grant =
      form.get('grant_type') === 'authorization_code'
        ? this.#redeem(form.get('code') ?? '', form.get('code_verifier') ?? '')
        : [...this.#grants].find(({ refresh }) => refresh === form.get('refresh_token'))
    if (!grant) return [400, { error: 'invalid_grant' }]
    grant.access = token()
    grant.refresh = token()
    grant.expiresAtMs = this.#now() + ACCESS_S * 1000
    this.#grants.add(grant)
    return [
      200,
      {
        token_type: 'bearer',
        access_token: grant.access,
        refresh_token: grant.refresh,
        expires_in: ACCESS_S,
        x_refresh_token_expires_in: 8_726_400,
      },
    ]
  }

  /** A code is exchanged once, and with the verifier of the challenge that the page was opened with (RFC 7636). */
  #redeem(code: string, verifier: string): Grant | undefined {
    const given = this.#codes.get(code)
    this.#codes.delete(code)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (given?.challenge !== challenge) return undefined
    const { scope, realmId } = given
    return { scope, realmId, access: '', refresh: '', expiresAtMs: 0 }
  }

  /** Returns the company that a token with this scope acts for; null for any other token, and for one that has expired. */
  realmOf(authorization: string | undefined, scope: string): string | null {
    const found = [...this.#grants].find(({ access }) => authorization === `Bearer ${access}`)
    return found?.scope.split(' ').includes(scope) && found.expiresAtMs > this.#now() ? found.realmId : null
  }

  /** Ends the grant of a refresh token. */
  revoke(refreshToken: string): void {
    for (const grant of this.#grants) if (grant.refresh === refreshToken) this.#grants.delete(grant)
  }

  /** Ends all access, or that of one company. */
  revokeAll(realmId?: string): void {
    for (const grant of this.#grants)
      if (realmId === undefined || grant.realmId === realmId) this.#grants.delete(grant)
  }

  /** Lets the access tokens of a company expire before their time. */
  expire(realmId: string): void {
    for (const grant of this.#grants) if (grant.realmId === realmId) grant.expiresAtMs = 0
  }
}
