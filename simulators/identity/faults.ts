import { createSign, type KeyObject } from 'node:crypto'
import { SIMULATED_SCOPES } from './people.ts'

/**
 * Faults of a simulated provider: a false claim in a correctly signed ID token, a false signature, or a
 * provider that is down.
 */
export type ProviderFault = 'nonce' | 'audience' | 'issuer' | 'expired' | 'signature' | 'down'

/** The modifiable part of a response. */
interface FaultableResponse {
  readonly path: string
  status: number
  body: unknown
  readonly response: { get(name: string): string; set(name: string, value: string): void }
}

/** Modifies the correct answers of the library. */
export class ProviderFaults {
  fault: ProviderFault | null = null
  readonly #key: KeyObject
  readonly #addsScope: boolean

  /** `addsScope`: the callback contains the scope beside the code, as with Google and Xero. */
  constructor(key: KeyObject, addsScope: boolean) {
    this.#key = key
    this.#addsScope = addsScope
  }

  apply(ctx: FaultableResponse): void {
    const location = ctx.response.get('location')
    if (this.#addsScope && URL.canParse(location)) {
      const url = new URL(location)
      if (url.searchParams.has('code')) {
        url.searchParams.set('scope', SIMULATED_SCOPES)
        ctx.response.set('location', url.href)
      }
    }
    if (this.fault === null || !ctx.path.endsWith('/token')) return
    if (this.fault === 'down') {
      ctx.status = 503
      ctx.body = { error: 'temporarily_unavailable' }
      return
    }
    const body = ctx.body as { id_token?: string }
    if (body.id_token) ctx.body = { ...body, id_token: this.#falsify(body.id_token, this.fault) }
  }

  #falsify(token: string, fault: ProviderFault): string {
    const [head = '', payload = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    const nowS = Math.floor(Date.now() / 1000)
    const changed = {
      nonce: { nonce: 'another-nonce' },
      audience: { aud: 'another-program' },
      issuer: { iss: 'https://evil.test' },
      expired: { iat: nowS - 7200, exp: nowS - 3600 },
      signature: { sub: 'somebody-else' },
      down: {},
    }[fault]
    const falsified = Buffer.from(JSON.stringify({ ...claims, ...changed })).toString('base64url')
    if (fault === 'signature') return token.replace(payload, falsified)
    const signature = createSign('RSA-SHA256').update(`${head}.${falsified}`).sign(this.#key, 'base64url')
    return `${head}.${falsified}.${signature}`
  }
}
