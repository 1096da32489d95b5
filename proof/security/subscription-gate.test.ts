import { beforeAll, describe, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { needsSubscription, type SubscriptionStatus } from '../../domain/accounts/subscription.ts'
import { MINUTE_MS } from '../../domain/dates/durations.ts'
import { changeFlags, changeSubscription } from '../../server/rooms/accounts/index.ts'
import { callApi } from '../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany, type LinkedInvoice } from '../../testing/http-company.ts'
import { setUp } from '../../testing/set-up.ts'
import { setUpTestServer } from '../../testing/test-server.ts'

const test = setUpTestServer()
const company = setUp(() => anHttpCompany(test, 'late-payers'))
const neighbor = setUp(() => anHttpCompany(test, 'good-payers'))
let invoice: LinkedInvoice

beforeAll(async () => {
  invoice = await company.linked('80.00')
})

const setSubscription = (status: SubscriptionStatus, trialDays?: number) =>
  company.run((ctx) => changeSubscription(ctx, { status, trialDays }))

const staffRoutes = allRoutes.flatMap((route) =>
  route.access.kind === 'staff' ? [{ route: route as Route, right: route.access.right }] : [],
)
const NOBODY = '0195a1b2-0000-7000-8000-000000000000'

/** Calls a route with unknown ids, so only the gate can refuse it with 402. */
async function findGate(route: Route, who: HttpCompany): Promise<'closed' | 'open'> {
  const path = route.path.replace(':account', who.accountId).replace(/:\w+/g, NOBODY)
  const body = ['GET', 'DELETE'].includes(route.method) ? {} : { body: {} }
  const method = route.method as 'GET'
  const headers = { 'x-account-id': who.accountId }
  const { status, body: reply } = await callApi(test.server, {
    method,
    path,
    token: who.token,
    headers,
    ...body,
  })
  expect(status === 402, `${route.method} ${path}: ${status}`).toBe(reply?.code === 'subscription_inactive')
  return status === 402 ? 'closed' : 'open'
}

async function findGates(who: HttpCompany) {
  const found: Record<string, 'closed' | 'open'> = {}
  for (const { route } of staffRoutes) found[`${route.method} ${route.path}`] = await findGate(route, who)
  return found
}

const expected = (closed: boolean) =>
  Object.fromEntries(
    staffRoutes.map(({ route, right }) => [
      `${route.method} ${route.path}`,
      closed && needsSubscription(right) ? 'closed' : 'open',
    ]),
  )

describe('a staff route', () => {
  it('is open for an account without a subscription record', async () => {
    expect(await findGates(company)).toEqual(expected(false))
  })

  it.each(['past_due', 'canceled', 'unpaid'] as const)(
    'is closed while the subscription is %s, except for settings and members',
    async (status) => {
      await setSubscription(status)
      expect(await findGates(company)).toEqual(expected(true))
    },
  )

  it('is open during a trial until less than a minute is left, and with an active subscription', async () => {
    const list = () => findGate(contract.customers.list, company)
    await setSubscription('trialing', 2 / 1440)
    expect(await list()).toBe('open')
    test.clock.advance(MINUTE_MS)
    expect(await list()).toBe('open')
    test.clock.advance(1_000)
    expect(await list()).toBe('closed')
    await setSubscription('active')
    expect(await list()).toBe('open')
  })

  it('is not affected by another account’s subscription', async () => {
    await setSubscription('unpaid')
    expect(await findGates(neighbor)).toEqual(expected(false))
  })
})

it('returns subscription and flags with the account, to every member', async () => {
  await setSubscription('past_due')
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
  const others = await callApi(test.server, { method: 'GET', path: '/api/accounts/', token: neighbor.token })
  expect((others.body.results as unknown[])[0]).toMatchObject({
    flags: { 'dashboard-v3': true },
    subscription: { is_active: true },
  })
})

it('lets customers log in, read and pay while the subscription is over', async () => {
  await setSubscription('canceled')
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

it('adds an audit entry for each change', async () => {
  const lines = await company.run(({ db }) =>
    db
      .selectFrom('audit_entries')
      .select(['action', 'detail', 'actor_kind'])
      .where('action', 'in', ['accounts.change-subscription', 'accounts.change-flags'])
      .execute(),
  )
  const entries = lines
    .filter(({ actor_kind }) => actor_kind === 'system')
    .map(({ action, detail }) => [action, detail])
  expect(entries).toContainEqual(['accounts.change-subscription', { from: 'past_due', to: 'canceled' }])
  expect(entries).toContainEqual([
    'accounts.change-flags',
    { own: { 'dashboard-v3': false, 'choose-account-type': false } },
  ])
})
