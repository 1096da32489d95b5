import { contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { asDate } from '../../server/platform/clock.ts'
import { issueToken } from '../../server/rooms/identity/index.ts'
import { createPayLink } from '../../server/rooms/invoices/index.ts'
import { payLinkSession, portalSession, type SweptCompany, staffSession } from './company.ts'
import { gateCalls } from './gate-calls.ts'
import { cellOf, type RefusedCall } from './refused-call.ts'
import type { SampleCall } from './samples.ts'
import { signInCalls } from './sign-in-calls.ts'
import type { Sweep } from './sweep.ts'
import type { Cell } from './sweep-call.ts'
import { tokenCalls } from './token-calls.ts'

const { identity, payments, portal } = contract

/** Unknown hosts, other customers' orders and payment methods, ended links, and tokens that do not match their session. */
export async function listRefusedCalls(sweep: Sweep): Promise<RefusedCall[]> {
  return [
    ...hosts(sweep),
    ...(await webhooks(sweep)),
    ...(await foreignRecordCalls(sweep)),
    ...(await endedAccessCalls(sweep)),
    ...(await gateCalls(sweep)),
    ...(await signInCalls(sweep)),
    ...(await tokenCalls(sweep)),
  ]
}

function hosts(sweep: Sweep): RefusedCall[] {
  const { own, test } = sweep
  const [subDomain] = own.host.split('.')
  const on = (host: string, status: number): RefusedCall[] =>
    [
      cellOf(sweep, portal.preferences, 'anonymous'),
      cellOf(sweep, portal.account, 'customer'),
      cellOf(sweep, portal.invoices, 'customer'),
    ].map((cell) => ({ name: `on ${host}`, cell, call: {}, variation: { headers: { host } }, status }))
  return [
    ...on('localhost', 404),
    ...on(`nobody-here.${test.app.config.baseDomain}`, 404),
    // As long as the configured domain.
    ...on(`${subDomain}.${'x'.repeat(test.app.config.baseDomain.length)}`, 421),
    ...on('evil.test', 421),
  ]
}

async function webhooks(sweep: Sweep): Promise<RefusedCall[]> {
  const cell = cellOf(sweep, payments.webhook, 'anonymous')
  const { file, ...call } = await sweep.readOnlyCall(cell)
  const bytes = Buffer.concat([file!.bytes, Buffer.from(' ')])
  return [
    { name: 'without a body', cell, call, status: 415 },
    {
      ...{ name: 'with an altered body', cell, status: 401 },
      call: { ...call, file: { type: file!.type, bytes } },
    },
  ]
}

/** The caller’s own invoice with another customer's order or stored method, or an unknown payment option. */
async function foreignRecordCalls(sweep: Sweep): Promise<RefusedCall[]> {
  const { first, second } = sweep.own.debtors
  const [ours, rivals] = [sweep.subjectOf(second), sweep.subjectOf(sweep.rival.debtors.first)]
  const invoice = first.invoiceId
  const orders = [await ours.order(), await rivals.order(), 'sbc_00000000000000000000']
  const methods = [await ours.method(), await rivals.method(), '00000000-0000-7000-8000-000000000000']
  const found: RefusedCall[] = []
  // Other calls have unlocked the usual session of the link with the mailed code.
  const locked = await payLinkSession(sweep.test, sweep.own, first)
  for (const caller of ['customer', 'pay link']) {
    const ownCell = (route: Route): Cell => {
      const cell = cellOf(sweep, route, caller)
      return caller === 'customer' ? cell : { ...cell, who: { ...cell.who, token: locked } }
    }
    const add = (name: string, route: Route, more: SampleCall, status = 404) =>
      found.push({
        ...{ name, cell: ownCell(route), status },
        call: { ...more, params: { invoice, ...more.params } },
      })
    for (const order_id of orders) {
      add(`with order ${order_id}`, payments.cancelOrder, { body: { order_id } })
      const body = { order_id, request_id: sweep.subjectOf(first).requestId() }
      add(`with order ${order_id}`, payments.captureOrder, { body })
    }
    const { body } = await sweep.readOnlyCall(cellOf(sweep, payments.pay, caller))
    const stored = methods.map((id) => [`stored-${id}`, caller === 'customer' ? 404 : 403] as const)
    for (const [option, status] of [...stored, ['nothing', 404], ['nothing-card', 404]] as const) {
      add(`by ${option}`, payments.describeOption, { params: { option } }, status)
      add(`by ${option}`, payments.pay, { params: { option }, body }, status)
    }
  }
  return found
}

/** Ended links and tokens, and genuinely signed tokens whose claims do not match their session. */
async function endedAccessCalls(sweep: Sweep): Promise<RefusedCall[]> {
  const { own, rival, principals } = sweep
  const refresh = cellOf(sweep, identity.refreshToken, 'anonymous')
  const ended = principals.find(({ name }) => name === 'disabled owner')!.token
  const open = cellOf(sweep, portal.openPayLink, 'anonymous')
  const reset = cellOf(sweep, identity.resetPassword, 'anonymous')
  const password = { password1: 'eleven purple 9 kettles', password2: 'eleven purple 9 kettles' }
  const token = await rival.run((ctx) => issueToken(ctx, resetOf(rival)))
  return [
    { name: 'with a malformed token', cell: refresh, call: { body: { token: 'none' } }, status: 401 },
    { name: 'with a session that ended', cell: refresh, call: { body: { token: ended } }, status: 401 },
    ...(await mismatchedTokens(sweep)).map((token) => ({
      ...{
        name: 'with a token that does not match its session',
        cell: refresh,
        call: { body: { token } },
      },
      status: 401,
    })),
    {
      name: 'of a link that was revoked',
      cell: open,
      call: { body: { token: await revoked(sweep) } },
      status: 404,
    },
    {
      name: 'with a token of another company’s portal',
      cell: reset,
      call: { host: own.host, body: { token, ...password } },
      status: 400,
    },
  ]
}

const resetOf = ({ accountId, debtors: { first } }: SweptCompany) =>
  ({ purpose: 'portal_reset', email: first.portalEmail, accountId, subjectId: first.portalUserId }) as const

async function mismatchedTokens({ own, rival, test }: Sweep): Promise<string[]> {
  const { tokens, clock } = test.app
  const now = clock.wallNow()
  const of = async (token: string) => {
    const read = await tokens.verify(token, now)
    if (!read.ok) throw new Error('A fresh token is not good.')
    return read.claims
  }
  const staff = await of(await staffSession(test, own.people.viewer))
  const customer = await of(await portalSession(test, own, own.debtors.first))
  return Promise.all(
    [
      { ...staff, subject: own.people.owner },
      { ...staff, audience: 'portal' as const },
      { ...customer, subject: own.debtors.second.portalUserId },
      { ...customer, accountId: rival.accountId },
      { ...customer, generation: customer.generation + 1 },
    ].map((claims) => tokens.sign(claims, now, now + 600_000)),
  )
}

async function revoked({ own, test }: Sweep): Promise<string> {
  const { url } = await own.run((ctx) => createPayLink(ctx, own.debtors.first.invoiceId))
  const payLinkSecret = new URL(url).searchParams.get('token')!
  const read = await test.app.tokens.verify(
    await payLinkSession(test, own, { ...own.debtors.first, payLinkSecret }),
    test.clock.wallNow(),
  )
  if (!read.ok) throw new Error('A fresh token is not good.')
  await own.run(({ db }) =>
    db
      .updateTable('pay_links')
      .set({ revoked_at: asDate(test.clock.wallNow()) })
      .where('id', '=', read.claims.subject)
      .execute(),
  )
  return payLinkSecret
}
