import { contract } from '../../contract/index.ts'
import { DAY_MS, HOUR_MS } from '../../domain/dates/durations.ts'
import { signedRequest } from '../../server/gateways/payments/sandbox/webhook.ts'
import { webhookSecrets } from '../../server/platform/auth/webhook-secrets.ts'
import { asDate } from '../../server/platform/clock.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { aMember } from '../../server/rooms/accounts/testing.ts'
import { issueCode } from '../../server/rooms/identity/index.ts'
import { aSecondFactor } from '../../server/rooms/identity/testing.ts'
import { createPayLink } from '../../server/rooms/invoices/index.ts'
import { anOpenInvoice } from '../../server/rooms/invoices/testing.ts'
import { recordPayment } from '../../server/rooms/payments/index.ts'
import { aPreviewCode } from '../../server/rooms/portal/testing.ts'
import { aReportLink } from '../../server/rooms/reports/testing.ts'
import { payLinkSession, staffSession } from './company.ts'
import { blockedCalls, closedCalls, missingFactorCalls, pastDueCalls } from './gated-companies.ts'
import { linkCalls } from './link-calls.ts'
import { readGenuine } from './principals.ts'
import { cellOf, type RefusedCall } from './refused-call.ts'
import type { Sweep } from './sweep.ts'

const { identity, payments, portal, preview, reports } = contract
/** As long as a genuine link token. */
const NO_TOKEN = 'n'.repeat(43)

/** Calls stopped by a gate (subscription, two-step login, step-up) or made with an expired or forged link, code or signature. */
export async function gateCalls(sweep: Sweep): Promise<RefusedCall[]> {
  return [
    ...(await pastDueCalls(sweep)),
    ...(await blockedCalls(sweep)),
    ...(await closedCalls(sweep)),
    ...(await missingFactorCalls(sweep)),
    ...(await missingStepUpCalls(sweep)),
    ...(await sharedReports(sweep)),
    ...(await previews(sweep)),
    ...(await payLinks(sweep)),
    ...(await linkCalls(sweep)),
    ...(await codes(sweep)),
    ...forgedWebhooks(sweep),
    ...(await foreignPages(sweep)),
  ]
}

/** Routes that need step-up, by an admin who never proved the second factor in this session, or did so an hour ago. */
async function missingStepUpCalls(sweep: Sweep): Promise<RefusedCall[]> {
  const { own, test, inspector, cells } = sweep
  const { id } = await test.transact((ctx) =>
    aMember(ctx, { accountId: own.accountId, email: 'unproved@people.test', role: 'admin' }),
  )
  const never = await staffSession(test, id)
  const longAgo = await staffSession(test, id)
  await test.transact((ctx) => aSecondFactor(ctx, id, 'confirmed'))
  const { claims } = await readGenuine(test, longAgo)
  await inspector.rows('update sessions set proved_at = $2 where id = $1', [
    claims.sessionId,
    asDate(test.clock.wallNow() - HOUR_MS),
  ])
  const found: RefusedCall[] = []
  for (const cell of cells) {
    const { access } = cell.route
    if (cell.who.name !== 'admin' || cell.target.name !== 'own') continue
    if (access.kind !== 'staff' || !access.stepUp) continue
    const call = await sweep.readOnlyCall(cell)
    for (const [when, token] of Object.entries({ never, 'an hour ago': longAgo }))
      found.push({
        ...{ name: `with a second factor proved ${when}`, cell, call, variation: { token } },
        ...{ status: 403, code: 'second_factor_needed' },
      })
  }
  return found
}

/** A call with a cookie that another website's page sends, or no page of ours. */
async function foreignPages(sweep: Sweep): Promise<RefusedCall[]> {
  const cell = cellOf(sweep, identity.renewFramedSession, 'anonymous')
  const call = await sweep.readOnlyCall(cell)
  const from = (name: string, headers: Record<string, string>): RefusedCall => ({
    ...{ name, cell, call: { ...call, headers: { ...call.headers, ...headers } } },
    ...{ status: 403, code: 'not_allowed' },
  })
  return [
    from('by another website', { origin: 'https://evil.test' }),
    from('by a page of another site', { 'sec-fetch-site': 'cross-site' }),
  ]
}

