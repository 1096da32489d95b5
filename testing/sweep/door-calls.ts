import { contract } from '../../contract/index.ts'
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
import { unguarded, unpaid } from './closed-companies.ts'
import { payLinkSession, staffSession, transact } from './company.ts'
import { cellOf, type FurtherCall } from './further-call.ts'
import { readGenuine } from './principals.ts'
import type { Sweep } from './sweep.ts'

const { payments, portal, preview, reports } = contract
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** As long as what opens a link, and of nobody. */
const NO_TOKEN = 'n'.repeat(43)

/** A company that has not paid, admins who have not shown themselves, and links and codes that open nothing any more. */
export async function doorCalls(sweep: Sweep): Promise<FurtherCall[]> {
  return [
    ...(await unpaid(sweep)),
    ...(await unguarded(sweep)),
    ...(await unproved(sweep)),
    ...(await sharedReports(sweep)),
    ...(await previews(sweep)),
    ...(await payLinks(sweep)),
    ...(await codes(sweep)),
    ...forgedWebhooks(sweep),
  ]
}

/** What sends money out, by an admin with a second factor who never showed it in this session, or an hour ago. */
async function unproved(sweep: Sweep): Promise<FurtherCall[]> {
  const { own, test, eye, cells } = sweep
  const { id } = await transact(test, (ctx) =>
    aMember(ctx, { accountId: own.accountId, email: 'unproved@people.test', role: 'admin' }),
  )
  const never = await staffSession(test, id)
  const longAgo = await staffSession(test, id)
  await transact(test, (ctx) => aSecondFactor(ctx, id, 'confirmed'))
  const { claims } = await readGenuine(test, longAgo)
  await eye.rows('update sessions set proved_at = $2 where id = $1', [
    claims.sessionId,
    asDate(test.clock.wallNow() - HOUR_MS),
  ])
  const found: FurtherCall[] = []
  for (const cell of cells) {
    const { access } = cell.route
    if (cell.who.name !== 'admin' || cell.target.name !== 'own') continue
    if (access.kind !== 'staff' || !access.stepUp) continue
    const call = await sweep.standingCall(cell)
    for (const [when, token] of Object.entries({ never, 'an hour ago': longAgo }))
      found.push({
        ...{ name: `who showed their second factor ${when}`, cell, call, variation: { token } },
        ...{ status: 403, code: 'second_factor_needed' },
      })
  }
  return found
}

/** Shared reports whose link was ended, or ran out, or never was one. */
async function sharedReports(sweep: Sweep): Promise<FurtherCall[]> {
  const { own, eye } = sweep
  const cell = cellOf(sweep, reports.readShared, 'anonymous')
  const link = async (change: string): Promise<string> => {
    const { url } = await own.run((ctx) => aReportLink(ctx))
    const token = new URL(url!).searchParams.get('token')!
    await eye.rows(`update report_links set ${change} where token_hash = $1`, [sha256(token)])
    return token
  }
  const told = { status: 404, code: 'report_over' } as const
  const unknown = { status: 404, code: 'report_unknown' } as const
  const ended = await link('revoked_at = created_at, revoked_by = created_by')
  const outrun = await link('expires_at = created_at')
  return [
    { name: 'of a report that is shared no more', cell, call: { body: { token: ended } }, ...told },
    { name: 'of a report whose link ran out', cell, call: { body: { token: outrun } }, ...told },
    { name: 'of no report', cell, call: { body: { token: NO_TOKEN } }, ...unknown },
    { name: 'of no report, cut short', cell, call: { body: { token: 'n' } }, ...unknown },
  ]
}

