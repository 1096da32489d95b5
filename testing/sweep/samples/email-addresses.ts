import { aCustomer } from '../../../server/rooms/customers/testing.ts'
import { aMark, anUnsubscribeToken } from '../../../server/rooms/email-addresses/testing.ts'
import type { Subject } from '../subject.ts'
import { account, oneCustomer, type SamplesOf } from './sample.ts'

/** A link of a new address each time, so that each call changes something. */
const unsubscribeToken = (s: Subject) =>
  s.make('unsubscribe token', () => s.company.run((ctx) => anUnsubscribeToken(ctx, s.newEmail())))

/** A customer whose address bounced; another one each time, because a call ends the mark. */
const bouncedCustomer = (s: Subject) =>
  s.make('bounced customer', () =>
    s.company.run(async (ctx) => {
      const email = s.newEmail()
      const { id } = await aCustomer(ctx, { email })
      await aMark(ctx, email, 'bounced')
      return { params: { ...account(s), customer: id }, body: { address: email } }
    }),
  )

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
  readOwnChoice: () => ({}),
  chooseOwn: async (s) => {
    // Each call changes something.
    await s.make('no choice', () =>
      s.company.run((ctx) =>
        ctx.db.deleteFrom('email_address_marks').where('account_id', '=', ctx.accountId).execute(),
      ),
    )
    return { body: { reminders: false } }
  },
  list: (s) => ({ params: oneCustomer(s) }),
  useAgain: (s) => bouncedCustomer(s),
  readDelivery: (s) => ({ params: account(s) }),
}