/** Links of shared reports that were revoked, have expired or never existed. */
async function sharedReports(sweep: Sweep): Promise<RefusedCall[]> {
  const { own, inspector } = sweep
  const cell = cellOf(sweep, reports.readShared, 'anonymous')
  const link = async (change: string): Promise<string> => {
    const { url } = await own.run((ctx) => aReportLink(ctx))
    const token = new URL(url!).searchParams.get('token')!
    await inspector.rows(`update report_links set ${change} where token_hash = $1`, [sha256(token)])
    return token
  }
  const refusal = { status: 404, code: 'report_over' } as const
  const unknown = { status: 404, code: 'report_unknown' } as const
  const ended = await link('revoked_at = created_at, revoked_by = created_by')
  const expired = await link('expires_at = created_at')
  return [
    { name: 'of a report that is no longer shared', cell, call: { body: { token: ended } }, ...refusal },
    { name: 'of a report whose link expired', cell, call: { body: { token: expired } }, ...refusal },
    { name: 'with an unknown token', cell, call: { body: { token: NO_TOKEN } }, ...unknown },
    { name: 'with a truncated token', cell, call: { body: { token: 'n' } }, ...unknown },
  ]
}

/** Preview codes that were used, have expired, or belong to somebody who may no longer preview. */
async function previews(sweep: Sweep): Promise<RefusedCall[]> {
  const { own, rival, test, inspector } = sweep
  const { customerId } = own.debtors.first
  const cell = cellOf(sweep, preview.open, 'anonymous')
  const codeOf = (role: 'viewer' | 'advisor') =>
    own.run((ctx) => aPreviewCode(ctx, { userId: own.people.viewer, role, customerId }))
  const over = { status: 400, code: 'token_expired' } as const
  // Created for the rival company: creating another code there would delete expired ones.
  const { customerId: theirs } = rival.debtors.first
  const by = { userId: rival.people.viewer, role: 'viewer', customerId: theirs } as const
  const late = await rival.run((ctx) => aPreviewCode(ctx, by))
  await inspector.rows('update preview_codes set expires_at = $2 where code_hash = $1', [
    sha256(late),
    asDate(test.clock.wallNow()),
  ])
  const out = await codeOf('viewer')
  await inspector.rows(
    `update sessions set revoked_at = created_at
     where id = (select session_id from preview_codes where code_hash = $1)`,
    [sha256(out)],
  )
  const spent = await codeOf('viewer')
  await inspector.rows('delete from preview_codes where code_hash = $1', [sha256(spent)])
  const open = (name: string, body: object, host = own.host): RefusedCall => ({
    ...{ name, cell, call: { host, body }, ...over },
  })
  return [
    open('with an expired code', { code: late }, rival.host),
    open('with a used code', { code: spent }),
    open('with a code of somebody who has logged out', { code: out }),
    open('with a code of somebody whose role has changed', { code: await codeOf('advisor') }),
    open('with a code of another customer', {
      ...{ code: await codeOf('viewer'), customer: own.debtors.second.customerId },
    }),
    open('with a code of another account', { code: await codeOf('viewer'), account: rival.accountId }),
    open('with a code of another company', { code: await codeOf('viewer') }, rival.host),
  ]
}

/** Pay links that have expired, were never issued, or are used on another company’s host. */
async function payLinks(sweep: Sweep): Promise<RefusedCall[]> {
  const { own, rival, test, inspector } = sweep
  const cell = cellOf(sweep, portal.openPayLink, 'anonymous')
  const unknown = { status: 404, code: 'invoice_unknown' } as const
  const { url } = await own.run((ctx) => createPayLink(ctx, own.debtors.first.invoiceId))
  const expired = new URL(url).searchParams.get('token')!
  const held = await payLinkSession(test, own, { ...own.debtors.first, payLinkSecret: expired })
  await inspector.rows('update pay_links set expires_at = created_at where token_hash = $1', [
    sha256(expired),
  ])
  const pay = cellOf(sweep, payments.describeOption, 'pay link')
  const settled = await longPaidLink(sweep)
  const company = cellOf(sweep, portal.payLinkCompany, 'anonymous')
  return [
    {
      name: 'of a link that was never issued',
      cell: company,
      call: { body: { token: NO_TOKEN } },
      ...unknown,
    },
    { name: 'with a truncated token', cell: company, call: { body: { token: 'n' } }, ...unknown },
    {
      ...{ name: 'of another company’s link', cell: company, ...unknown },
      call: { host: rival.host, body: { token: own.debtors.first.payLinkSecret } },
    },
    {
      name: 'of a link whose invoice was paid long ago',
      cell,
      call: { body: { token: settled } },
      ...unknown,
    },
    { name: 'of an expired link', cell, call: { body: { token: expired } }, ...unknown },
    { name: 'with an unknown token', cell, call: { body: { token: NO_TOKEN } }, ...unknown },
    { name: 'with a truncated token', cell, call: { body: { token: 'n' } }, ...unknown },
    {
      ...{ name: 'of another company’s link', cell, ...unknown },
      call: { host: rival.host, body: { token: own.debtors.first.payLinkSecret } },
    },
    {
      ...{ name: 'by the holder of an expired link', cell: pay, call: await sweep.readOnlyCall(pay) },
      ...{ variation: { token: held }, status: 404 },
    },
  ]
}

