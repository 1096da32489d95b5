import {
  anAccessRequest,
  anInviteRun,
  aPortalFactor,
  aPortalLogin,
  endInviteRuns,
} from '../../../server/rooms/portal/testing.ts'
import type { Principal } from '../principals.ts'
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
  export: (s) => ({ params: account(s), body: {} }),
  add: async (s) => ({ params: account(s), body: await entries(s) }),
  invite: async (s) => ({ params: account(s), body: await entries(s) }),
  end: async (s) => ({ params: { ...oneCustomer(s), login: await aPerson(s) } }),
}

export const portalPeople: SamplesOf<'portalPeople'> = {
  list: () => ({}),
  invite: (s) => ({ body: { email: s.newEmail() } }),
  remove: async (s) => ({ params: { person: await aPerson(s) } }),
}

/** A portal session needs no code: the route returns 409. */
const onlyForLinks = (who: Principal) => (who.is.kind === 'customer' ? { status: 409 } : {})

/** A second factor that another call set up would refuse the code alone. */
const endFactor = (s: Subject) =>
  s.make('no portal factor', () => s.company.run((ctx) => aPortalFactor(ctx, s.debtor.portalUserId, 'none')))

export const payLinkEntry: SamplesOf<'payLinkEntry'> = {
  sendCode: async (s, who) => {
    await endFactor(s)
    return { body: {}, ...onlyForLinks(who) }
  },
  enter: async (s, who) => {
    await endFactor(s)
    return { body: { code: await s.code(who, 'pay_link_portal') }, ...onlyForLinks(who) }
  },
}

const aRequest = (s: Subject) =>
  s.make('access request', () => s.company.run((ctx) => anAccessRequest(ctx, s.newEmail())))

export const accessRequests: SamplesOf<'accessRequests'> = {
  export: (s) => ({ params: account(s), body: {} }),
  ask: (s) => ({
    host: s.company.host,
    body: { name: 'Ada King', email: s.newEmail(), reference: 'Atlas Bakery' },
  }),
  list: (s) => ({ params: account(s) }),
  approve: async (s) => ({
    params: { ...account(s), request: await aRequest(s) },
    body: { customer: await s.spareCustomer() },
  }),
  refuse: async (s) => ({ params: { ...account(s), request: await aRequest(s) }, body: {} }),
}

/** A run that is going on. Only one may be, so the ones before it end. */
const aRun = (s: Subject) => s.make('invite run', () => s.company.run((ctx) => anInviteRun(ctx)))

export const inviteRuns: SamplesOf<'inviteRuns'> = {
  preview: (s) => ({ params: account(s) }),
  previewSelected: (s) => ({ params: account(s), body: { customers: [s.debtor.customerId] } }),
  list: (s) => ({ params: account(s) }),
  start: async (s) => {
    await s.make('no invite run', () => s.company.run(endInviteRuns))
    return { params: account(s), body: {} }
  },
  cancel: async (s) => ({ params: { ...account(s), run: await aRun(s) }, body: {} }),
}
