import { contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { asDate } from '../../server/platform/clock.ts'
import { issueToken } from '../../server/rooms/identity/index.ts'
import { createPayLink } from '../../server/rooms/invoices/index.ts'
import { payLinkSession, portalSession, type SweptCompany, staffSession } from './company.ts'
import { doorCalls } from './door-calls.ts'
import { cellOf, type FurtherCall } from './further-call.ts'
import type { SampleCall } from './samples.ts'
import { signInCalls } from './sign-in-calls.ts'
import type { Sweep } from './sweep.ts'
import type { Cell } from './sweep-call.ts'
import { tokenCalls } from './token-calls.ts'

const { identity, payments, portal } = contract

/** Hosts of nobody, orders and ways to pay of others, links and tokens that are over or tell another story. */
export async function furtherCalls(sweep: Sweep): Promise<FurtherCall[]> {
  return [
    ...hosts(sweep),
    ...(await webhooks(sweep)),
    ...(await others(sweep)),
    ...(await overs(sweep)),
    ...(await doorCalls(sweep)),
    ...(await signInCalls(sweep)),
    ...(await tokenCalls(sweep)),
  ]
}

function hosts(sweep: Sweep): FurtherCall[] {
  const { own, test } = sweep
  const [subDomain] = own.host.split('.')
  const on = (host: string, status: number): FurtherCall[] =>
    [
      cellOf(sweep, portal.preferences, 'anonymous'),
      cellOf(sweep, portal.account, 'customer'),
      cellOf(sweep, portal.invoices, 'customer'),
    ].map((cell) => ({ name: `on ${host}`, cell, call: {}, variation: { headers: { host } }, status }))
  return [
    ...on('localhost', 404),
    ...on(`nobody-here.${test.app.config.baseDomain}`, 404),
    // As long as the domain that is ours.
    ...on(`${subDomain}.${'x'.repeat(test.app.config.baseDomain.length)}`, 421),
    ...on('evil.test', 421),
  ]
}

async function webhooks(sweep: Sweep): Promise<FurtherCall[]> {
  const cell = cellOf(sweep, payments.webhook, 'anonymous')
  const { file, ...call } = await sweep.standingCall(cell)
  const bytes = Buffer.concat([file!.bytes, Buffer.from(' ')])
  return [
    { name: 'without a body', cell, call, status: 415 },
    {
      ...{ name: 'with an altered body', cell, status: 401 },
      call: { ...call, file: { type: file!.type, bytes } },
    },
  ]
}

/** The caller’s own invoice, and somebody else's order, stored method or way to pay. */
async function others(sweep: Sweep): Promise<FurtherCall[]> {
  const { first, second } = sweep.own.debtors
  const [ours, rivals] = [sweep.subjectOf(second), sweep.subjectOf(sweep.rival.debtors.first)]
  const invoice = first.invoiceId
  const orders = [await ours.order(), await rivals.order(), 'sbc_00000000000000000000']
  const methods = [await ours.method(), await rivals.method(), '00000000-0000-7000-8000-000000000000']
  const found: FurtherCall[] = []
  // Of the link's usual session other calls have entered the code from the mail.
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
    const { body } = await sweep.standingCall(cellOf(sweep, payments.pay, caller))
    const stored = methods.map((id) => [`stored-${id}`, caller === 'customer' ? 404 : 403] as const)
    for (const [option, status] of [...stored, ['nothing', 404], ['nothing-card', 404]] as const) {
      add(`by ${option}`, payments.describeOption, { params: { option } }, status)
      add(`by ${option}`, payments.pay, { params: { option }, body }, status)
    }
  }
  return found
}

/** Links and tokens whose time is over, and genuine tokens that tell another story than their session. */
async function overs(sweep: Sweep): Promise<FurtherCall[]> {
  const { own, rival, principals } = sweep
  const refresh = cellOf(sweep, identity.refreshToken, 'anonymous')
  const ended = principals.find(({ name }) => name === 'disabled owner')!.token
  const open = cellOf(sweep, portal.openPayLink, 'anonymous')
  const reset = cellOf(sweep, identity.resetPassword, 'anonymous')
  const password = { password1: 'eleven purple 9 kettles', password2: 'eleven purple 9 kettles' }
  const token = await rival.run((ctx) => issueToken(ctx, resetOf(rival)))
  return [
    { name: 'with a token that is none', cell: refresh, call: { body: { token: 'none' } }, status: 401 },
    { name: 'with a session that ended', cell: refresh, call: { body: { token: ended } }, status: 401 },
    ...(await otherStories(sweep)).map((told) => ({
      ...{ name: 'with a token that tells another story', cell: refresh, call: { body: { token: told } } },
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

async function otherStories({ own, rival, test }: Sweep): Promise<string[]> {
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
