import { contract } from '../../contract/index.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { issueCode, issueToken } from '../../server/rooms/identity/index.ts'
import { A_PASSWORD } from '../../server/rooms/identity/testing.ts'
import { createPayLink, sendInvoice } from '../../server/rooms/invoices/index.ts'
import { aDraft, anOpenInvoice } from '../../server/rooms/invoices/testing.ts'
import { recordPayment } from '../../server/rooms/payments/index.ts'
import { aPreviewCode } from '../../server/rooms/portal/testing.ts'
import { anInvitation } from '../../server/rooms/team/testing.ts'
import { payLinkSession } from '../../testing/sweep/company.ts'
import { readGenuine } from '../../testing/sweep/principals.ts'
import type { SampleCall } from '../../testing/sweep/samples.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import type { Sweep } from '../../testing/sweep/sweep.ts'
import type { Cell } from '../../testing/sweep/sweep-call.ts'
import { jointLinkCalls } from './calls/joint-link-calls.ts'
import { payerCalls } from './calls/payer-calls.ts'
import { portalAccessCalls } from './calls/portal-access-calls.ts'
import { secondFactorCalls } from './calls/second-factor-calls.ts'
import { selectionCalls } from './calls/selection-calls.ts'
import type { StateCall } from './calls/state-call.ts'
import { undoCalls } from './calls/undo-calls.ts'
import { type Probe, recordOutcome } from './probe.ts'

const { accounts, autoPayments, creditMemos, customers, identity, imports, invoices, payments, portal } =
  contract
const { socialLogins, team } = contract
const PASSWORD = { password1: 'eleven purple 9 kettles', password2: 'eleven purple 9 kettles' }

/** Probes of records in states that the sweep's samples don't cover. */
export async function stateProbes(sweep: Sweep): Promise<Probe[]> {
  const calls = [
    ...(await portalCalls(sweep)),
    await wrongCodeCall(sweep),
    ...(await invoiceCalls(sweep)),
    ...(await moneyCalls(sweep)),
    ...(await importCalls(sweep)),
    ...companyCalls(sweep),
    ...(await teamCalls(sweep)),
    ...providerCalls(sweep),
    ...(await secondFactorCalls(sweep)),
    ...(await selectionCalls(sweep)),
    ...(await jointLinkCalls(sweep)),
    ...(await undoCalls(sweep)),
    ...(await payerCalls(sweep)),
    ...(await portalAccessCalls(sweep)),
  ]
  await createExpiredPreview(sweep)
  return calls.map(({ route, by, before, token, ...call }): Probe => {
    const cell = sweep.cells.find(
      (one) => one.route === route && one.who.name === by && one.target.name === 'own',
    )!
    const label = `${route.method} ${route.path} by ${by} with ${JSON.stringify(call.body ?? call.query ?? call.params)}`
    return {
      label,
      route,
      kind: 'write',
      run: () => recordOutcome(sweep, () => sendCall(sweep, cell, call, before, token)),
    }
  })
}

/** Portal users log in, request a link, use one, or use a link again. */
async function portalCalls({ own }: Sweep): Promise<StateCall[]> {
  const { accountId, host, debtors } = own
  const { portalEmail: email, portalUserId: subjectId } = debtors.first
  const about = { email, accountId, subjectId } as const
  const reset = await own.run((ctx) => issueToken(ctx, { purpose: 'portal_reset', ...about }))
  const enroll = await own.run((ctx) => issueToken(ctx, { purpose: 'portal_enrol', ...about }))
  await own.run(({ db, now }) =>
    db
      .updateTable('one_time_tokens')
      .set({ used_at: new Date(now) })
      .where('purpose', '=', 'portal_enrol')
      .where('email', '=', email)
      .execute(),
  )
  const by = 'anonymous'
  const params = { account: accountId, customer: debtors.first.customerId }
  return [
    { route: portal.updateEmail, by: 'owner', params, body: { email: 'moved@people.test' } },
    { route: identity.logIn, by, host, body: { email, password: A_PASSWORD } },
    {
      route: identity.logIn,
      by,
      host: 'localhost',
      body: { email, password: A_PASSWORD, sub_domain: host.split('.')[0] },
    },
    { route: identity.forgotPassword, by, host, body: { email } },
    { route: identity.resetPassword, by, host, body: { token: reset, ...PASSWORD } },
    { route: identity.checkPortalLink, by, host, body: { token: reset, purpose: 'reset' } },
    { route: identity.checkPortalLink, by, host, body: { token: enroll, purpose: 'enrol' } },
  ]
}

