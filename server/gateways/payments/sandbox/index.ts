import './tables.ts'
import { webhookSecrets } from '../../../platform/auth/webhook-secrets.ts'
import { type App, inAccount } from '../../../platform/context.ts'
import type { Outcome, PaymentProcessor } from '../port.ts'
import { type Books, chargeByRef } from './books.ts'
import { approveOrder, cancelOrder, type Order, readOrder } from './orders.ts'
import { createSandbox as create } from './sandbox.ts'
import { possible, type SimulatedEvent, simulateEvent } from './simulate-event.ts'

const CALLER = { requestId: 'sandbox', ip: null }
const ACTOR = { kind: 'system', job: 'sandbox' } as const

/** Creates this process's Sandbox. Its records use their own transactions, never the product's. */
export const createSandbox = (app: App): PaymentProcessor =>
  create({
    inAccount: (accountId, work) => inAccount(app, CALLER, ACTOR, accountId, work),
    webhookSecret: (accountId) => webhookSecrets(app.config, 'sandbox', accountId)[0]!,
    wallNow: () => app.clock.wallNow(),
    random: app.random,
  })

/**
 * Actions of the Sandbox's own pages outside the payment port: a payer approves an order, staff trigger
 * events.
 */
export interface SandboxDashboard {
  readOrder(ref: string): Promise<Order | null>
  approveOrder(ref: string): Promise<Order | null>
  cancelOrder(ref: string): Promise<Order | null>
  /** Returns the events that a charge allows; none for an unknown charge. */
  possible(ref: string): Promise<readonly SimulatedEvent[]>
  simulateEvent(ref: string, event: SimulatedEvent): Promise<Outcome<readonly SimulatedEvent[]>>
}

export function sandboxDashboard(app: App, accountId: string): SandboxDashboard {
  const open = <T>(work: (opened: Books) => Promise<T>): Promise<T> =>
    inAccount(app, CALLER, ACTOR, accountId, (ctx) =>
      work({ db: ctx.db, now: ctx.now, random: app.random, accountId }),
    )
  return {
    readOrder: (ref) => open((opened) => readOrder(opened, ref)),
    approveOrder: (ref) => open((opened) => approveOrder(opened, ref)),
    cancelOrder: (ref) => open((opened) => cancelOrder(opened, ref)),
    possible: (ref) =>
      open(async (opened) => {
        const found = await chargeByRef(opened, ref)
        return found ? possible(found) : []
      }),
    simulateEvent: (ref, event) => open((opened) => simulateEvent(opened, ref, event)),
  }
}
