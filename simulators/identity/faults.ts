import { createSign, type KeyObject } from 'node:crypto'
import { SIMULATED_SCOPES } from './people.ts'

/** What a provider gets wrong from now on; each is a lie in the statement of who it is, signed with the right key. */
export type Lie = 'nonce' | 'audience' | 'issuer' | 'expired' | 'signature' | 'down'

/** The part of a response that is bent. */
interface Bendable {
  readonly path: string
  status: number
  body: unknown
  readonly response: { get(name: string): string; set(name: string, value: string): void }
}

/** Bends what the library would answer rightly. */
export class ProviderFaults {
  lie: Lie | null = null
  readonly #key: KeyObject
  readonly #addsScope: boolean

  /** `addsScope`: the provider names the scope beside the code, as Google and Xero do. */
  constructor(key: KeyObject, addsScope: boolean) {
    this.#key = key
    this.#addsScope = addsScope
  }

  bend(ctx: Bendable): void {
    const location = ctx.response.get('location')
    if (this.#addsScope && URL.canParse(location)) {
      const url = new URL(location)
      if (url.searchParams.has('code')) {
        url.searchParams.set('scope', SIMULATED_SCOPES)
        ctx.response.set('location', url.href)
      }
    }
    if (this.lie === null || !ctx.path.endsWith('/token')) return
    if (this.lie === 'down') {
      ctx.status = 503
      ctx.body = { error: 'temporarily_unavailable' }
      return
    }
    const body = ctx.body as { id_token?: string }
    if (body.id_token) ctx.body = { ...body, id_token: this.#lied(body.id_token, this.lie) }
  }

  #lied(token: string, lie: Lie): string {
    const [head = '', payload = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    const nowS = Math.floor(Date.now() / 1000)
    const changed = {
      nonce: { nonce: 'of somebody else' },
      audience: { aud: 'another-program' },
      issuer: { iss: 'https://evil.test' },
      expired: { iat: nowS - 7200, exp: nowS - 3600 },
      signature: { sub: 'somebody-else' },
      down: {},
    }[lie]
    const said = Buffer.from(JSON.stringify({ ...claims, ...changed })).toString('base64url')
    if (lie === 'signature') return token.replace(payload, said)
    const signature = createSign('RSA-SHA256').update(`${head}.${said}`).sign(this.#key, 'base64url')
    return `${head}.${said}.${signature}`
  }
}
