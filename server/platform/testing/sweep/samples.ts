import { contract } from '../../../../contract/index.ts'
import type { RequestOf, Route } from '../../../../contract/route.ts'
import { CONSENT_TEXT_VERSION } from '../../../../domain/auto-payments.ts'
import { A_PASSWORD } from '../../../rooms/identity/testing.ts'
import { draftInput } from '../../../rooms/invoices/testing.ts'
import { cardForm } from '../../../rooms/payments/testing.ts'
import type { Principal } from './principals.ts'
import { logoBytes, type Subject } from './subject.ts'

/** A call that works for whoever may make it. */
export interface SampleCall {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
  readonly file?: { readonly type: string; readonly bytes: Buffer }
  readonly headers?: Readonly<Record<string, string>>
  /** Of public routes that exist on a company's host only. */
  readonly host?: string
  /** Instead of the route's own status, for callers to whom it can only say that it is not for them now. */
  readonly status?: number
}

type Typed<R extends Route> = Omit<RequestOf<R>, 'body'> &
  Pick<SampleCall, 'host' | 'status' | 'headers'> &
  (R['body'] extends { file: readonly string[] } | { raw: readonly string[] }
    ? { file: { type: string; bytes: Buffer } }
    : { body?: RequestOf<R>['body'] })

type Sample<R extends Route> = (subject: Subject, who: Principal) => Typed<R> | Promise<Typed<R>>

/** One sample a route: with a route of the contract that has none, this does not compile and the sweep fails. */
type Samples = {
  readonly [Room in keyof typeof contract]: {
    readonly [Name in keyof (typeof contract)[Room]]: (typeof contract)[Room][Name] extends Route
      ? Sample<(typeof contract)[Room][Name]>
      : never
  }
}

const A_NEW_PASSWORD = 'eleven purple 9 kettles'
const newPassword = { password1: A_NEW_PASSWORD, password2: A_NEW_PASSWORD }
const account = (s: Subject) => ({ account: s.company.accountId })
const oneCustomer = (s: Subject) => ({ ...account(s), customer: s.debtor.customerId })
const oneInvoice = (s: Subject) => ({ ...account(s), invoice: s.debtor.invoiceId })
const payersInvoice = (s: Subject) => ({ invoice: s.debtor.invoiceId })
/** The lines of a draft as they travel. */
const draftBody = (customer: string) => {
  const { lines, ...draft } = draftInput(customer)
  return { ...draft, lines: [...lines] }
}
/** A portal session needs no code: the customer is told so. */
const onlyForLinks = (who: Principal) => (who.is.kind === 'customer' ? { status: 409 } : {})

