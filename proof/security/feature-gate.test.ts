import { describe, expect, it } from 'vitest'
import { allRoutes } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { hasFeature, PLAN_NAMES, type PlanFeature, type PlanName } from '../../domain/accounts/plans.ts'
import { callApi } from '../../testing/call-api.ts'
import { anHttpCompany } from '../../testing/http-company.ts'
import { setUp } from '../../testing/set-up.ts'
import { setUpTestServer } from '../../testing/test-server.ts'

const test = setUpTestServer({ env: { BILLING: 'sandbox' } })
const unsold = setUpTestServer()
const company = setUp(() => anHttpCompany(test, 'featured'))
const NOBODY = '0195a1b2-0000-7000-8000-000000000000'

const gated = allRoutes.flatMap((route) =>
  route.access.kind === 'staff' && route.access.feature !== undefined
    ? [{ route: route as Route, feature: route.access.feature as PlanFeature }]
    : [],
)

const setPlan = (plan: PlanName | null) =>
  company.run((ctx) =>
    ctx.db.updateTable('accounts').set({ plan }).where('account_id', '=', ctx.accountId).execute(),
  )

/** Calls with unknown ids and no body, so only the gate can refuse with this code. */
async function codeOf(route: Route, who = company, server = test.server): Promise<unknown> {
  const path = route.path.replace(':account', who.accountId).replace(/:\w+/g, NOBODY)
  const { body } = await callApi<{ code?: string }>(server, {
    method: route.method as 'POST',
    path,
    token: who.token,
    headers: { 'x-account-id': who.accountId },
    body: {},
  })
  return body?.code
}

describe('a route of a feature', () => {
  it.each([null, ...PLAN_NAMES])('is open with plan %s only where the plan includes it', async (plan) => {
    await setPlan(plan)
    const closed = []
    for (const { route, feature } of gated)
      if ((await codeOf(route)) === 'feature_not_in_plan') closed.push([route.path, feature])
    expect(closed).toEqual(
      gated
        .filter(({ feature }) => !hasFeature(plan, feature))
        .map(({ route, feature }) => [route.path, feature]),
    )
  })

  it('is open where no plans are sold, whatever plan was bought before', async () => {
    const free = await anHttpCompany(unsold, 'unsold')
    await free.run((ctx) =>
      ctx.db
        .updateTable('accounts')
        .set({
          plan: 'SOLE_PROPRIETOR',
          is_billed: true,
          subscription_status: 'trialing',
          trial_ends_at: new Date(0),
        })
        .where('account_id', '=', ctx.accountId)
        .execute(),
    )
    for (const { route } of gated)
      expect(await codeOf(route, free, unsold.server)).not.toBe('feature_not_in_plan')
    const customers = await callApi(unsold.server, {
      method: 'GET',
      path: `/api/accounts/${free.accountId}/customers/`,
      token: free.token,
    })
    expect(customers.status, 'an ended trial locks nobody out').toBe(200)
  })
})

it('refuses colleagues and client companies where the plan lacks them, and lets an accountant in', async () => {
  const invite = (body: object) =>
    callApi<{ code?: string }>(test.server, {
      method: 'POST',
      path: `/api/accounts/${company.accountId}/team/invitations/`,
      token: company.token,
      body,
    })
  await setPlan('SOLE_PROPRIETOR')
  expect((await invite({ kind: 'member', email: 'one@team.test', role: 'viewer' })).body.code).toBe(
    'feature_not_in_plan',
  )
  expect((await invite({ kind: 'client', email: 'two@team.test' })).body.code).toBe('feature_not_in_plan')
  expect((await invite({ kind: 'member', email: 'books@team.test', role: 'advisor' })).status).toBe(200)
  await setPlan('ENTERPRISE')
  expect((await invite({ kind: 'client', email: 'two@team.test' })).status).toBe(200)
})
