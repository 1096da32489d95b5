import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import { callApi } from '../../../testing/call-api.ts'
import {
  aStripeCompany,
  createStripeTest,
  type StripeCompany,
} from '../../../testing/processors/stripe-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { type Actor, unitOfWork } from '../../platform/context.ts'
import { noteRevoked, readConnection } from '../connections/index.ts'
import { anEndedConnection } from '../connections/testing.ts'
import { readReceivables } from '../ledger/index.ts'
import { readPayment } from './actions/read/read-payment.ts'
import { checkPayment } from './actions/reconcile/check-payment.ts'
import { reconcileProcessors } from './actions/reconcile/reconcile-processors.ts'
import { cardForm, runDueSchedules } from './testing.ts'

const SYSTEM: Actor = { kind: 'system', job: 'test' }
const GOOD = '4242424242424242'
const CHALLENGED = '4000002760003184'
const DECLINED = '4000000000000002'

const test = setUp(createStripeTest, (made) => made.close())
const mine = setUp(() => aStripeCompany(test, 'edges'))
afterEach(() => {
  test.stripe.controls.clearFaults()
  expect(test.stripe.controls.violations).toEqual([])
})

let requests = 0
const cardPath = (invoiceId: string) => `${invoiceId}/payment-options/stripe_connect-card/`
const formOf = async (company: StripeCompany, number: string, more = {}) => ({
  amount: '100.00',
  charge_token: await company.cardToken(number),
  request_id: `edge-request-${++requests}`,
  ...more,
})

async function pay(number = GOOD, more = {}) {
  const linked = await mine.linked()
  const form = await formOf(mine, number, more)
  return { ...linked, form, ...(await mine.payer('POST', cardPath(linked.invoiceId), linked.session, form)) }
}

const remaining = async (invoiceId: string): Promise<bigint> =>
  (await mine.run((ctx) => readReceivables(ctx, [invoiceId])))[0]!.remainingMinor
const detailOf = (paymentId: string) => mine.run((ctx) => readPayment(ctx, paymentId))
const runDue = () =>
  runDueSchedules({
    run: mine.run,
    uow: (actor: Actor = SYSTEM) =>
      unitOfWork(test.app, { requestId: 'test', ip: null }, actor, mine.accountId),
  })
async function passMinutes(minutes: number) {
  for (let passed = 0; passed < minutes; passed += 5) {
    test.clock.advance(5 * 60_000)
    await runDue()
  }
}
const connectionOf = (company: StripeCompany) => company.run((ctx) => readConnection(ctx, 'stripe_connect'))

