import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import type { Funding, PayPalFault } from '../../../simulators/paypal/index.ts'
import { aPayPalCompany, createPayPalTest } from '../../../testing/processors/paypal-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { type Actor, unitOfWork } from '../../platform/context.ts'
import { readReceivables } from '../ledger/index.ts'
import { readPayment } from './actions/read/read-payment.ts'
import { reconcileProcessors } from './actions/reconcile/reconcile-processors.ts'
import { refundPayment } from './actions/refund/refund-payment.ts'
import { runDueSchedules } from './testing.ts'

const test = setUp(createPayPalTest, (made) => made.close())
const mine = setUp(async () => {
  const company = await aPayPalCompany(test, 'paypal-studio')
  const business = test.payPal.controls.addBusiness()
  const { status, body } = await company.connectWithKeys(business)
  if (status !== 200) throw new Error(`Not connected: ${JSON.stringify(body)}`)
  return { ...company, business }
})
afterEach(() => {
  test.payPal.controls.clearFaults()
  test.payPal.controls.setLatency(0)
  expect(test.payPal.controls.violations).toEqual([])
})

const payPal = () => test.payPal.controls
const ORDERS = '/v2/checkout/orders'
let requests = 0
const newRequest = () => `paypal-request-${++requests}`
const uow = (actor: Actor = { kind: 'system', job: 'test' }) =>
  unitOfWork(test.app, { requestId: 'test', ip: null }, actor, mine.accountId)

const order = (
  { invoiceId, session }: { invoiceId: string; session: string },
  amount: string,
  { request_id = newRequest(), ...more }: { request_id?: string; store_method?: boolean } = {},
) => mine.payer('POST', `${invoiceId}/create-paypal-order/`, session, { amount, request_id, ...more })
const capture = (
  { invoiceId, session }: { invoiceId: string; session: string },
  order_id: string,
  { request_id = newRequest(), ...more }: { request_id?: string; store_method?: boolean } = {},
) => mine.payer('POST', `${invoiceId}/capture-paypal-order/`, session, { order_id, request_id, ...more })

/** Orders, approves and captures a payment of a new invoice. */
async function pay({
  total = '100.00',
  funding = 'balance',
  ...more
}: {
  total?: string
  funding?: Funding
  store_method?: boolean
} = {}) {
  const linked = await mine.linked(total)
  const ordered = await order(linked, total, more)
  const orderId = ordered.body.id
  payPal().approve(orderId, funding)
  return { ...linked, orderId, ...(await capture(linked, orderId, more)) }
}

const remaining = async (invoiceId: string): Promise<bigint> =>
  (await mine.run((ctx) => readReceivables(ctx, [invoiceId])))[0]!.remainingMinor
const runDue = () => runDueSchedules({ run: mine.run, uow })
async function waitMinutes(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 5) {
    test.clock.advance(5 * 60_000)
    await runDue()
  }
}
async function learn(): Promise<void> {
  await payPal().webhooks.settled()
  await runDue()
}
const paymentOf = (id: string) => mine.run((ctx) => readPayment(ctx, id))
const capturesMade = () => payPal().calls.get('POST /v2/checkout/orders/:id/capture') ?? 0

