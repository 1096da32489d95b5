import { type KeyObject, X509Certificate } from 'node:crypto'

const FETCH_MS = 10_000
const MAX_BYTES = 20_000
const MAX_KEPT = 20
const PATH = /^\/v1\/notifications\/certs\/[A-Za-z0-9_-]{1,100}$/

/** Keeps the certificates with which PayPal signs webhooks. */
export class Certificates {
  readonly #origins: readonly string[]
  readonly #kept = new Map<string, X509Certificate>()

  /** `origins`: those of PayPal. A certificate is trusted because PayPal's own host serves it. */
  constructor(origins: readonly string[]) {
    this.#origins = origins
  }

  /** True for an address of PayPal's certificates. Nothing else is ever requested. */
  isTrusted(address: string): boolean {
    const url = URL.parse(address)
    return (
      url !== null &&
      this.#origins.includes(url.origin) &&
      PATH.test(url.pathname) &&
      url.search === '' &&
      url.username === ''
    )
  }

  /** Returns the key of a certificate that is valid at a time in epoch ms; null when it can't be had. */
  async keyAt(address: string, now: number): Promise<KeyObject | null> {
    const certificate = this.#kept.get(address) ?? (await readCertificate(address))
    if (!certificate) return null
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear()
    this.#kept.set(address, certificate)
    const valid = Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo)
    return valid ? certificate.publicKey : null
  }
}

async function readCertificate(address: string): Promise<X509Certificate | null> {
  try {
    const reply = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) })
    const text = await reply.text()
    return reply.ok && text.length <= MAX_BYTES ? new X509Certificate(text) : null
  } catch {
    return null
  }
}
