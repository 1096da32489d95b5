import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import type { StripeFault } from '../../../simulators/stripe/index.ts'
import { callApi } from '../../../testing/call-api.ts'
import { aStripeCompany, createStripeTest } from '../../../testing/processors/stripe-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { type Actor, unitOfWork } from '../../platform/context.ts'
import { readConnection } from '../connections/index.ts'
import { readReceivables } from '../ledger/index.ts'
import { readPayment } from './actions/read/read-payment.ts'
import { reconcileProcessors } from './actions/reconcile/reconcile-processors.ts'
import { refundPayment } from './actions/refund/refund-payment.ts'
import { methodsOfCustomer, openMethod } from './store/methods.ts'
import { runDueSchedules } from './testing.ts'

const GOOD = '4242424242424242'
const CHALLENGED = '4000002760003184'

const test = setUp(createStripeTest, (made) => made.close())
const mine = setUp(async () => {
  const company = await aStripeCompany(test, 'stripe-studio')
  return { ...company, stripeId: await company.connect() }
})
afterEach(() => {
  test.stripe.controls.clearFaults()
  expect(test.stripe.controls.violations).toEqual([])
})

let requests = 0
const uow = (actor: Actor = { kind: 'system', job: 'test' }) =>
  unitOfWork(test.app, { requestId: 'test', ip: null }, actor, mine.accountId)
const at = (invoiceId: string) => `${invoiceId}/payment-options/stripe_connect-card/`
const formOf = async (number: string, amount: string, more = {}) => ({
  amount,
  charge_token: await mine.cardToken(number),
  request_id: `stripe-request-${++requests}`,
  ...more,
})

/** Pays a new invoice of 100.00, or of another total. */
async function pay(
  number = GOOD,
  { total = '100.00', paid = total, ...more }: { total?: string; paid?: string; store_method?: boolean } = {},
) {
  const linked = await mine.linked(total)
  const form = await formOf(number, paid, more)
  return { ...linked, form, ...(await mine.payer('POST', at(linked.invoiceId), linked.session, form)) }
}

const remaining = async (invoiceId: string): Promise<bigint> =>
  (await mine.run((ctx) => readReceivables(ctx, [invoiceId])))[0]!.remainingMinor
const intentOf = async (paymentId: string): Promise<string> =>
  (await mine.run((ctx) => readPayment(ctx, paymentId))).gateway_id!
const statusAtStripe = async (intent: string): Promise<string> => {
  const headers = { authorization: `Bearer ${test.stripe.apiKey}`, 'stripe-account': mine.stripeId }
  const reply = await fetch(`${test.stripe.origin}/v1/payment_intents/${intent}`, {
    headers: { ...headers, 'stripe-version': '2026-10-28.endive' },
  })
  return ((await reply.json()) as { status: string }).status
}
const webhooks = () => test.stripe.controls.webhooksOf(mine.stripeId)!
const runDue = () => runDueSchedules({ run: mine.run, uow })

