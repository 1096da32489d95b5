import { aMark, anUnsubscribeToken } from '../../../server/rooms/email-addresses/testing.ts'
import type { Subject } from '../subject.ts'
import { account, oneCustomer, type SamplesOf } from './sample.ts'

/** Of a new address each time, so that each call changes something. */
const unsubscribeToken = (s: Subject) =>
  s.make('unsubscribe token', () => s.company.run((ctx) => anUnsubscribeToken(ctx, s.newEmail())))

const markedAddress = (s: Subject) =>
  s.make('marked address', async () => {
    await s.company.run((ctx) => aMark(ctx, s.debtor.portalEmail, 'bounced'))
    return s.debtor.portalEmail
  })

export const emailAddresses: SamplesOf<'emailAddresses'> = {
  oneClick: async (s) => ({
    query: { token: await unsubscribeToken(s) },
    file: {
      type: 'application/x-www-form-urlencoded',
      bytes: Buffer.from('List-Unsubscribe=One-Click'),
    },
  }),
  readSubscription: async (s) => ({ body: { token: await unsubscribeToken(s) } }),
  changeSubscription: async (s) => ({ body: { token: await unsubscribeToken(s), unsubscribed: true } }),
  list: (s) => ({ params: oneCustomer(s) }),
  useAgain: async (s) => ({ params: oneCustomer(s), body: { address: await markedAddress(s) } }),
  readDelivery: (s) => ({ params: account(s) }),
}
