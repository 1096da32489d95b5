import { OWN_PAGE_HEADER } from '../../../contract/route.ts'
import { A_PASSWORD } from '../../../server/rooms/identity/testing.ts'
import { logoBytes, type Subject } from '../subject.ts'
import { account, type SamplesOf } from './sample.ts'

const A_NEW_PASSWORD = 'eleven purple 9 kettles'
const newPassword = { password1: A_NEW_PASSWORD, password2: A_NEW_PASSWORD }

export const help: SamplesOf<'help'> = {
  read: () => ({}),
  change: () => ({ body: { topic: 'payouts', hidden: true } }),
}

export const identity: SamplesOf<'identity'> = {
  signUp: (s) => ({ body: { email: s.newEmail(), ...newPassword } }),
  logIn: async (s) => ({ body: { email: (await s.person()).email, password: A_PASSWORD } }),
  refreshToken: async (s) => ({ body: { token: await s.staffToken() } }),
  renewFramedSession: (s) => ({
    host: s.company.host,
    headers: {
      origin: s.pageOfOurs('').replace('//localhost', `//${s.company.host}`),
      [OWN_PAGE_HEADER]: '1',
    },
    body: {},
  }),
  logOut: () => ({ body: {} }),
  resendVerification: () => ({ body: {} }),
  verifyEmail: async (s) => ({ body: { token: await s.token('verify_email') } }),
  checkEmailLink: async (s) => ({ body: { token: await s.token('verify_email') } }),
  forgotPassword: (s) => ({ body: { email: s.newEmail() } }),
  resetPassword: async (s) => ({ body: { token: await s.token('reset_password'), ...newPassword } }),
  profile: () => ({}),
  updateProfile: () => ({ body: { first_name: 'Ada' } }),
  changePassword: async (s, who) => {
    const { current_password } = await s.factors(who, 'none')
    return { body: { current_password, ...newPassword } }
  },
  askEmailChange: (s) => ({ body: { current_password: A_PASSWORD, email: s.newEmail() } }),
  cancelEmailChange: () => ({}),
  sessions: () => ({}),
  endSession: async (s, who) => ({ params: { session: await s.sessionOf(who) } }),
  endOtherSessions: () => ({}),
  secondFactor: () => ({}),
  beginSecondFactor: async (s, who) => {
    const { current_password } = await s.factors(who, 'none')
    return { body: { current_password } }
  },
  confirmSecondFactor: async (s, who) => {
    const { auth_code } = await s.factors(who, 'begun')
    return { body: { auth_code } }
  },
  renewRecoveryCodes: async (s, who) => ({ body: await s.factors(who, 'confirmed') }),
  proveSecondFactor: async (s, who) => s.provingInsteadOf(who),
  endSecondFactor: async (s, who) => ({ body: await s.factors(who, 'confirmed') }),
  checkPortalLink: async (s) => ({
    body: { token: await s.token('portal_enrol'), purpose: 'enrol' },
    host: s.company.host,
  }),
  enrollInPortal: async (s) => ({
    host: s.company.host,
    body: { token: await s.token('portal_enrol'), ...newPassword },
  }),
}

const facebook = (s: Subject) =>
  ({ provider: 'facebook', redirect_url: s.pageOfOurs('/facebook-redirect') }) as const
/** A callback without an authorization request, which the provider login refuses with 400. */
const fromNowhere = (s: Subject) => ({
  query: facebook(s),
  body: { code: 'a-code', extra_data: { state: 'no-state', browser_key: 'no-key' } },
  status: 400,
})

export const socialLogins: SamplesOf<'socialLogins'> = {
  begin: (s) => ({ query: facebook(s) }),
  exchange: fromNowhere,
  logIn: async (s) => ({ body: { token: await s.providerToken('linked') } }),
  signUp: async (s) => ({ body: { token: await s.providerToken('unknown'), email: s.newEmail() } }),
  signUpProfile: () => ({ params: { provider: 'facebook' } }),
  list: () => ({}),
  beginLink: async (s, who) => {
    const { current_password } = await s.factors(who, 'none')
    return { body: { ...facebook(s), current_password } }
  },
  connect: fromNowhere,
  unlink: async (s, who) => {
    const { current_password } = await s.factors(who, 'none')
    await s.link(who)
    return { body: { provider: 'facebook', current_password } }
  },
}

export const accounts: SamplesOf<'accounts'> = {
  list: () => ({}),
  read: (s) => ({ params: account(s) }),
  // The account type was set when the account was opened and cannot change.
  setAccountType: (s) => ({ params: account(s), body: { account_type: 'local' }, status: 409 }),
  updateSettings: (s) => ({ params: account(s), body: { holding_on_weekend: true } }),
  updateCompany: (s) => ({ params: account(s), body: { website: 'https://example.test' } }),
  uploadLogo: async (s) => ({
    params: account(s),
    file: { type: 'image/png', bytes: await logoBytes() },
  }),
  // Nothing outside is read here: an address of this machine can't be reached.
  fetchLogo: (s) => ({ params: account(s), body: { url: 'https://127.0.0.1/logo.png' }, status: 400 }),
  removeLogo: async (s) => ({ params: await s.logo().then(() => account(s)) }),
  readPortalPreferences: (s) => ({ params: account(s) }),
  changePortalPreferences: (s) => ({
    params: account(s),
    body: { embed: true, allowed_embed_url: 'https://shop.example.test/account' },
  }),
  readLogo: async (s) => ({ params: { ...account(s), file: await s.logo() } }),
}