describe('paying by card at Stripe', () => {
  it('is offered instead of the Sandbox, with the key and the script of its fields', async () => {
    const { invoiceId, session } = await mine.linked()
    const { body } = await mine.payer('GET', `${invoiceId}/payment-options/`, session)
    expect(body).toMatchObject([
      {
        type: 'credit_card',
        provider: 'stripe_connect',
        extra_data: {
          publishable_key: expect.stringMatching(/^pk_test_/),
          script: `${test.stripe.origin}/endive/stripe.js`,
          sandbox: true,
        },
      },
      { type: 'e_check' },
    ])
  })

  it('charges once, however often the same request comes', async () => {
    const { invoiceId, session } = await mine.linked()
    const form = await formOf(GOOD, '100.00')
    const path = at(invoiceId)
    await Promise.all([1, 2, 3].map(() => mine.payer('POST', path, session, form)))
    const paid = await mine.payer('POST', path, session, form)
    expect(paid.body).toMatchObject({ status: 'confirmed', method_display: 'Visa •••• 4242' })
    const made = await mine.payer('GET', `${invoiceId}/payments/`, session)
    expect(made.body).toHaveLength(1)
  })

  it('reports why a card was declined, and takes another one', async () => {
    const { invoiceId, session, status, body } = await pay('4000000000009995')
    expect([status, body.code, body.detail]).toEqual([
      402,
      'payment_failed',
      'The card has insufficient funds.',
    ])
    const again = await mine.payer('POST', at(invoiceId), session, await formOf(GOOD, '100.00'))
    expect(again.body).toMatchObject({ status: 'confirmed' })
  })

  it('refuses an amount below the smallest beside its field', async () => {
    const { status, body } = await pay(GOOD, { total: '0.30' })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      amount: ['This amount is too small to be paid this way. Pay a larger amount, or pay another way.'],
    })
  })

  it('stores a card that later pays without its fields, until it is gone at Stripe', async () => {
    const first = await pay(GOOD, { total: '90.00', paid: '50.00', store_method: true })
    expect(first.body).toMatchObject({ status: 'confirmed' })
    const session = await mine.portalSession(first)
    const { body } = await mine.payer('GET', `${first.invoiceId}/payment-options/`, session)
    expect(body).toMatchObject([{ display: 'Visa •••• 4242' }, { type: 'credit_card' }, { type: 'e_check' }])
    const path = new URL((body as unknown as { url: string }[])[0]!.url, 'http://x').pathname
    const payStored = (amount: string) =>
      mine.payer('POST', path.replace('/api/invoices/', ''), session, {
        amount,
        request_id: `stored-${++requests}`,
      })
    expect((await payStored('10.00')).body).toMatchObject({ status: 'confirmed' })
    await mine.run(async (ctx) => {
      const [method] = await methodsOfCustomer(ctx, first.customer.id)
      const { token } = (await openMethod(ctx, first.customer.id, method!.id))!
      const connection = (await readConnection(ctx, 'stripe_connect'))!
      await ctx.app.processors.get('stripe_connect')!.removeMethod!(connection, token)
    })
    const refused = await payStored('10.00')
    expect([refused.status, refused.body.detail]).toEqual([
      402,
      'This payment method can’t be used any more. Please use another one.',
    ])
  })
})

