import type { Principal } from '../principals.ts'
import { account, oneCustomer, payersInvoice, type SamplesOf } from './sample.ts'

/** A portal session needs no code: the route returns 409. */
const onlyForLinks = (who: Principal) => (who.is.kind === 'customer' ? { status: 409 } : {})

export const portal: SamplesOf<'portal'> = {
  preferences: (s) => ({ host: s.company.host }),
  home: () => ({}),
  account: () => ({}),
  chooseLanguage: () => ({ body: { language: 'de' } }),
  allAccounts: () => ({}),
  invoices: () => ({}),
  creditMemos: () => ({}),
  invoice: (s) => ({ params: payersInvoice(s) }),
  invoicePdf: (s) => ({ params: payersInvoice(s) }),
  openPayLink: (s) => ({ body: { token: s.debtor.payLinkSecret } }),
  payLinkCompany: (s) => ({ body: { token: s.debtor.payLinkSecret } }),
  renewPayLink: (s) => ({ body: { token: s.debtor.payLinkSecret } }),
  sendPayLinkCode: (_, who) => ({ body: {}, ...onlyForLinks(who) }),
  unlockPayLink: async (s, who) => ({ body: { code: await s.code(who) }, ...onlyForLinks(who) }),
  readDetails: (s) => ({ params: oneCustomer(s) }),
  invite: (s) => ({ params: oneCustomer(s), body: {} }),
  updateEmail: (s) => ({ params: oneCustomer(s), body: { email: s.debtor.portalEmail } }),
}

export const preview: SamplesOf<'preview'> = {
  start: (s) => ({ params: oneCustomer(s), body: { invoice: s.debtor.invoiceId } }),
  open: async (s) => ({ host: s.company.host, body: { code: await s.previewCode() } }),
  end: () => ({}),
}

export const installation: SamplesOf<'installation'> = { read: () => ({}) }

const tokenIn = (url: string | null) => new URL(url!).searchParams.get('token')!

export const reports: SamplesOf<'reports'> = {
  dashboard: (s) => ({ params: account(s) }),
  nextSteps: (s) => ({ params: account(s) }),
  search: (s) => ({ params: account(s), query: { q: 'first' } }),
  planQuotas: (s) => ({ params: account(s) }),
  links: async (s) => ({ params: await s.reportLink().then(() => account(s)) }),
  share: (s) => ({
    params: account(s),
    body: { recipient: 'First National Bank', days: 90, shows_customers: true },
  }),
  stopSharing: async (s) => ({ params: { ...account(s), link: (await s.reportLink()).pk } }),
  readShared: async (s) => ({ body: { token: tokenIn((await s.reportLink()).url) } }),
}

export const charts: SamplesOf<'charts'> = {
  months: (s) => ({ params: account(s) }),
  expectedCash: (s) => ({ params: account(s) }),
  sources: (s) => ({ params: account(s) }),
  debtors: (s) => ({ params: account(s) }),
  nextDays: (s) => ({ params: account(s) }),
  aging: (s) => ({ params: account(s), query: { on: '2026-01-31' } }),
  behind: (s) => ({ params: account(s), query: { report: 'sources', source: 'by_hand' } }),
  export: (s) => ({ params: account(s), body: { report: 'months' } }),
}

export const onboarding: SamplesOf<'onboarding'> = {
  read: (s) => ({ params: account(s) }),
  checkStep: (s) => ({ params: account(s), body: { onboarding_step: 'complete_payment_settings' } }),
}

export const auditLog: SamplesOf<'auditLog'> = {
  list: (s) => ({ params: account(s) }),
  people: (s) => ({ params: account(s) }),
  export: (s) => ({ params: account(s), body: { area: 'credit-memos' } }),
}

export const events: SamplesOf<'events'> = {
  export: (s) => ({ params: account(s), body: { about: 'invoice' } }),
  list: (s) => ({ params: account(s), query: { customer: s.debtor.customerId } }),
  follow: (s) => ({ params: account(s) }),
}

export const dev: SamplesOf<'dev'> = {
  mail: () => ({}),
  attachment: async (s) => ({ params: { message: await s.message(), position: '0' } }),
  readClock: () => ({}),
  moveClock: () => ({ body: { advance: 'PT0S' } }),
}
