import type { Grants } from '../quickbooks/grants.ts'
import type { StripeFault } from '../stripe/wire/faults.ts'
import type { PaymentsServing } from './serve.ts'
import { newId, type Stored, type Transaction } from './world.ts'

export interface PaymentsControls {
  /** Requests that Intuit does not document. */
  readonly violations: readonly string[]
  /** Number of calls by method and path below /quickbooks/v4, such as 'POST payments/charges'. */
  readonly calls: ReadonlyMap<string, number>
  /** The charges and e-checks of a company. */
  transactionsOf(realmId: string): readonly Transaction[]
  /** The stored cards and bank accounts of a company. */
  stored(realmId: string): readonly Stored[]
  /** A person refunds a part in QuickBooks itself. */
  refundInQuickBooks(id: string, amountCents: number): void
  /** A company ends the access of Quittance at Intuit. */
  revoke(realmId: string): void
  /** Lets a company's access tokens expire. */
  expireTokens(realmId: string): void
  setLatency(ms: number): void
  failNext(fault: StripeFault): void
  clearFaults(): void
}

export const paymentsControls = (
  { world, violations, calls, faults, latency }: PaymentsServing,
  grants: Grants,
): PaymentsControls => ({
  violations,
  calls,
  transactionsOf(realmId) {
    world.settleDue()
    return [...world.transactions.values()].filter((one) => one.realmId === realmId)
  },
  stored: (realmId) => [...world.stored.values()].filter((one) => one.realmId === realmId),
  refundInQuickBooks(id, amountCents) {
    const created = new Date(world.now()).toISOString()
    const refund = { id: newId(), created, status: 'ISSUED' as const, amountCents, description: 'By hand' }
    world.transactions.get(id)!.refunds.push(refund)
  },
  revoke: (realmId) => grants.revokeAll(realmId),
  expireTokens: (realmId) => grants.expire(realmId),
  setLatency: (ms) => {
    latency.ms = ms
  },
  failNext: (fault) => faults.add(fault),
  clearFaults: () => faults.clear(),
})