describe('an intent that the browser confirms', () => {
  const start = (session: string, body: object) =>
    callApi<{ stripe_client_secret: string; code?: string }>(test.server, {
      method: 'POST',
      path: '/api/stripe-payment-intent/',
      host: mine.host,
      token: session,
      body,
    })
  /** Confirms with the publishable key, as Stripe's script does. */
  const confirm = async (secret: string) => {
    const id = secret.split('_secret_')[0]!
    const form = new URLSearchParams({
      key: await mine.publishableKey(),
      client_secret: secret,
      payment_method: await mine.cardToken(GOOD),
    })
    const reply = await fetch(`${test.stripe.origin}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      body: form,
    })
    return (await reply.json()) as { status?: string; error?: { code: string } }
  }

  it('is paid by the charge token, and learned from the webhook', async () => {
    const { invoiceId, session } = await mine.linked()
    const { status, body } = await start(session, { invoice_id: invoiceId, amount: '100.00' })
    expect(status).toBe(200)
    expect(await remaining(invoiceId)).toBe(10_000n)
    expect(await confirm(body.stripe_client_secret)).toMatchObject({ status: 'succeeded' })
    await webhooks().settled()
    await runDue()
    expect(await remaining(invoiceId)).toBe(0n)
  })

  it('replaces the payer’s earlier one, which nobody can confirm any more', async () => {
    const { invoiceId, session } = await mine.linked()
    const [first, second] = [
      await start(session, { invoice_id: invoiceId, amount: '100.00' }),
      await start(session, { invoice_id: invoiceId, amount: '60.00', store_method: true }),
    ]
    expect((await confirm(first.body.stripe_client_secret)).error).toBeDefined()
    expect(await confirm(second.body.stripe_client_secret)).toMatchObject({ status: 'succeeded' })
    await webhooks().settled()
    await runDue()
    expect(await remaining(invoiceId)).toBe(4_000n)
  })

  it('is refused above the balance and on a foreign invoice', async () => {
    const [mineToo, other] = [await mine.linked(), await mine.linked()]
    const over = await start(mineToo.session, { invoice_id: mineToo.invoiceId, amount: '100.01' })
    expect([over.status, Object.keys(over.body)]).toEqual([400, expect.arrayContaining(['amount'])])
    expect((await start(mineToo.session, { invoice_id: other.invoiceId, amount: '1.00' })).status).toBe(404)
  })
})

describe('a bank that asks its customer', () => {
  const challenge = async (outcome: 'complete' | 'fail') => {
    const { invoiceId, session, body } = await pay(CHALLENGED)
    expect(body).toMatchObject({ status: 'input', next: { kind: 'client_secret' } })
    const path = `${invoiceId}/payments/${body.id}/challenge/`
    const step = await mine.payer('GET', path, session)
    const intent = String(step.body.client_secret).split('_secret_')[0]!
    test.stripe.controls.finishChallenge(intent, outcome)
    const answered = await mine.payer('POST', path, session, { answer: 'approve' })
    return { invoiceId, answered, intent }
  }

  it('gets its answer in the browser, and the payment goes on', async () => {
    const { invoiceId, answered } = await challenge('complete')
    expect(answered.body).toMatchObject({ status: 'confirmed' })
    expect(await remaining(invoiceId)).toBe(0n)
  })

  it('ends the payment when the customer does not confirm', async () => {
    const { invoiceId, answered, intent } = await challenge('fail')
    expect(answered).toMatchObject({ status: 402, body: { code: 'payment_failed' } })
    expect(await remaining(invoiceId)).toBe(10_000n)
    expect(await statusAtStripe(intent), 'nobody can confirm it later').toBe('canceled')
  })

  it('shows the secret to nobody else', async () => {
    const { invoiceId, body } = await pay(CHALLENGED)
    const other = await mine.linked()
    const path = `${invoiceId}/payments/${body.id}/challenge/`
    expect((await mine.payer('GET', path, other.session)).status).toBe(404)
  })
})

describe('a lost answer', () => {
  it.each<[string, StripeFault, bigint]>([
    ['of a charge that was made', { kind: 'lose-answer', path: '/v1/payment_intents', times: 2 }, 0n],
    ['that was an error of Stripe', { kind: 'answer', status: 500, path: '/v1/payment_intents' }, 10_000n],
  ])('%s is looked for, and the payment ends as Stripe knows it', async (_, fault, left) => {
    test.stripe.controls.failNext({ method: 'POST', ...fault })
    const { invoiceId, body } = await pay()
    expect(body.status).toBe('waiting')
    for (let minutes = 0; minutes < 40; minutes += 5) {
      test.clock.advance(5 * 60_000)
      await runDue()
    }
    expect(await remaining(invoiceId)).toBe(left)
  })

  it('of a call that was never sent is reported as such, and can be repeated', async () => {
    test.stripe.controls.failNext({ kind: 'answer', status: 429, path: '/v1/payment_intents' })
    const { invoiceId, session, form, status } = await pay()
    expect(status).toBe(503)
    const again = await mine.payer('POST', at(invoiceId), session, form)
    expect(again.body).toMatchObject({ status: 'confirmed' })
  })

  it('of a refund is looked for too', async () => {
    const { body } = await pay()
    test.stripe.controls.failNext({ kind: 'lose-answer', method: 'POST', path: '/v1/refunds', times: 2 })
    const request = { request_id: `back-${requests}`, total: '40.00', total_currency: 'USD', reason: '' }
    await refundPayment(uow(), body.id, request)
    for (let minutes = 0; minutes < 40; minutes += 5) {
      test.clock.advance(5 * 60_000)
      await runDue()
    }
    expect(await mine.run((ctx) => readPayment(ctx, body.id))).toMatchObject({ refunded_amount: '40.00' })
  })
})

describe('events of Stripe', () => {
  it('report a dispute once, in any order and however often', async () => {
    const { invoiceId, body } = await pay()
    Object.assign(webhooks(), { duplicated: true, reordered: true })
    test.stripe.controls.openDispute(await intentOf(body.id))
    await webhooks().settled()
    await runDue()
    Object.assign(webhooks(), { duplicated: false, reordered: false })
    expect(await mine.run((ctx) => readPayment(ctx, body.id))).toMatchObject({
      status: 'rejected',
      failure: 'The cardholder disputed the payment.',
    })
    expect(await remaining(invoiceId)).toBe(10_000n)
  })

  it('are refused when another secret signed them', async () => {
    const path = `/api/webhooks/stripe_connect/${mine.accountId}/`
    const event = {
      id: 'evt_forged',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: {} },
    }
    const reply = await test.server.inject({
      method: 'POST',
      url: path,
      headers: { host: 'localhost', 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
      payload: JSON.stringify(event),
    })
    expect(reply.statusCode).toBe(401)
  })
})

it('agrees with Stripe at the end of the day, and leaves out what the business took without us', async () => {
  await pay()
  test.clock.advance(DAY_MS + HOUR_MS)
  await reconcileProcessors(uow())
  const cases = await mine.run((ctx) => ctx.db.selectFrom('payment_cases').select('kind').execute())
  expect(cases).toEqual([])
})