/** Enters a wrong code for a pay link. */
async function wrongCodeCall({ own, test }: Sweep): Promise<StateCall> {
  const token = await payLinkSession(test, own, own.debtors.first)
  const { claims } = await readGenuine(test, token)
  const about = { purpose: 'pay_link_code', email: own.debtors.first.portalEmail } as const
  const { accountId } = own
  const mailed = await own.run((ctx) => issueCode(ctx, { ...about, accountId, subjectId: claims.sessionId }))
  const code = mailed === '000000' ? '000001' : '000000'
  return { route: portal.unlockPayLink, by: 'pay link', body: { code }, token }
}

/** Calls on a new invoice, one with a link, a paid one, a sent draft and the latest draft. */
async function invoiceCalls(sweep: Sweep): Promise<StateCall[]> {
  const { own } = sweep
  const account = own.accountId
  const customer = own.debtors.first.customerId
  const fresh = await own.run((ctx) => anOpenInvoice(ctx, { customer }))
  const linked = await own.run((ctx) => anOpenInvoice(ctx, { customer }))
  const { url } = await own.run((ctx) => createPayLink(ctx, linked.pk))
  const paid = await own.run((ctx) => anOpenInvoice(ctx, { customer, amount: '7.00' }))
  const paidLink = await own.run((ctx) => createPayLink(ctx, paid.pk))
  await own.run((ctx) => recordPayment(ctx, paymentOf(customer, paid.pk, '7.00')))
  const mailed = await own.run((ctx) => aDraft(ctx, { customer }))
  await own.run((ctx) => sendInvoice(ctx, mailed.pk, { message: 'Here it is.', email: true }))
  const latest = await own.run((ctx) => aDraft(ctx, { customer }))
  const tokenOf = (link: string) => new URL(link).searchParams.get('token')
  return [
    { route: portal.invoice, by: 'customer', params: { invoice: fresh.pk } },
    { route: portal.openPayLink, by: 'anonymous', body: { token: tokenOf(url) } },
    { route: portal.openPayLink, by: 'anonymous', body: { token: tokenOf(paidLink.url) } },
    { route: invoices.void, by: 'owner', params: { account, invoice: linked.pk }, body: { reason: 'Twice' } },
    { route: invoices.read, by: 'owner', params: { account, invoice: mailed.pk } },
    { route: invoices.remove, by: 'owner', params: { account, invoice: latest.pk } },
    {
      ...{ route: invoices.send, by: 'owner', params: { account, invoice: own.debtors.first.invoiceId } },
      body: { message: 'Sent again.', request_id: 'sent-again' },
    },
  ]
}

/** Makes the call. Any reply is allowed, because only the difference to the recorded one counts. */
async function sendCall(
  sweep: Sweep,
  cell: Cell,
  call: SampleCall,
  before: string | undefined,
  token: string | undefined,
): Promise<null> {
  if (before !== undefined) await sweep.inspector.rows(before)
  await sweep.ask(cell, call, token === undefined ? {} : { token })
  return null
}

const paymentOf = (customer: string, invoice: string, total: string) => ({
  ...{ customer, type: 'check' as const, total, received_on: '2026-11-20', reference: '' },
  request_id: `state-${invoice}`,
  invoices: [{ invoice, amount: total }],
})

/**
 * Payments applied to the oldest invoices, a payment with a case, automatic payments, an order and a credit
 * memo.
 */
