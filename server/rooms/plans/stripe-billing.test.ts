import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { type PlanName, planNamed } from '../../../domain/accounts/plans.ts'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import { callApi } from '../../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../../testing/http-company.ts'
import { createBillingTest } from '../../../testing/processors/billing-test.ts'
import { setUp } from '../../../testing/set-up.ts'
import { unitOfWork } from '../../platform/context.ts'
import { selectMembers } from '../accounts/index.ts'
import { readPdf } from '../documents/testing.ts'
import { openSession } from '../identity/index.ts'
import { refreshBilling } from './actions/billing/refresh-billing.ts'

const test = setUp(createBillingTest, (made) => made.close())
const GOOD = '4242424242424242'
const REFUSED = '4000000000000341'
const DECLINED = '4000000000000002'
const idOf = (name: PlanName) => planNamed(name).id

interface Reply {
  [field: string]: unknown
}
/** Tokens end with the days that pass. */
const fresh = async (who: HttpCompany) => {
  const [owner] = await who.run(selectMembers)
  const signed = await test.transact((ctx) => openSession(ctx, { audience: 'staff', userId: owner!.userId }))
  return signed.token
}
const call = (who: HttpCompany, path: string, body?: object, method?: 'POST') =>
  callApi<Reply>(test.server, {
    method: method ?? (body ? 'POST' : 'GET'),
    path: `/api/accounts/${who.accountId}/billing/${path}`,
    token: tokens.get(who) ?? who.token,
    ...(body && { body }),
  })
const tokens = new Map<HttpCompany, string>()

