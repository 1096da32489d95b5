import type { SandboxDesk } from '../../server/gateways/payments/sandbox/index.ts'
import type { UnitOfWork } from '../../server/platform/context.ts'
import { anOrder, CARDS, cardForm, eCheckForm, pay } from '../../server/rooms/payments/testing.ts'

/** What happens to one payment at the processor, one thing after the other. Each is told by an event. */
export interface Story {
  readonly name: string
  /** Starts the payment. */
  begin(uow: UnitOfWork, invoiceId: string): Promise<unknown>
  readonly happenings: readonly ((desk: SandboxDesk, charge: string) => Promise<unknown>)[]
}

const TOTAL = '40.00'

const byCard =
  (number: string, total = TOTAL) =>
  (uow: UnitOfWork, invoiceId: string) => {
    // Thousands of post that is three days late take years.
    const year = new Date(uow.app.clock.wallNow()).getUTCFullYear() + 2
    return pay(uow, invoiceId, cardForm(total, { number, expiration_year: String(year) }))
  }
const byECheck = (uow: UnitOfWork, invoiceId: string) =>
  pay(uow, invoiceId, eCheckForm(TOTAL), 'sandbox-e-check')

const letHappen = (event: Parameters<SandboxDesk['letHappen']>[1]) => (desk: SandboxDesk, charge: string) =>
  desk.letHappen(charge, event)

/** Each ends in a state that time alone doesn't change. A new one is a line here. */
export const STORIES: readonly Story[] = [
  { name: 'an e-check clears', begin: byECheck, happenings: [letHappen('clear')] },
  { name: 'an e-check comes back', begin: byECheck, happenings: [letHappen('return')] },
  {
    name: 'an e-check clears and comes back',
    begin: byECheck,
    happenings: [letHappen('clear'), letHappen('return')],
  },
  {
    name: 'an e-check clears and is given back',
    begin: byECheck,
    happenings: [letHappen('clear'), letHappen('refund')],
  },
  { name: 'a card is disputed', begin: byCard(CARDS.good), happenings: [letHappen('dispute')] },
  { name: 'a card payment is given back', begin: byCard(CARDS.good), happenings: [letHappen('refund')] },
  { name: 'an authorisation runs out', begin: byCard(CARDS.authorised), happenings: [letHappen('expire')] },
  {
    name: 'the answer to a card payment is lost',
    begin: byCard(CARDS.good, '30.13'),
    happenings: [async () => {}],
  },
  {
    name: 'an order is canceled',
    begin: (uow, invoiceId) => anOrder(uow, invoiceId, TOTAL),
    happenings: [(desk, charge) => desk.cancelOrder(charge)],
  },
]