async function moneyCalls(sweep: Sweep): Promise<StateCall[]> {
  const { own, test } = sweep
  const account = own.accountId
  const customer = own.debtors.first.customerId
  const second = own.debtors.second.customerId
  const subject = subjectOf(test, own, own.debtors.first, true)
  const [case_] = await sweep.inspector.rows<{ payment_id: string }>(
    'select payment_id from payment_cases where account_id = $1 and id = $2',
    [account, await subject.paymentCase()],
  )
  const enrolled = await subject.enrolled()
  const [rivals] = await sweep.inspector.rows<{ request_id: string }>(
    'select request_id from payments where account_id = $1 limit 1',
    [sweep.rival.accountId],
  )
  const capture = { order_id: await subject.approvedOrder(), request_id: rivals!.request_id }
  const owing = await subjectOf(test, own, own.debtors.first, false).enrolled()
  await own.run((ctx) => anOpenInvoice(ctx, { customer: owing, amount: '5.00' }))
  const memo = await subject.appliedMemo()
  const body = { ...paymentOf(second, '', '3.00'), invoices: undefined, request_id: 'oldest-first' }
  return [
    { route: customers.update, by: 'owner', params: { account, customer }, body: { currency: 'EUR' } },
    { route: payments.record, by: 'owner', params: { account }, body },
    { route: payments.read, by: 'owner', params: { account, payment: case_!.payment_id } },
    {
      route: payments.record,
      by: 'owner',
      params: { account },
      body: paymentOf(customer, own.debtors.first.invoiceId, '3.00'),
    },
    { route: autoPayments.readForCustomer, by: 'owner', params: { account, customer: enrolled } },
    { route: autoPayments.readForCustomer, by: 'owner', params: { account, customer: owing } },
    {
      ...{ route: payments.captureOrder, by: 'customer', body: capture },
      params: { invoice: own.debtors.first.invoiceId },
    },
    { route: creditMemos.void, by: 'owner', params: { account, memo: memo.pk }, body: {} },
  ]
}

/** Checks and imports a file that was checked before. */
async function importCalls({ own, test }: Sweep): Promise<StateCall[]> {
  const subject = subjectOf(test, own, own.debtors.first, false)
  const { pk, mapping, date_order, decimal_mark } = await subject.checkedUpload()
  const params = { account: own.accountId, import: pk }
  return [
    { route: imports.check, by: 'owner', params, body: { mapping, date_order, decimal_mark } },
    { route: imports.run, by: 'owner', params, body: {} },
  ]
}

const companyCalls = ({ own }: Sweep): StateCall[] => [
  {
    route: accounts.updateCompany,
    by: 'owner',
    params: { account: own.accountId },
    body: { name: 'Otherwise Ltd' },
    before: `update companies set name = '' where account_id = '${own.accountId}';
      update portal_preferences set default_sub_domain = sub_domain where account_id = '${own.accountId}'`,
  },
  {
    route: accounts.updateSettings,
    by: 'owner',
    params: { account: own.accountId },
    body: { currency: 'EUR' },
    before: `update ledger_heads set sequence = 0 where account_id = '${own.accountId}'`,
  },
]

/** An admin changes the owner's role or their own, and a client accepts an invitation for another company. */
async function teamCalls({ own, rival }: Sweep): Promise<StateCall[]> {
  const { accountId: account, people, host } = own
  const changing = { route: team.changeRole, by: 'admin', body: { role: 'viewer' } } as const
  const email = `owner@${host.replace('.localhost', '.test')}`
  const { code } = await rival.run((ctx) => anInvitation(ctx, { email, kind: 'client' }))
  return [
    { ...changing, params: { account, user: people.owner } },
    { ...changing, params: { account, user: people.admin } },
    { route: team.acceptInvite, by: 'owner', params: { code }, body: { account: rival.accountId } },
  ]
}

/** Identity providers that are not configured. */
const providerCalls = ({ test }: Sweep): StateCall[] => [
  {
    ...{ route: socialLogins.begin, by: 'anonymous' },
    query: { provider: 'google', redirect_url: `${test.app.config.appOrigin}/google-redirect` },
  },
  { route: socialLogins.signUpProfile, by: 'anonymous', params: { provider: 'google' } },
]

/** Creates an expired preview code, which the next preview deletes. */
async function createExpiredPreview({ own, inspector }: Sweep): Promise<void> {
  const by = { userId: own.people.viewer, role: 'viewer', customerId: own.debtors.first.customerId } as const
  const code = await own.run((ctx) => aPreviewCode(ctx, by))
  await inspector.rows('update preview_codes set expires_at = created_at where code_hash = $1', [
    sha256(code),
  ])
}