/** Codes of previews that are spent, or out of their minute, or whose person may not any more. */
async function previews(sweep: Sweep): Promise<FurtherCall[]> {
  const { own, rival, test, eye } = sweep
  const { customerId } = own.debtors.first
  const cell = cellOf(sweep, preview.open, 'anonymous')
  const codeOf = (role: 'viewer' | 'advisor') =>
    own.run((ctx) => aPreviewCode(ctx, { userId: own.people.viewer, role, customerId }))
  const over = { status: 400, code: 'token_expired' } as const
  // Of the rival, where nobody makes another one: the next clears away what is over.
  const { customerId: theirs } = rival.debtors.first
  const by = { userId: rival.people.viewer, role: 'viewer', customerId: theirs } as const
  const late = await rival.run((ctx) => aPreviewCode(ctx, by))
  await eye.rows('update preview_codes set expires_at = $2 where code_hash = $1', [
    sha256(late),
    asDate(test.clock.wallNow()),
  ])
  const out = await codeOf('viewer')
  await eye.rows(
    `update sessions set revoked_at = created_at
     where id = (select session_id from preview_codes where code_hash = $1)`,
    [sha256(out)],
  )
  const spent = await codeOf('viewer')
  await eye.rows('delete from preview_codes where code_hash = $1', [sha256(spent)])
  const open = (name: string, body: object, host = own.host): FurtherCall => ({
    ...{ name, cell, call: { host, body }, ...over },
  })
  return [
    open('with a code out of its minute', { code: late }, rival.host),
    open('with a code that was spent', { code: spent }),
    open('with a code of somebody who logged out since', { code: out }),
    open('with a code of somebody whose role is another one now', { code: await codeOf('advisor') }),
    open('with a code of another customer', {
      ...{ code: await codeOf('viewer'), customer: own.debtors.second.customerId },
    }),
    open('with a code of another account', { code: await codeOf('viewer'), account: rival.accountId }),
    open('with a code of another company', { code: await codeOf('viewer') }, rival.host),
  ]
}

/** Pay links that ran out, that never were any, and that are used at another company’s address. */
async function payLinks(sweep: Sweep): Promise<FurtherCall[]> {
  const { own, rival, test, eye } = sweep
  const cell = cellOf(sweep, portal.openPayLink, 'anonymous')
  const unknown = { status: 404, code: 'invoice_unknown' } as const
  const { url } = await own.run((ctx) => createPayLink(ctx, own.debtors.first.invoiceId))
  const outrun = new URL(url).searchParams.get('token')!
  const held = await payLinkSession(test, own, { ...own.debtors.first, payLinkSecret: outrun })
  await eye.rows('update pay_links set expires_at = created_at where token_hash = $1', [sha256(outrun)])
  const pay = cellOf(sweep, payments.describeOption, 'pay link')
  const settled = await longSettled(sweep)
  const company = cellOf(sweep, portal.payLinkCompany, 'anonymous')
  return [
    {
      name: 'of a link that was never issued',
      cell: company,
      call: { body: { token: NO_TOKEN } },
      ...unknown,
    },
    { name: 'of no link, cut short', cell: company, call: { body: { token: 'n' } }, ...unknown },
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
    { name: 'of a link that ran out', cell, call: { body: { token: outrun } }, ...unknown },
    { name: 'of no link', cell, call: { body: { token: NO_TOKEN } }, ...unknown },
    { name: 'of no link, cut short', cell, call: { body: { token: 'n' } }, ...unknown },
    {
      ...{ name: 'of another company’s link', cell, ...unknown },
      call: { host: rival.host, body: { token: own.debtors.first.payLinkSecret } },
    },
    {
      ...{ name: 'by whoever holds a link that ran out', cell: pay, call: await sweep.standingCall(pay) },
      ...{ variation: { token: held }, status: 404 },
    },
  ]
}

/** The link of an invoice that was paid forty days ago. */
async function longSettled({ own, test }: Sweep): Promise<string> {
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

/** The right code of a locked pay link, after five wrong ones, too late, and once more. */
async function codes(sweep: Sweep): Promise<FurtherCall[]> {
  const { own, test, eye } = sweep
  const cell = cellOf(sweep, portal.unlockPayLink, 'pay link')
  const found: FurtherCall[] = []
  for (const [name, change] of Object.entries({
    'with the code, after five wrong ones': 'failures = 5',
    'with the code, too late': 'expires_at = created_at',
    'with the code, once more': 'used_at = created_at',
  })) {
    const token = await payLinkSession(test, own, own.debtors.first)
    const { claims } = await readGenuine(test, token)
    const { sessionId: subjectId } = claims
    const about = { purpose: 'pay_link_code', email: own.debtors.first.portalEmail, subjectId } as const
    const code = await own.run((ctx) => issueCode(ctx, { ...about, accountId: own.accountId }))
    await eye.rows(
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

/** Requests that are signed by nobody, by another company, too long ago, or about another company. */
function forgedWebhooks(sweep: Sweep): FurtherCall[] {
  const { own, rival, test } = sweep
  const { accountId } = own
  const cell = cellOf(sweep, payments.webhook, 'anonymous')
  const secretOf = (account: string) => webhookSecrets(test.app.config, 'sandbox', account)[0]!
  const now = test.clock.wallNow()
  const signed = (name: string, secret: string, at = now, about = accountId): FurtherCall => {
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