describe('paying by PayPal', () => {
  it('is offered with the script that draws its button', async () => {
    const { invoiceId, session } = await mine.linked()
    const { body } = await mine.payer('GET', `${invoiceId}/payment-options/`, session)
    expect(body).toMatchObject([
      {
        type: 'paypal',
        provider: 'paypal',
        client_id: mine.business.app.clientId,
        extra_data: {
          script: expect.stringMatching(/\/sdk\/js\?client-id=.+&currency=USD&intent=capture/),
          sandbox: true,
        },
      },
    ])
  })

  it('takes the money when the approved order is captured, not before', async () => {
    const linked = await mine.linked('80.00')
    const { body } = await order(linked, '50.00')
    const early = await capture(linked, body.id)
    expect([early.status, early.body.detail]).toEqual([409, 'Approve the payment at PayPal first.'])
    payPal().approve(body.id)
    expect(await remaining(linked.invoiceId)).toBe(8_000n)
    const paid = await capture(linked, body.id)
    expect(paid.body).toMatchObject({ status: 'confirmed', total: '50.00', method_display: 'PayPal' })
    expect(await remaining(linked.invoiceId)).toBe(3_000n)
  })

  it('shows staff what PayPal charges the company for it', async () => {
    const { body } = await pay()
    expect(await paymentOf(body.id)).toMatchObject({ status: 'confirmed', processor_fee: '3.98' })
  })

  it('takes it once, however often and at once the same requests come', async () => {
    const linked = await mine.linked()
    payPal().setLatency(20)
    const request_id = newRequest()
    const orders = await Promise.all([1, 2, 3].map(() => order(linked, '100.00', { request_id })))
    const { body } = await order(linked, '100.00', { request_id })
    expect(new Set(orders.flatMap((one) => (one.status === 200 ? [one.body.id] : [body.id])))).toEqual(
      new Set([body.id]),
    )
    payPal().approve(body.id)
    const again = { request_id: newRequest() }
    await Promise.all([1, 2, 3].map(() => capture(linked, body.id, again)))
    await waitMinutes(5)
    expect((await capture(linked, body.id, again)).body).toMatchObject({ status: 'confirmed' })
    const made = await mine.payer('GET', `${linked.invoiceId}/payments/`, linked.session)
    expect(made.body).toHaveLength(1)
    expect(await remaining(linked.invoiceId)).toBe(0n)
  })

  it('explains what to do when PayPal declines, and takes another payment', async () => {
    const declined = await pay({ funding: 'declined' })
    expect([declined.status, declined.body.code, declined.body.detail]).toEqual([
      402,
      'payment_failed',
      'PayPal couldn’t charge the chosen bank or card. Choose another one at PayPal.',
    ])
    const { body } = await order(declined, '100.00')
    payPal().approve(body.id)
    expect((await capture(declined, body.id)).body).toMatchObject({ status: 'confirmed' })
  })

  it('is canceled in a way that PayPal takes no money later', async () => {
    const linked = await mine.linked()
    const { body } = await order(linked, '100.00')
    payPal().approve(body.id)
    const canceled = await mine.payer('POST', `${linked.invoiceId}/cancel-paypal-order/`, linked.session, {
      order_id: body.id,
    })
    expect(canceled.status).toBe(204)
    const before = capturesMade()
    expect((await capture(linked, body.id)).status).toBe(402)
    expect([capturesMade() - before, payPal().order(body.id).intent]).toEqual([0, 'AUTHORIZE'])
    expect(await remaining(linked.invoiceId)).toBe(10_000n)
  })

  it('informs a payer that the company can’t be paid by PayPal', async () => {
    mine.business.receivable = false
    const { status, body } = await order(await mine.linked(), '10.00')
    mine.business.receivable = true
    expect([status, body.detail]).toEqual([
      402,
      'PayPal can’t take this payment for the company. Please pay in another way.',
    ])
  })
})

describe('a payment that PayPal holds', () => {
  it.each<[Funding, 'COMPLETED' | 'DENIED', bigint, string]>([
    ['bank', 'COMPLETED', 0n, 'confirmed'],
    ['review', 'COMPLETED', 0n, 'confirmed'],
    ['bank', 'DENIED', 10_000n, 'rejected'],
  ])('from %s is not paid before it is %s', async (funding, outcome, left, status) => {
    const { invoiceId, orderId, body } = await pay({ funding })
    expect(body.status).toBe('waiting')
    await learn()
    expect(await remaining(invoiceId)).toBe(10_000n)
    payPal().settlePending(orderId, outcome)
    await learn()
    expect(await remaining(invoiceId)).toBe(left)
    expect(await paymentOf(body.id)).toMatchObject({ status })
  })

  it('ends once when its events come late, doubled and in the opposite order', async () => {
    const { webhooks } = payPal()
    webhooks.held = true
    const { invoiceId, orderId, body } = await pay({ funding: 'bank' })
    payPal().settlePending(orderId, 'COMPLETED')
    Object.assign(webhooks, { held: false, duplicated: true, reordered: true })
    await webhooks.deliverAll()
    Object.assign(webhooks, { duplicated: false, reordered: false })
    await learn()
    expect(await remaining(invoiceId)).toBe(0n)
    expect(await paymentOf(body.id)).toMatchObject({ status: 'confirmed' })
  })
})

