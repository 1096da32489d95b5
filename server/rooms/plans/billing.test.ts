import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type PlanName, planNamed } from '../../../domain/accounts/plans.ts'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import { callApi } from '../../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../../testing/http-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { unitOfWork } from '../../platform/context.ts'
import { insertMember, selectMembers } from '../accounts/index.ts'
import { watchSubscription } from './actions/billing/watch-subscription.ts'
import { quotasOf } from './index.ts'

const test = setUpTestServer({ env: { BILLING: 'sandbox' } })
const company = setUp(() => anHttpCompany(test, 'subscriber'))
const GOOD = '4242 4242 4242 4242'
const REFUSED = '4000 0000 0000 0341'
const idOf = (name: PlanName) => planNamed(name).id

interface Reply {
  [field: string]: unknown
}
/** Reads the subscription, or calls one of its changes; `{}` sends no body. */
const call = (path: string, body?: object, { token, accountId }: Partial<HttpCompany> = {}) =>
  callApi<Reply>(test.server, {
    method: body ? 'POST' : 'GET',
    path: `/api/accounts/${accountId ?? company.accountId}/billing/${path}`,
    token: token ?? company.token,
    ...(body && Object.keys(body).length > 0 && { body }),
  })
const account = async (who: HttpCompany = company) =>
  (
    await callApi<Reply>(test.server, {
      method: 'GET',
      path: `/api/accounts/${who.accountId}/`,
      token: who.token,
    })
  ).body

/** Begins a subscription on the Sandbox's page. */
async function subscribe(who: HttpCompany, plan: PlanName, number = GOOD) {
  const begun = await call('checkout/', { plan: idOf(plan) }, who)
  expect([begun.status, begun.body.url]).toEqual([
    200,
    expect.stringContaining(`/settings/plan-billing/card?plan=${idOf(plan)}`),
  ])
  return call('test-card/', { number, plan: idOf(plan) }, who)
}

const aSubscriber = async (name: string, plan: PlanName, number = GOOD) => {
  const who = await anHttpCompany(test, name)
  expect((await subscribe(who, plan, number)).status).toBe(200)
  return who
}
/** Lets the trial pass, and the subscription's watch run. */
const pass = async (who: HttpCompany, days: number) => {
  await move(days)
  await watch(who)
}
/** Moves the product's clock, which sessions don't follow. */
const move = (days: number) =>
  sql`update demo_clock set offset_ms = offset_ms + ${days * DAY_MS}`.execute(test.app.db)
const watch = ({ accountId }: HttpCompany) =>
  watchSubscription(
    unitOfWork(test.app, { requestId: 'test', ip: null }, { kind: 'system', job: 'test' }, accountId),
  )
const nowOf = (who: HttpCompany) => who.run(async ({ now }) => now)
const customers = (who: HttpCompany) =>
  callApi<Reply>(test.server, {
    method: 'GET',
    path: `/api/accounts/${who.accountId}/customers/`,
    token: who.token,
  })

describe('a trial', () => {
  it('begins with the account, for 14 days, without a card or limits', async () => {
    const { subscription, plan, sells_plans } = await account()
    const end = new Date((await nowOf(company)) + 14 * DAY_MS).toISOString()
    expect({ subscription, plan, sells_plans }).toMatchObject({
      subscription: { status: 'trialing', trial_end: end, is_active: true, stripe_id: null, customer: null },
      plan: null,
      sells_plans: true,
    })
    expect(await company.run(quotasOf)).toEqual({})
    expect((await call('')).body).toMatchObject({
      provider: { name: 'Sandbox', live: false },
      group: 'BUSINESS_OWNER',
      status: 'trialing',
      has_subscription: false,
      invoices: [],
    })
  })

  it('is kept by a subscription, which charges nothing before its end', async () => {
    const who = await aSubscriber('keeps-trial', 'SMALL_BUSINESS')
    const before = await account(who)
    expect(before).toMatchObject({
      plan: { name: 'Small Business', features: ['USER_MANAGEMENT', 'PRO_FEATURES'] },
      subscription: {
        status: 'trialing',
        stripe_id: expect.stringMatching(/^sub_sandbox_/),
        customer: { default_source: { brand: 'visa', last4: '4242', exp_month: 12 } },
      },
    })
    expect((await call('', undefined, who)).body.invoices).toEqual([])
    await pass(who, 14)
    expect((await account(who)).subscription).toMatchObject({ status: 'active', trial_end: null })
    expect((await call('', undefined, who)).body.invoices).toMatchObject([
      { amount: '99.99', status: 'paid', description: 'Small Business, one month' },
    ])
  })

  it('ends without a plan: the owner is notified before, and staff reach the settings only', async () => {
    const who = await anHttpCompany(test, 'undecided')
    await pass(who, 12)
    await watch(who)
    expect(await mails(who)).toEqual([expect.stringMatching(/^Your Quittance trial ends on /)])
    await pass(who, 3)
    const refused = await customers(who)
    expect([refused.status, refused.body.code]).toEqual([402, 'subscription_inactive'])
    expect((await subscribe(who, 'SOLE_PROPRIETOR')).body).toMatchObject({ status: 'active' })
    expect((await customers(who)).status).toBe(200)
  })
})

