import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { needsSubscription, type SubscriptionStatus } from '../../domain/accounts/subscription.ts'
import { changeFlags, changeSubscription } from '../../server/rooms/accounts/index.ts'
import { callApi } from '../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany, type LinkedInvoice } from '../../testing/http-company.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let test: TestServer
let company: HttpCompany
let neighbour: HttpCompany
let invoice: LinkedInvoice

beforeAll(async () => {
  test = await createTestServer()
  company = await anHttpCompany(test, 'late-payers')
  neighbour = await anHttpCompany(test, 'good-payers')
  invoice = await company.linked('80.00')
})
afterAll(() => test.close())

const stand = (status: SubscriptionStatus, trialDays?: number) =>
  company.run((ctx) => changeSubscription(ctx, { status, trialDays }))

const staffRoutes = allRoutes.flatMap((route) =>
  route.access.kind === 'staff' ? [{ route: route as Route, right: route.access.right }] : [],
)
const NOBODY = '0195a1b2-0000-7000-8000-000000000000'

/** A call that names nothing that is there, so that the gate alone decides whether it is refused with 402. */
async function gateOf(route: Route, who: HttpCompany): Promise<'shut' | 'open'> {
  const path = route.path.replace(':account', who.accountId).replace(/:\w+/g, NOBODY)
  const body = ['GET', 'DELETE'].includes(route.method) ? {} : { body: {} }
  const method = route.method as 'GET'
  const { status, body: said } = await callApi(test.server, { method, path, token: who.token, ...body })
  expect(status === 402, `${route.method} ${path}: ${status}`).toBe(said?.code === 'subscription_inactive')
  return status === 402 ? 'shut' : 'open'
}

async function gates(who: HttpCompany) {
  const found: Record<string, 'shut' | 'open'> = {}
  for (const { route } of staffRoutes) found[`${route.method} ${route.path}`] = await gateOf(route, who)
  return found
}

const expected = (shut: boolean) =>
  Object.fromEntries(
    staffRoutes.map(({ route, right }) => [
      `${route.method} ${route.path}`,
      shut && needsSubscription(right) ? 'shut' : 'open',
    ]),
  )

describe('a staff route', () => {
  it('an account of which nobody has said anything is active: nothing is shut', async () => {
    expect(await gates(company)).toEqual(expected(false))
  })

  it.each(['past_due', 'canceled', 'unpaid'] as const)(
    'is shut while the subscription is %s, except for settings and people',
    async (status) => {
      await stand(status)
      expect(await gates(company)).toEqual(expected(true))
    },
  )

  it('is open in a trial as long as a minute of it is left, and once the subscription is active', async () => {
    const list = () => gateOf(contract.customers.list, company)
    await stand('trialing', 2 / 1440)
    expect(await list()).toBe('open')
    test.clock.advance(60_000)
    expect(await list()).toBe('open')
    test.clock.advance(1_000)
    expect(await list()).toBe('shut')
    await stand('active')
    expect(await list()).toBe('open')
  })

  it('is not shut by how a neighbour stands', async () => {
    await stand('unpaid')
    expect(await gates(neighbour)).toEqual(expected(false))
  })
})

it('the account says how it stands, with what rolls out for it, to whoever works there', async () => {
  await stand('past_due')
  const viewer = await company.member('viewer')
  const read = async () =>
    (
      await callApi(test.server, {
        method: 'GET',
        path: `/api/accounts/${company.accountId}/`,
        token: viewer,
      })
    ).body
  const since = new Date(test.clock.wallNow()).toISOString()
  expect(await read()).toMatchObject({
    new_ui: true,
    local_invoices_enabled: true,
    flags: { 'dashboard-v3': true, 'local-invoices': true, 'choose-account-type': true, paypal: false },
    subscription: { status: 'past_due', start_iso: since, trial_end: null, is_active: false },
  })
  await company.run((ctx) => changeFlags(ctx, { 'dashboard-v3': false, paypal: true }))
  await company.run((ctx) => changeFlags(ctx, { paypal: null, 'choose-account-type': false }))
  expect((await read()).flags).toMatchObject({
    'dashboard-v3': false,
    paypal: false,
    'choose-account-type': false,
  })
  const others = await callApi(test.server, { method: 'GET', path: '/api/accounts/', token: neighbour.token })
  expect((others.body.results as unknown[])[0]).toMatchObject({
    flags: { 'dashboard-v3': true },
    subscription: { is_active: true },
  })
})

it('who owes can still sign in, see and pay while their company’s subscription is over', async () => {
  await stand('canceled')
  const at = (path: string, token: string) =>
    callApi(test.server, { method: 'GET', path, token, host: company.host })
  const { session, invoiceId } = await company.linked('40.00')
  expect((await at(`/api/invoices/${invoiceId}/payment-options/`, session)).status).toBe(200)
  const portal = await company.portalSession(invoice)
  for (const path of [
    '/api/account/',
    '/api/invoices/',
    `/api/invoices/${invoice.invoiceId}/payment-options/`,
  ])
    expect((await at(path, portal)).status).toBe(200)
})

it('each change is told of in the audit log', async () => {
  const lines = await company.run(({ db }) =>
    db
      .selectFrom('audit_entries')
      .select(['action', 'detail', 'actor_kind'])
      .where('action', 'in', ['accounts.change-subscription', 'accounts.change-flags'])
      .execute(),
  )
  const told = lines
    .filter(({ actor_kind }) => actor_kind === 'system')
    .map(({ action, detail }) => [action, detail])
  expect(told).toContainEqual(['accounts.change-subscription', { from: 'past_due', to: 'canceled' }])
  expect(told).toContainEqual([
    'accounts.change-flags',
    { own: { 'dashboard-v3': false, 'choose-account-type': false } },
  ])
})
