import { planNamed } from '../../../domain/accounts/plans.ts'
import { aSubscription } from '../../../server/rooms/plans/testing.ts'
import type { Subject } from '../subject.ts'
import { account, accountHeader, type SamplesOf } from './sample.ts'

const plan = planNamed('SMALL_BUSINESS').id
/** No plans are sold where the sweep runs. */
const UNSOLD = 404
const unsold = (s: Subject) => ({ params: account(s), status: UNSOLD })

export const billing: SamplesOf<'billing'> = {
  listPlans: () => ({}),
  readPlan: () => ({ params: { plan } }),
  listAccountPlans: (s) => ({ headers: accountHeader(s) }),
  read: (s) => ({ params: account(s) }),
  refresh: async (s) => {
    await s.make('subscription', () => s.company.run(aSubscription))
    return { params: account(s) }
  },
  preview: (s) => ({ ...unsold(s), body: { plan } }),
  checkout: (s) => ({ ...unsold(s), body: { plan } }),
  change: (s) => ({ ...unsold(s), body: { plan, at: '2026-11-20T15:00:00Z', due_today: '0.00' } }),
  cancel: unsold,
  resume: unsold,
  pay: (s) => ({ ...unsold(s), body: { amount: '1.00' } }),
  portal: unsold,
  enterTestCard: (s) => ({ ...unsold(s), body: { number: '4242424242424242' } }),
  exportInvoices: (s) => ({ params: account(s) }),
  invoicePdf: async (s) => ({
    params: { ...account(s), invoice: await s.make('subscription', () => s.company.run(aSubscription)) },
  }),
  webhook: () => ({
    params: { provider: 'stripe' },
    file: { type: 'application/json', bytes: Buffer.from('{}') },
    // Nobody sells here, so nobody's signature is accepted.
    status: 401,
  }),
}