const mails = (who: HttpCompany) =>
  who.run(async ({ db }) =>
    (await db.selectFrom('mail_messages').select('subject').where('kind', '=', 'plans.notice').execute()).map(
      ({ subject }) => subject,
    ),
  )

describe('plans', () => {
  it('lists the catalogue, and those that the account may choose', async () => {
    const list = async (path: string, who = company) =>
      (
        await callApi<{ results: Reply[] }>(test.server, {
          method: 'GET',
          path,
          token: who.token,
          headers: { 'x-account-id': who.accountId },
        })
      ).body.results
    const all = await list('/api/plans/')
    expect(all.map(({ name, billing }) => [name, (billing as Reply).amount])).toEqual([
      ['Sole Proprietor', '49.99'],
      ['Small Business', '99.99'],
      ['Enterprise', '199.99'],
      ['Accounting Edition', '0.00'],
    ])
    expect(all[0]).toMatchObject({
      description: expect.stringMatching(/^Reduced features/),
      billing: { currency: 'USD', interval: 'month' },
      plan_quotas: expect.arrayContaining([
        expect.objectContaining({ codename: 'MAX_INVOICES', value: 500, is_boolean: false }),
        expect.objectContaining({ codename: 'SUB_ACCOUNTS', value: false, is_boolean: true }),
      ]),
    })
    expect(await list('/api/account-plans/')).toHaveLength(3)
    const client = await anHttpCompany(test, 'client-of-firm')
    const firm = await anHttpCompany(test, 'firm')
    const [owner] = await firm.run(selectMembers)
    await client.run((ctx) => insertMember(ctx, owner!.userId, 'advisor'))
    expect((await list('/api/account-plans/', firm)).map(({ name }) => name)).toContain('Accounting Edition')
    expect((await call('', undefined, firm)).body.group).toBe('ACCOUNTANT')
    expect((await call('', undefined, client)).body.group).toBe('ACCOUNTANT_CLIENT')
    const free = idOf('ACCOUNTING_EDITION')
    expect((await call('checkout/', { plan: free }, client)).body).toHaveProperty('plan')
    expect((await subscribe(firm, 'ACCOUNTING_EDITION')).body.plan).toMatchObject({
      name: 'Accounting Edition',
    })
  })

  it('bring their limits, which the operator’s own outrank and another plan replaces', async () => {
    const who = await aSubscriber('limited', 'SOLE_PROPRIETOR')
    expect(await who.run(quotasOf)).toEqual({ MAX_INVOICES: 500, MAX_ADMIN_USERS: 1, MAX_SUB_ACCOUNTS: 0 })
    await change(who, 'ENTERPRISE')
    expect(await who.run(quotasOf)).toEqual({})
  })
})

async function change(who: HttpCompany, plan: PlanName, edit: object = {}) {
  const { body: cost } = await call('preview/', { plan: idOf(plan) }, who)
  const asked = { plan: idOf(plan), at: cost.at, due_today: cost.due_today, ...edit }
  return { cost, reply: await call('change/', asked, who) }
}

describe('a change of plan', () => {
  it('shows what it costs today and charges exactly that', async () => {
    const who = await aSubscriber('changes', 'SOLE_PROPRIETOR')
    expect((await change(who, 'SMALL_BUSINESS')).cost, 'free in the trial').toMatchObject({
      due_today: '0.00',
      next_amount: '99.99',
    })
    await pass(who, 14)
    await move(15)
    const { cost, reply } = await change(who, 'ENTERPRISE')
    expect(Number(cost.due_today)).toBeGreaterThan(40)
    expect(reply.body).toMatchObject({ status: 'active', plan: { name: 'Enterprise' } })
    expect((reply.body.invoices as Reply[])[0]).toMatchObject({
      amount: cost.due_today,
      description: 'Enterprise instead of Small Business',
    })
    const down = await change(who, 'SOLE_PROPRIETOR')
    expect(down.cost.due_today).toBe('0.00')
    expect(Number(down.cost.credit), 'the rest becomes credit').toBeGreaterThan(50)
  })

  it('refuses another cost than was shown, and a cost of yesterday', async () => {
    const who = await aSubscriber('haggles', 'SOLE_PROPRIETOR')
    const wrong = await change(who, 'ENTERPRISE', { due_today: '1.00' })
    expect([wrong.reply.status, wrong.reply.body.code]).toEqual([409, 'cost_changed'])
    const old = new Date((await nowOf(who)) - DAY_MS).toISOString()
    expect((await change(who, 'ENTERPRISE', { at: old })).reply.body.code).toBe('cost_changed')
    expect((await account(who)).plan).toMatchObject({ name: 'Sole Proprietor' })
  })

  it('changes nothing when the card is refused', async () => {
    const who = await aSubscriber('broke', 'SOLE_PROPRIETOR')
    await pass(who, 14)
    expect((await call('test-card/', { number: REFUSED }, who)).status).toBe(200)
    const { reply } = await change(who, 'ENTERPRISE')
    expect([reply.status, reply.body.code]).toEqual([402, 'payment_failed'])
    expect((await account(who)).plan).toMatchObject({ name: 'Sole Proprietor' })
  })

  it('refuses unknown plans and cards, and a change or cancellation without a subscription', async () => {
    const who = await anHttpCompany(test, 'mistaken')
    const nobody = '0195a1b2-0000-7000-8000-000000000000'
    expect((await call('checkout/', { plan: nobody }, who)).status).toBe(400)
    expect((await call('checkout/', { plan: 'Enterprise' }, who)).status).toBe(400)
    for (const path of ['cancel/', 'resume/', 'portal/'])
      expect((await call(path, {}, who)).body.code).toBe('billing_refused')
    expect((await call('pay/', { amount: '1.00' }, who)).body.code).toBe('billing_refused')
    expect((await subscribe(who, 'ENTERPRISE', '4111 1111 1111 1111')).body).toHaveProperty('number')
  })
})