describe('a company that connects another Stripe account', () => {
  it('refuses to refund there what the former one took, with the reason', async () => {
    await mine.connect()
    const { body } = await pay()
    await mine.connectOther()
    const refused = await mine.staff('POST', `${body.id}/refund/`, {
      request_id: `refund-back-${++requests}`,
      total: '40.00',
      total_currency: 'USD',
    })
    expect(refused).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    expect(refused.body.detail).toMatch(/taken by another Stripe account/)
    expect(await detailOf(body.id)).toMatchObject({ status: 'confirmed', refunded_amount: '0.00' })
  })

  it('repeats no refund there that did not reach the former one', async () => {
    await mine.connect()
    const { body } = await pay()
    const form = { request_id: `refund-back-${++requests}`, total: '40.00', total_currency: 'USD' }
    test.stripe.controls.failNext({ kind: 'answer', status: 429, path: '/v1/refunds' })
    expect((await mine.staff('POST', `${body.id}/refund/`, form)).status).toBe(503)
    await mine.connectOther()
    const refused = await mine.staff('POST', `${body.id}/refund/`, form)
    expect(refused).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
  })

  it('charges no card that the former one stored', async () => {
    await mine.connect()
    const first = await pay(GOOD, { amount: '50.00', store_method: true })
    const session = await mine.portalSession(first)
    const path = `${first.invoiceId}/payment-options/`
    const stored = async () =>
      (
        (await mine.payer('GET', path, session)).body as unknown as { display?: string; url: string }[]
      ).filter(({ display }) => display !== undefined)
    const [before] = await stored()
    await mine.connectOther()
    expect(await stored()).toEqual([])
    const address = new URL(before!.url, 'http://x').pathname.replace('/api/invoices/', '')
    const refused = await mine.payer('POST', address, session, {
      amount: '50.00',
      request_id: `edge-request-${++requests}`,
    })
    expect(refused.status).toBe(404)
    expect(await remaining(first.invoiceId)).toBe(5_000n)
  })

  it('is not disconnected by what the former one reported', async () => {
    const former = await mine.connect()
    const webhooks = test.stripe.controls.webhooksOf(former)!
    test.stripe.controls.revoke(former)
    await webhooks.settled()
    const next = await mine.connect()
    await runDue()
    expect(await connectionOf(mine)).toMatchObject({ remoteId: next })
  })

  it('is not disconnected by a call that the former one refused', async () => {
    await mine.connect()
    const former = (await connectionOf(mine))!
    const next = await mine.connectOther()
    const uow = unitOfWork(test.app, { requestId: 'test', ip: null }, SYSTEM, mine.accountId)
    await noteRevoked(uow, 'stripe_connect', former)
    expect(await connectionOf(mine)).toMatchObject({ remoteId: next })
    await noteRevoked(uow, 'stripe_connect', (await connectionOf(mine))!)
    expect(await connectionOf(mine)).toBeNull()
  })

  it('in two windows at once ends with the account and the keys of one', async () => {
    const [one, two] = [await mine.consent(), await mine.consent()]
    await Promise.all([mine.connection('finish', one), mine.connection('finish', two)])
    const connection = (await connectionOf(mine))!
    expect(connection.credentials?.remoteId).toBe(connection.remoteId)
  })
})

it('explains to a payer in their language why a card was declined', async () => {
  await mine.connect()
  const { invoiceId, session } = await mine.linked()
  const refused = await callApi<{ detail: string }>(test.server, {
    method: 'POST',
    path: `/api/invoices/${cardPath(invoiceId)}`,
    host: mine.host,
    token: session,
    headers: { 'accept-language': 'de' },
    body: await formOf(mine, '4000000000009995'),
  })
  expect(refused).toMatchObject({
    status: 402,
    body: { detail: 'Die Karte ist nicht ausreichend gedeckt.' },
  })
})

describe('an intent that the browser confirms with a declined card', () => {
  it('is canceled at Stripe, so that nobody tries more cards on it', async () => {
    await mine.connect()
    const { invoiceId, session } = await mine.linked()
    const started = await callApi<{ stripe_client_secret: string }>(test.server, {
      method: 'POST',
      path: '/api/stripe-payment-intent/',
      host: mine.host,
      token: session,
      body: { invoice_id: invoiceId, amount: '100.00' },
    })
    const secret = started.body.stripe_client_secret
    expect(await confirm(secret, DECLINED)).toMatchObject({ error: { code: 'card_declined' } })
    await test.stripe.controls.webhooksOf((await connectionOf(mine))!.remoteId!)!.settled()
    await runDue()
    expect(await confirm(secret, GOOD)).toMatchObject({
      error: { code: 'payment_intent_unexpected_state' },
    })
    expect(await remaining(invoiceId)).toBe(10_000n)
  })

  async function confirm(secret: string, number: string): Promise<{ error?: { code: string } }> {
    const form = new URLSearchParams({
      key: await mine.publishableKey(),
      client_secret: secret,
      payment_method: await mine.cardToken(number),
    })
    const path = `/v1/payment_intents/${secret.split('_secret_')[0]}/confirm`
    const reply = await fetch(`${test.stripe.origin}${path}`, { method: 'POST', body: form })
    return (await reply.json()) as { error?: { code: string } }
  }
})

