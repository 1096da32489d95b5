import { type AppKeys, Business, type Webhook } from './business.ts'
import { newId } from './ids.ts'
import type { PayPalEvent } from './wire-types.ts'

const TOKEN_S = 32_400
const SCOPES = {
  vault: 'https://uri.paypal.com/services/vault/payment-tokens/readwrite',
  reporting: 'https://uri.paypal.com/services/reporting/search/read',
  disputes: 'https://uri.paypal.com/services/disputes/read-seller',
}
const ALL_FEATURES = { vault: true, reporting: true, disputes: true }
const BASIC_SCOPES = ['https://uri.paypal.com/services/payments/payment', 'openid']

/** The caller of the interface: a business's own app, or the partner. */
export type Caller = { readonly kind: 'business'; readonly business: Business } | { readonly kind: 'partner' }

export interface NewBusiness {
  readonly name?: string
  readonly email?: string
  readonly clientId?: string
  readonly secret?: string
  readonly vault?: boolean
  readonly reporting?: boolean
  readonly disputes?: boolean
}

/** All businesses at PayPal, the partner, and the clock. */
export class World {
  origin = ''
  readonly businesses = new Map<string, Business>()
  readonly partner: AppKeys & { readonly partnerId: string } = {
    clientId: `partner-${newId(20)}`,
    secret: newId(40),
    partnerId: newId(13),
  }
  readonly partnerWebhooks = new Map<string, Webhook>()
  /** Referrals that nobody agreed to yet, by their code. */
  readonly referrals = new Map<string, { trackingId: string; returnUrl: string }>()
  readonly switches = { latencyMs: 0, reportLagMs: 0, acceptsAnyKeys: false, verifiesAsFailure: false }
  onEvent: (event: PayPalEvent, webhooks: readonly Webhook[]) => void = () => {}
  readonly #now: () => number
  #aheadMs = 0
  readonly #tokens = new Map<string, { caller: Caller; expiresAt: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  get nowMs(): number {
    return this.#now() + this.#aheadMs
  }

  get now(): string {
    return new Date(this.nowMs).toISOString()
  }

  advance(ms: number): void {
    this.#aheadMs += ms
  }

  addBusiness(given: NewBusiness = {}): Business {
    const business = new Business({
      merchantId: newId(13),
      name: given.name ?? 'Simulated Studio',
      email: given.email ?? 'owner@studio.example',
      app: { clientId: given.clientId ?? `client-${newId(20)}`, secret: given.secret ?? newId(40) },
      features: {
        vault: given.vault ?? true,
        reporting: given.reporting ?? true,
        disputes: given.disputes ?? true,
      },
    })
    this.businesses.set(business.merchantId, business)
    return business
  }

  /** Returns a new access token for keys, or null when they are wrong. */
  issueToken(clientId: string, secret: string): { token: string; expiresIn: number; scope: string } | null {
    const caller = this.#callerOf(clientId, secret)
    if (caller === null) return null
    const token = `A21AA${newId(60)}`
    this.#tokens.set(token, { caller, expiresAt: this.nowMs + TOKEN_S * 1000 })
    const features = caller.kind === 'partner' ? ALL_FEATURES : caller.business.features
    const scope = [
      ...BASIC_SCOPES,
      ...(features.vault ? [SCOPES.vault] : []),
      ...(features.reporting ? [SCOPES.reporting] : []),
      ...(features.disputes ? [SCOPES.disputes] : []),
    ].join(' ')
    return { token, expiresIn: TOKEN_S, scope }
  }

  #callerOf(clientId: string, secret: string): Caller | null {
    if (clientId === this.partner.clientId && secret === this.partner.secret) return { kind: 'partner' }
    const known = [...this.businesses.values()].find(({ app }) => app.clientId === clientId)
    if (known)
      return known.app.secret === secret && !known.keysRevoked ? { kind: 'business', business: known } : null
    if (!this.switches.acceptsAnyKeys || secret.length < 8) return null
    return { kind: 'business', business: this.addBusiness({ clientId, secret }) }
  }

  callerOfToken(token: string): Caller | null {
    const found = this.#tokens.get(token)
    if (!found || found.expiresAt <= this.nowMs) return null
    const { caller } = found
    return caller.kind === 'business' && caller.business.keysRevoked ? null : caller
  }

  /** All tokens are refused from now on. */
  expireTokens(): void {
    this.#tokens.clear()
  }

  /** The business that a connected partner names. */
  connectedBusiness(merchantId: string): Business | undefined {
    const found = this.businesses.get(merchantId)
    return found?.trackingId === null ? undefined : found
  }

  /** Sends an event to the webhooks of the business, and to the partner's once it agreed to the partner. */
  emit(business: Business, type: string, resourceType: string, resource: object): void {
    const event: PayPalEvent = {
      id: `WH-${newId()}-${newId()}`,
      event_version: '1.0',
      resource_version: '2.0',
      create_time: this.now,
      resource_type: resourceType,
      event_type: type,
      summary: type,
      resource: structuredClone(resource),
      links: [],
    }
    business.events.push(event)
    const agreed = business.trackingId !== null || type === 'MERCHANT.PARTNER-CONSENT.REVOKED'
    const webhooks = [...business.webhooks.values(), ...(agreed ? this.partnerWebhooks.values() : [])]
    this.onEvent(
      event,
      webhooks.filter(({ kinds }) => kinds.includes('*') || kinds.includes(type)),
    )
  }

  /** Finds an order or a capture of any business. */
  locate<Found>(
    find: (business: Business) => Found | undefined,
    id: string,
  ): { business: Business; found: Found } {
    for (const business of this.businesses.values()) {
      const found = find(business)
      if (found !== undefined) return { business, found }
    }
    throw new Error(`There is no object ${id}.`)
  }
}
