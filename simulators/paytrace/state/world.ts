import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { CardTransaction, CheckStatus, CheckTransaction, Profile } from './records.ts'

const DAY_MS = 86_400_000
const SESSION_MS = 2 * 3_600_000

/** Days after which the bank settles a check, or returns it. */
const CHECK_DAYS = 3
/** Days after which the payer's bank returns a check that was settled. */
const LATE_RETURN_DAYS = 10
const FIRST_ID = 105_983_000

/** Endings of bank account numbers with another outcome than settling. */
const RETURNED_AT_ONCE = '1113'
const RETURNED_LATE = '2227'

/** Keys of the merchant: the public one is downloaded by the merchant, the private one never leaves PayTrace. */
export interface MerchantKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export const createMerchantKeys = (): MerchantKeys =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

/** The whole state of the simulator: one merchant. Every change of it is synchronous, so a call is atomic. */
export class World {
  readonly userName = 'api-user@merchant.test'
  password: string
  readonly integratorId = '967174xTest1'
  readonly keys: MerchantKeys
  readonly cards = new Map<number, CardTransaction>()
  readonly checks = new Map<number, CheckTransaction>()
  readonly profiles = new Map<string, Profile>()
  latencyMs = 0
  readonly #sessions = new Map<string, number>()
  readonly #now: () => number
  #advancedMs = 0
  #lastId = FIRST_ID

  readonly #settlesAfterMs: number

  constructor(now: () => number, keys: MerchantKeys, password: string, settlesAfterMs = DAY_MS) {
    this.#now = now
    this.#settlesAfterMs = settlesAfterMs
    this.keys = keys
    this.password = password
  }

  get now(): number {
    return this.#now() + this.#advancedMs
  }

  advance(ms: number): void {
    this.#advancedMs += ms
  }

  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  openSession(): { token: string; seconds: number } {
    const token = randomBytes(24).toString('hex')
    this.#sessions.set(token, this.now + SESSION_MS)
    return { token, seconds: SESSION_MS / 1000 }
  }

  endSessions(): void {
    this.#sessions.clear()
  }

  isOpen(token: string): boolean {
    return (this.#sessions.get(token) ?? 0) > this.now
  }

  /** Card transactions are settled with the batch, by default a day after they were made or captured. */
  isSettled({ approved, voided, capturedMs }: CardTransaction): boolean {
    return approved && !voided && capturedMs !== null && this.now - capturedMs >= this.#settlesAfterMs
  }

  checkStatus({ createdMs, voided, bank }: CheckTransaction): CheckStatus {
    if (voided) return 'VOIDED'
    const days = (this.now - createdMs) / DAY_MS
    if (days < 1) return 'ACCEPTED'
    if (days < CHECK_DAYS) return 'ORIGINATED'
    if (bank.accountNumber.endsWith(RETURNED_AT_ONCE)) return 'RETURNED'
    return bank.accountNumber.endsWith(RETURNED_LATE) && days >= LATE_RETURN_DAYS ? 'RETURNED' : 'SETTLED'
  }

  /** When a check got the status that it has. */
  checkChangedMs(check: CheckTransaction): number {
    const after = { ACCEPTED: 0, VOIDED: 0, ORIGINATED: 1, SETTLED: CHECK_DAYS, RETURNED: CHECK_DAYS }
    const late = check.bank.accountNumber.endsWith(RETURNED_LATE)
    const status = this.checkStatus(check)
    return check.createdMs + (status === 'RETURNED' && late ? LATE_RETURN_DAYS : after[status]) * DAY_MS
  }

  refundsOf(id: number): CardTransaction[] {
    return [...this.cards.values()].filter((one) => one.original === id && one.approved && !one.voided)
  }
}
