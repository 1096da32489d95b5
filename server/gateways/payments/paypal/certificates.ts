import { type KeyObject, X509Certificate } from 'node:crypto'

const FETCH_MS = 10_000
const MAX_BYTES = 20_000
const MAX_KEPT = 20
/** Anybody can name certificates that were never seen, and each is a call to PayPal. */
const MOST_UNSEEN = 60
const WINDOW_MS = 60_000
const PATH = /^\/v1\/notifications\/certs\/[A-Za-z0-9_-]{1,100}$/

/** Keeps the certificates with which PayPal signs webhooks. */
export class Certificates {
  readonly #origins: readonly string[]
  readonly #kept = new Map<string, X509Certificate>()
  #unseen = { sinceMs: 0, count: 0 }

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
      url.hash === '' &&
      // One certificate has one address, so that it is kept once.
      url.href === address
    )
  }

  /** True while a webhook with this certificate may be verified: kept ones always, others so many a minute. */
  mayVerify(address: string, now: number): boolean {
    if (this.#kept.has(address)) return true
    if (Math.abs(now - this.#unseen.sinceMs) >= WINDOW_MS) this.#unseen = { sinceMs: now, count: 0 }
    this.#unseen.count++
    return this.#unseen.count <= MOST_UNSEEN
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