describe('a subscription', () => {
  it('lasts until the end of the paid month when it is canceled, and can be resumed before and begun again after', async () => {
    const who = await aSubscriber('leaves', 'SMALL_BUSINESS')
    await pass(who, 14)
    expect((await call('cancel/', {}, who)).body).toMatchObject({ status: 'active', ends_with_period: true })
    expect((await call('resume/', {}, who)).body.ends_with_period).toBe(false)
    await call('cancel/', {}, who)
    await pass(who, 31)
    const { subscription, canceled_at } = await account(who)
    expect(subscription).toMatchObject({ status: 'canceled', is_active: false })
    expect(canceled_at).not.toBeNull()
    expect((await subscribe(who, 'SMALL_BUSINESS')).body).toMatchObject({ status: 'active' })
    expect((await account(who)).canceled_at).toBeNull()
  })

  it('is past due when the card is refused, keeps customers paying, and recovers with another card', async () => {
    const who = await aSubscriber('recovers', 'SMALL_BUSINESS', REFUSED)
    const invoice = await who.linked('80.00')
    await pass(who, 14)
    const { body } = await call('', undefined, who)
    expect(body).toMatchObject({ status: 'past_due', unpaid: { amount: '99.99', currency: 'USD' } })
    expect((await customers(who)).status).toBe(402)
    expect(await mails(who)).toEqual(['Your payment of $99.99 to Quittance failed'])
    const portal = await who.portalSession(invoice)
    const options = await callApi(test.server, {
      method: 'GET',
      path: `/api/invoices/${invoice.invoiceId}/payment-options/`,
      token: portal,
      host: who.host,
    })
    expect(options.status).toBe(200)
    expect((await call('pay/', { amount: '99.98' }, who)).body.code).toBe('cost_changed')
    expect((await call('pay/', { amount: '99.99' }, who)).status).toBe(402)
    await call('test-card/', { number: GOOD }, who)
    expect((await call('pay/', { amount: '99.99' }, who)).body).toMatchObject({
      status: 'active',
      unpaid: null,
    })
    expect((await customers(who)).status).toBe(200)
  })

  it('counts as unpaid after four refusals, and nothing is lost', async () => {
    const who = await aSubscriber('never-pays', 'SMALL_BUSINESS', REFUSED)
    const { invoiceId } = await who.linked('70.00')
    await pass(who, 14)
    await pass(who, 20)
    expect((await account(who)).subscription).toMatchObject({ status: 'unpaid', is_active: false })
    await call('test-card/', { number: GOOD }, who)
    expect((await call('pay/', { amount: '99.99' }, who)).body.status).toBe('active')
    const invoice = await callApi(test.server, {
      method: 'GET',
      path: `/api/accounts/${who.accountId}/invoices/${invoiceId}/`,
      token: who.token,
    })
    expect(invoice.status).toBe(200)
  })
})

it('is read by admins and changed by owners only', async () => {
  const who = await aSubscriber('ranks', 'SMALL_BUSINESS')
  const admin = { accountId: who.accountId, token: await who.member('admin') }
  const viewer = { accountId: who.accountId, token: await who.member('viewer') }
  expect((await call('', undefined, admin)).status).toBe(200)
  expect((await call('cancel/', {}, admin)).status).toBe(403)
  expect((await call('', undefined, viewer)).status).toBe(403)
  const seen = await callApi<{ subscription: Reply }>(test.server, {
    method: 'GET',
    path: `/api/accounts/${who.accountId}/`,
    token: viewer.token,
  })
  expect(seen.body.subscription.customer).toBeNull()
})

it('exports the invoices as CSV', async () => {
  const who = await aSubscriber('books', 'SMALL_BUSINESS')
  await pass(who, 14)
  const file = await test.server.inject({
    method: 'POST',
    url: `/api/accounts/${who.accountId}/billing/invoices/export/`,
    headers: { authorization: `Bearer ${who.token}` },
  })
  expect(file.body).toMatch(/Q-0001,\S+,"?Small Business, one month"?,paid,99.99,USD/)
})
