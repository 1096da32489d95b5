import { A_PASSWORD } from '../../../server/rooms/identity/testing.ts'
import { account, type SamplesOf } from './sample.ts'

export const team: SamplesOf<'team'> = {
  read: (s) => ({ params: account(s) }),
  export: (s) => ({ params: account(s), body: { format: 'xlsx' } }),
  invite: (s) => ({ params: account(s), body: { email: s.newEmail(), role: 'viewer' } }),
  sendAgain: async (s) => ({ params: { ...account(s), invitation: await s.invitation() }, body: {} }),
  withdraw: async (s) => ({ params: { ...account(s), invitation: await s.invitation() } }),
  changeRole: async (s) => ({ params: { ...account(s), user: await s.member() }, body: { role: 'advisor' } }),
  remove: async (s) => ({ params: { ...account(s), user: await s.member() } }),
  endSecondFactor: async (s, who) => ({
    params: { ...account(s), user: await s.guardedMember() },
    body: { current_password: A_PASSWORD },
    ...(await s.insteadOf(who)),
  }),
  transfer: async (s, who) => ({
    params: account(s),
    body: { user: await s.member(), current_password: A_PASSWORD },
    ...(await s.insteadOf(who)),
  }),
  handOver: async (s, who) => ({
    params: account(s),
    body: { email: s.newEmail(), current_password: A_PASSWORD },
    ...(await s.insteadOf(who)),
  }),
  endFirm: async (s) => ({ params: { ...account(s), firm: await s.firm() } }),
  // The owner cannot leave the company.
  leave: async (s, who) => ({
    params: account(s),
    body: {},
    ...(await s.insteadOf(who)),
    ...(who.is.kind === 'staff' && who.is.role === 'owner' && { status: 409 }),
  }),
  readInvite: async (s) => ({ params: { code: await s.inviteCode() } }),
  acceptInvite: async (s, who) => {
    const { code, ...instead } = await s.acceptance(who)
    return { params: { code }, body: {}, ...instead }
  },
}

export const clients: SamplesOf<'clients'> = {
  list: (s) => ({ params: account(s) }),
  open: (s) => ({ params: account(s), body: { name: 'Careful Client Ltd' } }),
  give: async (s) => {
    const [user, { accountId }] = [await s.member(), await s.client()]
    return { params: account(s), body: { user, role: 'viewer', accounts: [accountId] } }
  },
  end: async (s) => {
    const { accountId, colleague } = await s.client()
    return { params: account(s), body: { user: colleague, accounts: [accountId] } }
  },
}
