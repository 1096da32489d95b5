import type { SandboxDashboard } from '../../server/gateways/payments/sandbox/index.ts'
import type { UnitOfWork } from '../../server/platform/context.ts'
import { anOrder, CARDS, cardForm, eCheckForm, pay } from '../../server/rooms/payments/testing.ts'

/** The changes of one payment at the processor, in their order. Each sends an event. */
export interface Scenario {
  readonly name: string
  /** Starts the payment. */
  begin(uow: UnitOfWork, invoiceId: string): Promise<unknown>
  readonly changes: readonly ((dashboard: SandboxDashboard, charge: string) => Promise<unknown>)[]
}

const TOTAL = '40.00'

const byCard =
  (number: string, total = TOTAL) =>
  (uow: UnitOfWork, invoiceId: string) => {
    // Each late delivery advances the clock by three days, so the expiration follows the clock.
    const year = new Date(uow.app.clock.wallNow()).getUTCFullYear() + 2
    return pay(uow, invoiceId, cardForm(total, { number, expiration_year: String(year) }))
  }
const byECheck = (uow: UnitOfWork, invoiceId: string) =>
  pay(uow, invoiceId, eCheckForm(TOTAL), 'sandbox-e-check')

const change =
  (event: Parameters<SandboxDashboard['simulateEvent']>[1]) =>
  (dashboard: SandboxDashboard, charge: string) =>
    dashboard.simulateEvent(charge, event)

/** Each ends in a state that time alone does not change. */
export const SCENARIOS: readonly Scenario[] = [
  { name: 'an e-check clears', begin: byECheck, changes: [change('clear')] },
  { name: 'an e-check is returned', begin: byECheck, changes: [change('return')] },
  {
    name: 'an e-check clears and is returned',
    begin: byECheck,
    changes: [change('clear'), change('return')],
  },
  {
    name: 'an e-check clears and is refunded',
    begin: byECheck,
    changes: [change('clear'), change('refund')],
  },
  { name: 'a card is disputed', begin: byCard(CARDS.good), changes: [change('dispute')] },
  { name: 'a card payment is refunded', begin: byCard(CARDS.good), changes: [change('refund')] },
  { name: 'an authorization expires', begin: byCard(CARDS.authorized), changes: [change('expire')] },
  {
    name: 'the reply to a card payment is lost',
    begin: byCard(CARDS.good, '30.13'),
    changes: [async () => {}],
  },
  {
    name: 'an order is canceled',
    begin: (uow, invoiceId) => anOrder(uow, invoiceId, TOTAL),
    changes: [(dashboard, charge) => dashboard.cancelOrder(charge)],
  },
]