/** Returns the link token of an invoice that was paid forty days ago. */
async function longPaidLink({ own, test }: Sweep): Promise<string> {
  test.clock.advance(-40 * DAY_MS)
  const customer = own.debtors.second.customerId
  const { pk } = await own.run((ctx) => anOpenInvoice(ctx, { customer, amount: '7.00' }))
  const { url } = await own.run((ctx) => createPayLink(ctx, pk))
  await own.run((ctx) =>
    recordPayment(ctx, {
      ...{ customer, type: 'check', total: '7.00', received_on: '2026-10-01', reference: '' },
      ...{ request_id: 'paid-long-ago', invoices: [{ invoice: pk, amount: '7.00' }] },
    }),
  )
  test.clock.advance(40 * DAY_MS)
  return new URL(url).searchParams.get('token')!
}

/** The right code of a locked pay link: after five wrong ones, after its expiry, and a second time. */
async function codes(sweep: Sweep): Promise<RefusedCall[]> {
  const { own, test, inspector } = sweep
  const cell = cellOf(sweep, portal.unlockPayLink, 'pay link')
  const found: RefusedCall[] = []
  for (const [name, change] of Object.entries({
    'with the code, after five wrong ones': 'failures = 5',
    'with the expired code': 'expires_at = created_at',
    'with the used code': 'used_at = created_at',
  })) {
    const token = await payLinkSession(test, own, own.debtors.first)
    const { claims } = await readGenuine(test, token)
    const { sessionId: subjectId } = claims
    const about = { purpose: 'pay_link_code', email: own.debtors.first.portalEmail, subjectId } as const
    const code = await own.run((ctx) => issueCode(ctx, { ...about, accountId: own.accountId }))
    await inspector.rows(
      `update one_time_tokens set ${change} where purpose = 'pay_link_code' and subject_id = $1`,
      [subjectId],
    )
    found.push({
      ...{ name, cell, call: { body: { code } }, variation: { token } },
      ...{ status: 400, code: 'token_expired' },
    })
  }
  return found
}

/** Webhooks that are unsigned, signed by another company, signed too long ago, or about another company. */
function forgedWebhooks(sweep: Sweep): RefusedCall[] {
  const { own, rival, test } = sweep
  const { accountId } = own
  const cell = cellOf(sweep, payments.webhook, 'anonymous')
  const secretOf = (account: string) => webhookSecrets(test.app.config, 'sandbox', account)[0]!
  const now = test.clock.wallNow()
  const signed = (name: string, secret: string, at = now, about = accountId): RefusedCall => {
    const event = { id: `sbe_forged-${name}`, kind: 'charge.updated', chargeRef: 'sbc_nobody' }
    const { headers, body } = signedRequest({ ...event, accountId: about }, secret, at)
    const { 'content-type': type = '', ...signature } = headers
    return {
      ...{ name: `signed ${name}`, cell, status: 401, code: 'signature_refused' },
      call: {
        params: { processor: 'sandbox', account: accountId },
        ...{ headers: signature, file: { type, bytes: body } },
      },
    }
  }
  const good = signed('by nobody', secretOf(accountId))
  const { headers, ...unsigned } = good.call
  return [
    { ...good, call: unsigned },
    signed('by a guess', 'a secret that somebody guessed'),
    signed('by another company', secretOf(rival.accountId)),
    signed('an hour ago', secretOf(accountId), now - HOUR_MS),
    signed('about another company', secretOf(accountId), now, rival.accountId),
  ]
}