/** Sends what Stripe has to say, and runs what it queued. */
async function hear(who: HttpCompany) {
  await test.stripe.controls.webhooks.settled()
  const caller = { requestId: 'test', ip: null }
  if ((await queued(who)) > 0)
    await refreshBilling(unitOfWork(test.app, caller, { kind: 'system', job: 'test' }, who.accountId))
}
const queued = async (who: HttpCompany): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where name = 'plans.refresh-billing' and data::text like ${`%${who.accountId}%`}`.execute(test.app.db)
  return rows[0]!.count
}

const pass = async (who: HttpCompany, days: number) => {
  test.clock.advance(days * DAY_MS)
  test.stripe.controls.settleDue()
  tokens.set(who, await fresh(who))
  await hear(who)
}

async function subscribe(name: string, plan: PlanName, number = GOOD) {
  const who = await anHttpCompany(test, name)
  const page = String((await call(who, 'checkout/', { plan: idOf(plan) })).body.url)
  expect(await test.enterCard(page, DECLINED), 'a declined card stays on the page').toBeNull()
  expect(await test.enterCard(page, number)).toMatch(/\/settings\/plan-billing\?returned=true$/)
  await hear(who)
  return who
}

afterEach(() => {
  expect(test.stripe.controls.violations).toEqual([])
})

describe('a subscription at Stripe', () => {
  it('begins on Stripe’s page, keeps the trial and is charged after it', async () => {
    const who = await subscribe('stripe-begins', 'SMALL_BUSINESS')
    expect((await call(who, '')).body).toMatchObject({
      provider: { name: 'Stripe', live: false },
      status: 'trialing',
      plan: { name: 'Small Business' },
      has_subscription: true,
    })
    await pass(who, 14)
    const { body } = await call(who, '')
    expect(body).toMatchObject({ status: 'active' })
    expect(body.invoices).toMatchObject([
      { amount: '99.99', status: 'paid', document_url: expect.stringMatching(/hosted-invoice/) },
    ])
  })

  it('mails a receipt for a paid invoice once, and opens the invoice with its period', async () => {
    const who = await subscribe('stripe-receipt', 'SMALL_BUSINESS')
    await pass(who, 14)
    await hear(who)
    const sent = await who.run(({ db }) =>
      db.selectFrom('mail_messages').select('subject').where('kind', '=', 'plans.notice').execute(),
    )
    expect(sent).toEqual([{ subject: 'Your receipt from Quittance: $99.99' }])
    const [invoice] = (await call(who, '')).body.invoices as Reply[]
    const reply = await test.server.inject({
      method: 'GET',
      url: `/api/accounts/${who.accountId}/billing/invoices/${invoice!.pk}/pdf/`,
      headers: { authorization: `Bearer ${tokens.get(who) ?? who.token}` },
    })
    const [page] = readPdf(reply.rawPayload).pages
    for (const text of ['Period', 'Paid on', 'PAID', String(invoice!.number)]) expect(page).toContain(text)
  })

  it('begins once, however many pages were opened for it', async () => {
    const who = await anHttpCompany(test, 'stripe-twice')
    const open = async (plan: PlanName) =>
      String((await call(who, 'checkout/', { plan: idOf(plan) })).body.url)
    const first = await open('SMALL_BUSINESS')
    const both = await Promise.all([open('SMALL_BUSINESS'), open('SOLE_PROPRIETOR')])
    for (const page of new Set([first, ...both])) await test.enterCard(page, GOOD)
    await hear(who)
    expect((await call(who, '')).body).toMatchObject({ has_subscription: true })
    expect((await call(who, 'checkout/', { plan: idOf('SMALL_BUSINESS') })).body.code).toBe('billing_refused')
    await pass(who, 14)
    expect((await call(who, '')).body.invoices, 'one subscription is charged').toHaveLength(1)
  })

  it('changes for the cost that Stripe previews', async () => {
    const who = await subscribe('stripe-changes', 'SOLE_PROPRIETOR')
    await pass(who, 14)
    await pass(who, 10)
    const { body: cost } = await call(who, 'preview/', { plan: idOf('ENTERPRISE') })
    expect(Number(cost.due_today)).toBeGreaterThan(90)
    const wrong = { plan: idOf('ENTERPRISE'), at: cost.at, due_today: '1.00' }
    expect((await call(who, 'change/', wrong)).body.code).toBe('cost_changed')
    const changed = await call(who, 'change/', { ...wrong, due_today: cost.due_today })
    expect(changed.body).toMatchObject({ plan: { name: 'Enterprise' }, status: 'active' })
    expect((changed.body.invoices as Reply[])[0]).toMatchObject({ amount: cost.due_today, status: 'paid' })
    const { body: down } = await call(who, 'preview/', { plan: idOf('SOLE_PROPRIETOR') })
    expect(down.due_today).toBe('0.00')
    expect(Number(down.credit)).toBeGreaterThan(90)
  })

  it('is past due when the card is refused, and recovers with the card of the customer portal', async () => {
    const who = await subscribe('stripe-recovers', 'SMALL_BUSINESS', REFUSED)
    await pass(who, 14)
    expect((await call(who, '')).body).toMatchObject({ status: 'past_due', unpaid: { amount: '99.99' } })
    const invoice = await who.linked('80.00')
    expect((await who.payer('GET', `${invoice.invoiceId}/payment-options/`, invoice.session)).status).toBe(
      200,
    )
    expect((await call(who, 'pay/', { amount: '99.99' })).status).toBe(402)
    const { url } = (await call(who, 'portal/', undefined, 'POST')).body
    expect(await test.enterCard(String(url), GOOD)).not.toBeNull()
    expect((await call(who, 'pay/', { amount: '99.99' })).body).toMatchObject({
      status: 'active',
      unpaid: null,
    })
  })

  it('ends with the month after it is canceled', async () => {
    const who = await subscribe('stripe-leaves', 'SMALL_BUSINESS')
    await pass(who, 14)
    expect((await call(who, 'cancel/', undefined, 'POST')).body).toMatchObject({ ends_with_period: true })
    await pass(who, 31)
    expect((await call(who, '')).body).toMatchObject({ status: 'canceled', has_subscription: false })
  })

  it('says when Stripe does not answer, and changes nothing', async () => {
    const who = await subscribe('stripe-silent', 'SMALL_BUSINESS')
    test.stripe.controls.failNext({ kind: 'answer', status: 503, path: '/v1/subscriptions' })
    const silent = await call(who, 'refresh/', undefined, 'POST')
    test.stripe.controls.clearFaults()
    expect([silent.status, silent.body.code]).toEqual([503, 'billing_unavailable'])
    expect((await call(who, '')).body).toMatchObject({ status: 'trialing', has_subscription: true })
  })
})

describe('notifications of Stripe', () => {
  it('in disorder, doubled and late leave the newest state', async () => {
    const { webhooks } = test.stripe.controls
    Object.assign(webhooks, { duplicated: true, reordered: true, held: true })
    const who = await anHttpCompany(test, 'stripe-disorder')
    const page = String((await call(who, 'checkout/', { plan: idOf('SMALL_BUSINESS') })).body.url)
    await test.enterCard(page, GOOD)
    webhooks.held = false
    await webhooks.deliverAll()
    await Promise.all([hear(who), hear(who), hear(who)])
    Object.assign(webhooks, { duplicated: false, reordered: false })
    expect((await call(who, '')).body).toMatchObject({ status: 'trialing', plan: { name: 'Small Business' } })
    const changes = await who.run((ctx) =>
      ctx.db
        .selectFrom('audit_entries')
        .select('action')
        .where('action', '=', 'plans.note-subscription')
        .execute(),
    )
    expect(changes, 'noted once').toHaveLength(1)
  })

  it('are refused when another secret signed them, and ignored for an account that is not the customer', async () => {
    const who = await anHttpCompany(test, 'stripe-forged')
    const { controls } = test.stripe
    const about = {
      object: 'subscription',
      id: 'sub_x',
      customer: 'cus_other',
      metadata: { account_id: who.accountId },
    }
    expect(await controls.forge('customer.subscription.updated', about)).toBe(401)
    expect(await queued(who)).toBe(0)
  })
})
