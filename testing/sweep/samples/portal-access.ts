import { aPortalLogin } from '../../../server/rooms/portal/testing.ts'
import type { Subject } from '../subject.ts'
import { account, oneCustomer, type SamplesOf } from './sample.ts'

export const logInLinks: SamplesOf<'logInLinks'> = {
  send: (s) => ({ host: s.company.host, body: { email: s.newEmail() } }),
  open: async (s) => ({ host: s.company.host, body: { token: await s.token('portal_log_in') } }),
}

/** A further person of the customer. */
const aPerson = (s: Subject) =>
  s.make('person of customer', async () => {
    const person = { email: s.newEmail(), customerIds: [s.debtor.customerId] }
    return (await s.company.run((ctx) => aPortalLogin(ctx, person))).id
  })

const entries = async (s: Subject) => [{ email: s.newEmail(), customer: await s.spareCustomer() }]

export const portalLogins: SamplesOf<'portalLogins'> = {
  list: (s) => ({ params: account(s) }),
  add: async (s) => ({ params: account(s), body: await entries(s) }),
  invite: async (s) => ({ params: account(s), body: await entries(s) }),
  end: async (s) => ({ params: { ...oneCustomer(s), login: await aPerson(s) } }),
}
