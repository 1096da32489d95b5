import { anEndedConnection } from '../../../server/rooms/connections/testing.ts'
import type { Subject } from '../subject.ts'
import { account, type SamplesOf } from './sample.ts'

const stripe = (s: Subject) => ({ ...account(s), provider: 'stripe_connect' })

export const paymentConnections: SamplesOf<'paymentConnections'> = {
  list: (s) => ({ params: account(s) }),
  impact: (s) => ({ params: stripe(s) }),
  start: (s) => ({ params: stripe(s) }),
  // A return from Stripe that nobody began.
  finish: (s) => ({ params: stripe(s), body: { code: 'ac_nobody', state: 'no-state' }, status: 400 }),
  // Stripe has no form.
  connect: (s) => ({ params: stripe(s), body: { values: {} }, status: 404 }),
  // Stripe opens no accounts without the platform's publishable key.
  openAccount: (s) => ({ params: stripe(s), status: 404 }),
  // Nothing is connected.
  check: (s) => ({ params: stripe(s), status: 404 }),
  // Stripe has no accounts to choose from.
  chooseAccounts: (s) => ({ params: stripe(s), body: { choices: [] }, status: 404 }),
  // An ended connection, since ending a live one asks Stripe.
  disconnect: async (s) => {
    await s.make('ended connection', () => s.company.run(anEndedConnection))
    return { params: stripe(s) }
  },
}

export const processorChoice: SamplesOf<'processorChoice'> = {
  read: (s) => ({ params: account(s) }),
  choose: (s) => ({ params: account(s), body: { choices: [] } }),
}
