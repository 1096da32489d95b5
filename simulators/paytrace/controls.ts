import { addRefund } from './resources/card-transactions.ts'
import type { CardTransaction, CheckStatus, CheckTransaction } from './state/records.ts'
import type { World } from './state/world.ts'
import type { FaultQueue, PayTraceFault } from './wire/faults.ts'
import type { PayTraceExchange } from './wire/paytrace-server.ts'

export type CheckRecord = CheckTransaction & { readonly status: CheckStatus }

/** Operations with which tests and demonstrations play PayTrace, the banks and the merchant. */
export interface PayTraceControls {
  /** Requests that PayTrace would not understand, and defects of the simulator. */
  readonly violations: readonly string[]
  /** Every request and answer, the oldest first. */
  readonly exchanges: readonly PayTraceExchange[]
  /** Number of requests of a path. */
  countCalls(path: string): number
  setLatency(ms: number): void
  /** Lets the next matching calls fail. */
  failNext(fault: PayTraceFault): void
  clearFaults(): void
  /** Every session is refused until a new one is opened. */
  expireSessions(): void
  /** The merchant chooses another password, so that the former one opens no session. */
  changePassword(password: string): void
  /** Moves the clock forward: batches settle, checks settle or return. */
  advance(ms: number): void
  /** Charges that the banks approved and nobody voided. */
  approvedSales(): readonly { readonly id: number; readonly amount: string; readonly customerId: string }[]
  /** Every card transaction and check, the oldest first. */
  records(): { readonly cards: readonly CardTransaction[]; readonly checks: readonly CheckRecord[] }
  /** The merchant refunds a part of a card sale in PayTrace's terminal. `amount`: '12.34' */
  refundInTerminal(id: number, amount: string): void
  /** Ids of the stored customer profiles. */
  profiles(): readonly string[]
}

export const createControls = (
  world: World,
  faults: FaultQueue,
  { violations, exchanges }: { violations: readonly string[]; exchanges: readonly PayTraceExchange[] },
): PayTraceControls => ({
  violations,
  exchanges,
  countCalls: (path) => exchanges.filter((one) => one.path === path).length,
  setLatency: (ms) => {
    world.latencyMs = ms
  },
  failNext: (fault) => faults.add(fault),
  clearFaults: () => faults.clear(),
  expireSessions: () => world.endSessions(),
  changePassword: (password) => {
    world.password = password
    world.endSessions()
  },
  advance: (ms) => world.advance(ms),
  approvedSales: () =>
    [...world.cards.values()].filter(
      ({ type, approved, voided }) => type !== 'REFUND' && approved && !voided,
    ),
  records: () => ({
    cards: [...world.cards.values()],
    checks: [...world.checks.values()].map((one) => ({ ...one, status: world.checkStatus(one) })),
  }),
  refundInTerminal(id, amount) {
    const sale = world.cards.get(id)
    if (!sale) throw new Error(`There is no transaction ${id}.`)
    addRefund(world, sale, amount, { invoiceId: sale.invoiceId, externalId: '', description: '' })
  },
  profiles: () => [...world.profiles.keys()],
})