const SAMPLES: Samples = {
  identity: {
    signUp: (s) => ({ body: { email: s.newEmail(), ...newPassword } }),
    logIn: async (s) => ({ body: { email: (await s.person()).email, password: A_PASSWORD } }),
    refreshToken: async (s) => ({ body: { token: await s.staffToken() } }),
    logOut: () => ({ body: {} }),
    resendVerification: () => ({ body: {} }),
    verifyEmail: async (s) => ({ body: { token: await s.token('verify_email') } }),
    forgotPassword: (s) => ({ body: { email: s.newEmail() } }),
    resetPassword: async (s) => ({ body: { token: await s.token('reset_password'), ...newPassword } }),
    profile: () => ({}),
    updateProfile: () => ({ body: { first_name: 'Ada' } }),
    changePassword: () => ({ body: { current_password: A_PASSWORD, ...newPassword } }),
    askEmailChange: (s) => ({ body: { current_password: A_PASSWORD, email: s.newEmail() } }),
    cancelEmailChange: () => ({}),
    sessions: () => ({}),
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
    endSecondFactor: async (s, who) => ({ body: await s.factors(who, 'confirmed') }),
    checkPortalLink: async (s) => ({
      body: { token: await s.token('portal_enrol'), purpose: 'enrol' },
      host: s.company.host,
    }),
    enrolInPortal: async (s) => ({
      host: s.company.host,
      body: { token: await s.token('portal_enrol'), ...newPassword },
    }),
  },
  accounts: {
    list: () => ({}),
    read: (s) => ({ params: account(s) }),
    // The type was chosen when the account was opened, and is chosen once.
    setAccountType: (s) => ({ params: account(s), body: { account_type: 'local' }, status: 409 }),
    updateSettings: (s) => ({ params: account(s), body: { holding_on_weekend: true } }),
    updateCompany: (s) => ({ params: account(s), body: { website: 'https://example.test' } }),
    uploadLogo: async (s) => ({
      params: account(s),
      file: { type: 'image/png', bytes: await logoBytes() },
    }),
    removeLogo: async (s) => ({ params: await s.logo().then(() => account(s)) }),
    readLogo: async (s) => ({ params: { ...account(s), file: await s.logo() } }),
  },
  customers: {
    list: (s) => ({ params: account(s), query: { search: 'first' } }),
    create: async (s) => ({
      params: account(s),
      body: { short_name: 'Atlas Bakery', parent: await s.spareCustomer() },
    }),
    read: (s) => ({ params: oneCustomer(s) }),
    update: async (s) => ({
      params: oneCustomer(s),
      body: { notes: 'Pays late.', parent: await s.spareCustomer() },
    }),
  },
  imports: {
    upload: (s) => ({
      params: account(s),
      query: { kind: 'customers' },
      file: { type: 'text/csv', bytes: Buffer.from('Name\nAtlas Bakery\n') },
    }),
    list: (s) => ({ params: account(s) }),
    read: async (s) => ({ params: { ...account(s), import: (await s.upload()).pk } }),
    check: async (s) => {
      const { pk, mapping, date_order, decimal_mark } = await s.upload()
      return { params: { ...account(s), import: pk }, body: { mapping, date_order, decimal_mark } }
    },
    rows: async (s) => ({ params: { ...account(s), import: (await s.checkedUpload()).pk } }),
    run: async (s) => ({ params: { ...account(s), import: (await s.checkedUpload()).pk }, body: {} }),
    rejectedRows: async (s) => ({ params: { ...account(s), import: (await s.checkedUpload()).pk } }),
  },
  invoices: {
    list: (s) => ({ params: account(s), query: { customer: s.debtor.customerId } }),
    defaults: (s) => ({ params: account(s) }),
    create: (s) => ({ params: account(s), body: draftBody(s.debtor.customerId) }),
    read: (s) => ({ params: oneInvoice(s) }),
    update: async (s) => {
      const { pk, revision } = await s.draft()
      return {
        params: { ...account(s), invoice: pk },
        body: { ...draftBody(s.debtor.customerId), revision },
      }
    },
    remove: async (s) => ({ params: { ...account(s), invoice: (await s.draft()).pk } }),
    send: async (s) => ({
      params: { ...account(s), invoice: (await s.draft()).pk },
      body: { message: 'Here is your invoice.', request_id: s.requestId() },
    }),
    duplicate: async (s) => ({ params: { ...account(s), invoice: (await s.openInvoice()).pk }, body: {} }),
    void: async (s) => ({
      params: { ...account(s), invoice: (await s.openInvoice()).pk },
      body: { reason: 'Ordered twice' },
    }),
    writeOff: async (s) => ({
      params: { ...account(s), invoice: (await s.openInvoice()).pk },
      body: { reason: 'Closed its business' },
    }),
    pdf: (s) => ({ params: oneInvoice(s) }),
    payLink: async (s) => ({ params: { ...account(s), invoice: (await s.openInvoice()).pk }, body: {} }),
  },
  creditMemos: {
    list: (s) => ({ params: account(s), query: { customer: s.debtor.customerId } }),
    issue: (s) => ({
      params: account(s),
      body: {
        customer: s.debtor.customerId,
        issued_on: '2026-11-20',
        total: '10.00',
        request_id: s.requestId(),
      },
    }),
    read: async (s) => ({ params: { ...account(s), memo: (await s.memo()).pk } }),
    apply: async (s) => ({
      params: { ...account(s), memo: (await s.memo()).pk },
      body: { invoice: s.debtor.invoiceId, amount: '1.00', request_id: s.requestId() },
    }),
    unapply: async (s) => {
      const memo = await s.appliedMemo()
      return { params: { ...account(s), memo: memo.pk }, body: { application: memo.applications[0]!.pk } }
    },
    void: async (s) => ({ params: { ...account(s), memo: (await s.memo()).pk }, body: {} }),
    pdf: async (s) => ({ params: { ...account(s), memo: (await s.memo()).pk } }),
  },
  payments: {
    options: (s) => ({ params: payersInvoice(s) }),
    describeOption: (s) => ({ params: { ...payersInvoice(s), option: 'sandbox-card' } }),
    pay: (s) => ({ params: { ...payersInvoice(s), option: 'sandbox-card' }, body: cardForm('1.00') }),
    createOrder: (s) => ({
      params: payersInvoice(s),
      body: { amount: '1.00', request_id: s.requestId() },
    }),
    captureOrder: async (s) => ({
      params: payersInvoice(s),
      body: { order_id: await s.approvedOrder(), request_id: s.requestId() },
    }),
    cancelOrder: async (s) => ({ params: payersInvoice(s), body: { order_id: await s.order() } }),
    webhook: (s) => s.signedEvent(),
    ofInvoice: (s) => ({ params: payersInvoice(s) }),
    payerRead: async (s) => ({ params: { ...payersInvoice(s), payment: (await s.payment()).id } }),
    answerChallenge: async (s) => ({
      params: { ...payersInvoice(s), payment: (await s.challenged()).id },
      body: { answer: 'approve' },
    }),
    receipt: async (s) => ({ params: { ...payersInvoice(s), payment: (await s.payment()).id } }),
    methods: () => ({}),
    removeMethod: async (s) => ({ params: { method: await s.method() } }),
    list: (s) => ({ params: account(s), query: { customer: s.debtor.customerId } }),
    read: async (s) => ({ params: { ...account(s), payment: (await s.payment()).id } }),
    record: (s) => ({
      params: account(s),
      body: {
        customer: s.debtor.customerId,
        type: 'check',
        total: '2.00',
        received_on: '2026-11-20',
        request_id: s.requestId(),
        invoices: [{ invoice: s.debtor.invoiceId, amount: '1.00' }],
      },
    }),
    useCredit: async (s) => ({
      params: { ...account(s), payment: (await s.leftOver()).id },
      body: { invoices: [{ invoice: s.debtor.invoiceId, amount: '0.01' }], request_id: s.requestId() },
    }),
    refund: async (s) => ({
      params: { ...account(s), payment: (await s.payment()).id },
      body: { total: '0.50', total_currency: 'USD', request_id: s.requestId() },
    }),
    post: async (s) => ({ params: { ...account(s), payment: (await s.payment()).id }, body: {} }),
    capture: async (s) => ({ params: { ...account(s), payment: (await s.authorised()).id }, body: {} }),
    void: async (s) => ({ params: { ...account(s), payment: (await s.authorised()).id }, body: {} }),
  },
  paymentCases: {
    list: (s) => ({ params: account(s) }),
    recheck: async (s) => ({ params: { ...account(s), case: await s.paymentCase() }, body: {} }),
    close: async (s) => ({
      params: { ...account(s), case: await s.paymentCase() },
      body: { note: 'Looked into it.' },
    }),
  },
  autoPayments: {
    read: () => ({}),
    turnOn: async (s) => ({
      params: { method: await s.method() },
      body: { text_version: CONSENT_TEXT_VERSION },
    }),
    turnOff: async (s) => ({ params: { method: await s.method() } }),
    readOfCustomer: (s) => ({ params: oneCustomer(s) }),
    turnOffForCustomer: async (s) => ({ params: { ...account(s), customer: await s.enrolled() } }),
    planOfInvoice: (s) => ({ params: oneInvoice(s) }),
  },
  portal: {
    preferences: (s) => ({ host: s.company.host }),
    home: () => ({}),
    account: () => ({}),
    allAccounts: () => ({}),
    invoices: () => ({}),
    creditMemos: () => ({}),
    invoice: (s) => ({ params: payersInvoice(s) }),
    invoicePdf: (s) => ({ params: payersInvoice(s) }),
    openPayLink: (s) => ({ body: { token: s.debtor.payLinkSecret } }),
    sendPayLinkCode: (_, who) => ({ body: {}, ...onlyForLinks(who) }),
    unlockPayLink: async (s, who) => ({ body: { code: await s.code(who) }, ...onlyForLinks(who) }),
    readDetails: (s) => ({ params: oneCustomer(s) }),
    invite: (s) => ({ params: oneCustomer(s), body: {} }),
    updateEmail: (s) => ({ params: oneCustomer(s), body: { email: s.debtor.portalEmail } }),
  },
  reports: {
    dashboard: (s) => ({ params: account(s) }),
    search: (s) => ({ params: account(s), query: { q: 'first' } }),
  },
  sandbox: {
    readOrder: async (s) => ({ params: { ...account(s), order: await s.order() } }),
    approveOrder: async (s) => ({ params: { ...account(s), order: await s.order() }, body: {} }),
    cancelOrder: async (s) => ({ params: { ...account(s), order: await s.order() }, body: {} }),
    readCharge: async (s) => ({ params: { ...account(s), charge: await s.charge() } }),
    letHappen: async (s) => ({
      params: { ...account(s), charge: await s.charge() },
      body: { event: 'dispute' },
    }),
  },
  dev: {
    mail: () => ({}),
    attachment: async (s) => ({ params: { message: await s.message(), position: '0' } }),
    readClock: () => ({}),
    moveClock: () => ({ body: { advance: 'PT0S' } }),
  },
}

/** The sample of every route, by the route. */
export const sampleOf: ReadonlyMap<Route, (subject: Subject, who: Principal) => Promise<SampleCall>> =
  new Map(
    Object.entries(contract).flatMap(([room, routes]) =>
      Object.entries(routes as Record<string, Route>).flatMap(([name, route]) => {
        const sample = (SAMPLES as Record<string, Record<string, Sample<Route>>>)[room]?.[name]
        const call = async (subject: Subject, who: Principal) => sample!(subject, who) as Promise<SampleCall>
        return sample ? [[route, call] as const] : []
      }),
    ),
  )