describe('the Sandbox', () => {
  const options = async (company: StripeCompany) => {
    const { invoiceId, session } = await company.linked()
    const path = `${invoiceId}/payment-options/`
    const { body } = await company.payer('GET', path, session)
    const paid = await company.payer('POST', `${path}sandbox-card/`, session, cardForm('100.00'))
    return { offered: body as unknown as object[], status: paid.status }
  }

  it('takes no payment while Stripe is connected', async () => {
    await mine.connect()
    expect((await options(mine)).status).toBe(404)
  })

  it('takes no test card as money once real payments were connected', async () => {
    const company = await aStripeCompany(test, 'was-live')
    await company.run((ctx) =>
      anEndedConnection(ctx, {
        accessToken: 'sk_live_1',
        remoteId: 'acct_live',
        publishableKey: 'pk_live_1',
        live: true,
      }),
    )
    expect(await options(company)).toEqual({ offered: [], status: 404 })
  })

  it('is offered again after a connection in test mode', async () => {
    const company = await aStripeCompany(test, 'was-in-test-mode')
    await company.run((ctx) => anEndedConnection(ctx))
    expect((await options(company)).status).toBe(200)
  })
})

it('offers no card in a currency whose minor unit differs at Stripe', async () => {
  await mine.connect()
  const connection = (await connectionOf(mine))!
  const adapter = test.app.processors.get('stripe_connect')!
  const offered = async (currency: string) =>
    (
      await adapter.options(connection, {
        id: 'invoice',
        number: 'INV-1',
        currency,
        payable: { minor: 1_000n, currency },
        depositTo: 'operating',
        today: '2026-11-26' as never,
      })
    ).length
  expect(await offered('MGA')).toBe(0)
  expect(await offered('ISK')).toBe(0)
  expect(await offered('JPY')).toBe(1)
})

it('keeps a payment whose outcome only the former Stripe account knows', async () => {
  const former = await mine.connect()
  test.stripe.controls.failNext({
    kind: 'lose-answer',
    method: 'POST',
    path: '/v1/payment_intents',
    times: 2,
  })
  const { invoiceId, body } = await pay()
  expect(body).toMatchObject({ status: 'waiting' })
  expect(await mine.connectOther()).not.toBe(former)
  await passMinutes(40)
  expect(await detailOf(body.id)).toMatchObject({ status: 'waiting', captured_amount: '0.00' })
  const [receivable] = await mine.run((ctx) => readReceivables(ctx, [invoiceId]))
  expect(receivable!.reservedMinor, 'the charge may have been made').toBe(10_000n)
})

it('leaves a payment that nobody can ask about any more to staff', async () => {
  const company = await aStripeCompany(test, 'ended-for-good')
  await company.connect()
  const { invoiceId, session } = await company.linked()
  const form = await formOf(company, CHALLENGED)
  const { body } = await company.payer('POST', cardPath(invoiceId), session, form)
  expect(body).toMatchObject({ status: 'input' })
  test.stripe.controls.failNext({ kind: 'answer', status: 500, path: /payment_intents/, times: 10 })
  await company.connection('disconnect')
  test.stripe.controls.clearFaults()
  const uow = unitOfWork(test.app, { requestId: 'test', ip: null }, SYSTEM, company.accountId)
  await checkPayment(uow, body.id)
  const statusNow = async () => (await company.run((ctx) => readPayment(ctx, body.id))).status
  expect(await statusNow(), 'its payer may still answer the bank').toBe('input')
  test.clock.advance(2 * HOUR_MS)
  await checkPayment(uow, body.id)
  expect(await statusNow()).toBe('error')
  const cases = await company.run((ctx) => ctx.db.selectFrom('payment_cases').select('kind').execute())
  expect(cases).toEqual([{ kind: 'no_outcome' }])
})

it('misses no money of the former Stripe account at the end of the day', async () => {
  const company = await aStripeCompany(test, 'moved-accounts')
  await company.connect()
  const { invoiceId, session } = await company.linked()
  const form = await formOf(company, GOOD)
  expect((await company.payer('POST', cardPath(invoiceId), session, form)).status).toBe(200)
  await company.connectOther()
  test.clock.advance(DAY_MS + 2 * HOUR_MS)
  await reconcileProcessors(unitOfWork(test.app, { requestId: 'test', ip: null }, SYSTEM, company.accountId))
  const cases = await company.run((ctx) => ctx.db.selectFrom('payment_cases').select('kind').execute())
  expect(cases).toEqual([])
})
