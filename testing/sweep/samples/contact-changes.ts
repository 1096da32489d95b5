import { aContactChange, contactForm } from '../../../server/rooms/contact-changes/testing.ts'
import { portalOf } from '../../../server/rooms/payments/testing.ts'
import type { Subject } from '../subject.ts'
import { account, type SamplesOf } from './sample.ts'

const proposed = (s: Subject) =>
  s.make('contact change', () => {
    const payer = portalOf(s.test.app, s.debtor.customerId)
    return s.company.uow(payer).transaction((ctx) => aContactChange(ctx, { city: s.requestId() }))
  })

export const contactChanges: SamplesOf<'contactChanges'> = {
  readOwn: () => ({}),
  propose: async (s) => ({
    body: await s.company.run((ctx) => contactForm(ctx, s.debtor.customerId, { city: s.requestId() })),
  }),
  withdraw: async (s) => {
    await proposed(s)
    return {}
  },
  list: (s) => ({ params: account(s) }),
  decide: async (s) => ({
    params: { ...account(s), change: await proposed(s) },
    body: { decision: 'refuse' },
  }),
}