describe('a lost answer', () => {
  it.each<[string, PayPalFault, bigint]>([
    ['of a capture that was made', { kind: 'lose-answer' }, 0n],
    ['of a capture that never arrived', { kind: 'refuse-connection' }, 10_000n],
    ['that was an error of PayPal', { kind: 'answer', status: 500 }, 10_000n],
  ])('%s is looked for, and the payment ends as PayPal knows it', async (_, fault, left) => {
    payPal().failNext({ method: 'POST', path: /capture$/, ...fault })
    const { invoiceId, body } = await pay()
    expect(body.status).toBe('waiting')
    const made = capturesMade()
    await waitMinutes(40)
    expect(await remaining(invoiceId)).toBe(left)
    expect(capturesMade(), 'nothing is captured again').toBe(made)
  })

  it('of an order leaves nothing that anybody could approve', async () => {
    payPal().failNext({ kind: 'lose-answer', method: 'POST', path: ORDERS })
    const linked = await mine.linked()
    const { status, body } = await order(linked, '100.00')
    expect([status, body.code]).toEqual([409, 'in_progress'])
    await waitMinutes(10)
    const { body: next } = await order(linked, '100.00')
    payPal().approve(next.id)
    expect((await capture(linked, next.id)).body).toMatchObject({ status: 'confirmed' })
  })

  it.each<[string, PayPalFault]>([
    ['too many calls', { kind: 'answer', status: 429, retryAfterSeconds: 7, method: 'POST', path: ORDERS }],
    ['no token', { kind: 'answer', status: 503, path: '/v1/oauth2/token' }],
  ])('with %s is reported as such, and the same request can be repeated', async (_, fault) => {
    payPal().expireTokens()
    test.clock.advance(10 * HOUR_MS)
    payPal().failNext(fault)
    const linked = await mine.linked()
    const request_id = newRequest()
    expect((await order(linked, '100.00', { request_id })).status).toBe(503)
    expect((await order(linked, '100.00', { request_id })).status).toBe(200)
  })

  it('of a refund is looked for too', async () => {
    const { body } = await pay()
    payPal().failNext({ kind: 'lose-answer', method: 'POST', path: /refund$/ })
    const request = { request_id: newRequest(), total: '40.00', total_currency: 'USD', reason: '' }
    await refundPayment(uow(), body.id, request)
    await waitMinutes(40)
    expect(await paymentOf(body.id)).toMatchObject({ refunded_amount: '40.00' })
  })
})

it('renews a token that PayPal does not take any more, once for calls at the same time', async () => {
  payPal().expireTokens()
  const before = payPal().calls.get('POST /v1/oauth2/token') ?? 0
  const linked = await Promise.all([mine.linked(), mine.linked(), mine.linked()])
  const made = await Promise.all(linked.map((one) => order(one, '5.00')))
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((payPal().calls.get('POST /v1/oauth2/token') ?? 0) - before).toBe(1)
})

describe('money that goes back', () => {
  const refund = (id: string, total: string) =>
    refundPayment(uow(), id, { request_id: newRequest(), total, total_currency: 'USD', reason: 'Overpaid' })

  it('is refunded in parts, and no more than was paid', async () => {
    const { orderId, body } = await pay()
    expect(await refund(body.id, '30.00')).toMatchObject({ refunded_amount: '30.00' })
    expect(await refund(body.id, '70.00')).toMatchObject({ refunded_amount: '100.00' })
    await expect(refund(body.id, '0.01')).rejects.toMatchObject({ code: expect.any(String) })
    expect(payPal().order(orderId).purchase_units[0]!.payments!.refunds).toHaveLength(2)
  })

  it('is booked when the business refunds at PayPal itself', async () => {
    const { orderId, body } = await pay()
    payPal().refundAtPayPal(orderId, 2_500n)
    await learn()
    expect(await paymentOf(body.id)).toMatchObject({ status: 'confirmed', refunded_amount: '25.00' })
  })

  it('leaves the invoice open when the payer’s bank takes it back, not while a complaint is open', async () => {
    const { invoiceId, orderId, body } = await pay()
    payPal().openDispute(orderId)
    await learn()
    expect(await remaining(invoiceId)).toBe(0n)
    payPal().reverse(orderId)
    await learn()
    expect(await paymentOf(body.id)).toMatchObject({
      status: 'rejected',
      failure: 'The payment was taken back from PayPal.',
    })
    expect(await remaining(invoiceId)).toBe(10_000n)
  })
})

it('agrees with PayPal at the end of the day', async () => {
  await pay()
  test.clock.advance(DAY_MS + HOUR_MS)
  await reconcileProcessors(uow())
  const cases = await mine.run((ctx) => ctx.db.selectFrom('payment_cases').select('kind').execute())
  expect(cases).toEqual([])
})
