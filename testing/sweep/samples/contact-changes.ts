import { aContactChange, contactForm, ofPortal } from '../../../server/rooms/contact-changes/testing.ts'
import type { Subject } from '../subject.ts'
import { account, type SamplesOf } from './sample.ts'

const proposed = (s: Subject) =>
  s.make('contact change', () =>
    s.company
      .uow(ofPortal(s.debtor.customerId))
      .transaction((ctx) => aContactChange(ctx, { city: s.requestId() })),
  )

/** A change of another customer each time, because a proposal replaces the one before. */
const undecided = (s: Subject) =>
  s.make('undecided contact change', async () =>
    s.company
      .uow(ofPortal(await s.spareCustomer()))
      .transaction((ctx) => aContactChange(ctx, { city: s.requestId() })),
  )

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
    params: { ...account(s), change: await undecided(s) },
    body: { decision: 'refuse' },
  }),
}
