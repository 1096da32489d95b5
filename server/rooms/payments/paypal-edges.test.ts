import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import type { PayPalFault } from '../../../simulators/paypal/index.ts'
import { callApi } from '../../../testing/call-api.ts'
import {
  aPayPalCompany,
  createPayPalTest,
  type PayPalCompany,
} from '../../../testing/processors/paypal-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { asDate } from '../../platform/clock.ts'
import { unitOfWork } from '../../platform/context.ts'
import { createPayLink } from '../invoices/index.ts'
import { readReceivables } from '../ledger/index.ts'
import { readPayment } from './actions/read/read-payment.ts'
import { reconcileProcessors } from './actions/reconcile/reconcile-processors.ts'
import { runDueSchedules } from './testing.ts'

const test = setUp(createPayPalTest, (made) => made.close())
const mine = setUp(() => aPayPalCompany(test, 'paypal-edges'))
const byLink = setUp(() => aPayPalCompany(test, 'paypal-link'))
afterEach(() => {
  test.payPal.controls.clearFaults()
  test.payPal.controls.failVerification(false)
  test.payPal.controls.setReportLag(0)
  test.payPal.controls.webhooks.held = false
  expect(test.payPal.controls.violations).toEqual([])
})

const payPal = () => test.payPal.controls
let requests = 0
const newRequest = () => `edges-request-${++requests}`
const runDue = ({ accountId, run }: PayPalCompany) =>
  runDueSchedules({
    run,
    uow: (actor = { kind: 'system', job: 'test' }) =>
      unitOfWork(test.app, { requestId: 'test', ip: null }, actor, accountId),
  })
const remaining = async ({ run }: PayPalCompany, invoiceId: string): Promise<bigint> =>
  (await run((ctx) => readReceivables(ctx, [invoiceId])))[0]!.remainingMinor
async function wait(company: PayPalCompany, hours: number): Promise<void> {
  for (let passed = 0; passed < hours * 6; passed++) {
    test.clock.advance(10 * 60_000)
    await runDue(company)
  }
}

/** Orders, approves and captures a payment of a new invoice. */
async function pay(company: PayPalCompany, more: { store_method?: boolean } = {}, total = '100.00') {
  const linked = await company.linked(total)
  const at = (step: string) => `${linked.invoiceId}/${step}-paypal-order/`
  const body = { amount: '50.00', request_id: newRequest(), ...more }
  const ordered = await company.payer('POST', at('create'), linked.session, body)
  const orderId = ordered.body.id
  payPal().approve(orderId)
  const captured = await company.payer('POST', at('capture'), linked.session, {
    order_id: orderId,
    request_id: newRequest(),
    ...more,
  })
  return { ...linked, orderId, ...captured }
}

let companies = 0
/** A new company that is not connected. */
const aCompany = () => aPayPalCompany(test, `paypal-edges-${++companies}`)

async function connect(company: PayPalCompany, given = {}) {
  const business = payPal().addBusiness(given)
  const { status, body } = await company.connectWithKeys(business)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return business
}

const connectionMails = ({ run }: PayPalCompany) =>
  run((ctx) =>
    ctx.db.selectFrom('mail_messages').select('subject').where('kind', '=', 'connections.ended').execute(),
  )

it('releases an order that nobody can capture any more, when its payer pays in another way', async () => {
  const company = await aCompany()
  await connect(company)
  const { invoiceId, session } = await company.linked('100.00')
  const path = `${invoiceId}/create-paypal-order/`
  const order = () => company.payer('POST', path, session, { amount: '100.00', request_id: newRequest() })
  expect((await order()).status).toBe(200)
  // Another account of the company was connected meanwhile, and nobody could cancel the order.
  test.clock.advance(1000)
  await company.run((ctx) =>
    ctx.db
      .updateTable('payment_connections')
      .set({ business_since: asDate(ctx.now) })
      .where('account_id', '=', ctx.accountId)
      .execute(),
  )
  const stuck = await company.run((ctx) => readReceivables(ctx, [invoiceId]))
  expect(stuck).toMatchObject([{ reservedMinor: 10_000n }])
  expect((await order()).status).toBe(200)
  const payments = await company.run((ctx) =>
    ctx.db.selectFrom('payments').select('status').orderBy('created_at').execute(),
  )
  expect(payments).toEqual([{ status: 'rejected' }, { status: 'input' }])
})

describe('a connection by keys', () => {
  it('is refused with wrong keys, and made once with right ones', async () => {
    const business = payPal().addBusiness()
    const wrong = { ...business, app: { ...business.app, secret: 'not-the-secret' } }
    const refused = await mine.connectWithKeys(wrong as typeof business)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'PayPal did not accept these keys. Copy them from PayPal again.',
    ])
    for (const _ of [1, 2])
      expect((await mine.connectWithKeys(business)).body).toMatchObject({ status: 'connected', live: false })
    expect(business.webhooks.size, 'an address is entered once').toBe(1)
    expect((await mine.connection('disconnect')).body).toMatchObject({ status: 'disconnected' })
    expect(business.webhooks.size).toBe(0)
  })

  it('ends when the business deletes its keys, and the owners learn it', async () => {
    const company = await aCompany()
    const business = await connect(company)
    payPal().revokeKeys(business.merchantId)
    const { status } = await pay(company).catch(() => ({ status: 503 }))
    expect(status).toBe(503)
    expect(await connectionMails(company)).toEqual([{ subject: 'PayPal is no longer connected' }])
    const { invoiceId, session } = await company.linked()
    const { body } = await company.payer('GET', `${invoiceId}/payment-options/`, session)
    expect(body).not.toContainEqual(expect.objectContaining({ provider: 'paypal' }))
  })
})

describe('a connection by the partner’s link', () => {
  it('takes the business that agreed, whatever the address names', async () => {
    const returned = await byLink.consent()
    const other = payPal().addBusiness()
    const { status, body } = await byLink.finish({ ...returned, merchantIdInPayPal: other.merchantId })
    expect([status, body.business]).toEqual([200, 'Simulated Studio'])
    expect(await byLink.remoteId()).toBe(returned.merchantIdInPayPal)
  })

  it('takes the business of the person who finishes, whosever consent the address names', async () => {
    const company = await aCompany()
    const [own, others] = [await company.consent(), await byLink.consent()]
    const answer = { state: own.merchantId, extra_data: { ...others } }
    expect((await company.connection('finish', answer)).status).toBe(200)
    expect(await company.remoteId()).toBe(own.merchantIdInPayPal)
  })

  it('can’t be finished by somebody else, and says what is missing at PayPal', async () => {
    const returned = await byLink.consent()
    const refused = await mine.finish(returned)
    expect([refused.status, refused.body.code]).toEqual([400, 'authorization_expired'])
    payPal().businessOf(returned.merchantIdInPayPal!).emailConfirmed = false
    const unready = await byLink.finish(returned)
    expect([unready.status, unready.body.detail]).toEqual([
      409,
      'Confirm your email address at PayPal first, then connect again.',
    ])
  })

  it('pays the business, gets its webhooks at one address, and ends when it withdraws its consent', async () => {
    const company = await aCompany()
    const returned = await company.consent()
    await company.finish(returned)
    const merchant = returned.merchantIdInPayPal!
    const { invoiceId, orderId, body } = await pay(company)
    expect(body).toMatchObject({ status: 'confirmed' })
    expect(payPal().order(orderId).purchase_units[0]!.payee.merchant_id).toBe(merchant)
    payPal().reverse(orderId)
    await payPal().webhooks.settled()
    await runDue(company)
    expect(await remaining(company, invoiceId)).toBe(5_000n + 5_000n)
    payPal().revokeConsent(merchant)
    expect((await pay(company).catch(() => ({ status: 503 }))).status).toBe(503)
    expect(await connectionMails(company)).toHaveLength(1)
  })
})

it('releases an order that PayPal deleted without a webhook', async () => {
  const company = await aCompany()
  await connect(company)
  const { invoiceId, session } = await company.linked()
  const body = { amount: '100.00', request_id: newRequest() }
  const { body: order } = await company.payer('POST', `${invoiceId}/create-paypal-order/`, session, body)
  test.clock.advance(4 * HOUR_MS)
  await runDue(company)
  const made = await company.run((ctx) =>
    ctx.db.selectFrom('payments').select(['status', 'provider_ref']).execute(),
  )
  expect(made).toEqual([{ status: 'rejected', provider_ref: order.id }])
})

const AT_ORDERS = { method: 'POST', path: '/v2/checkout/orders/' } as const
const REFUSED: PayPalFault = { kind: 'answer', status: 429, retryAfterSeconds: 7, ...AT_ORDERS }

it.each<[string, PayPalFault]>([
  ['refused', REFUSED],
  ['lost before it arrived', { kind: 'refuse-connection', ...AT_ORDERS }],
])('releases an order whose capture was %s once PayPal deleted it, and opens no case', async (_, fault) => {
  const { company, invoiceId } = await anUncapturedOrder(fault)
  test.clock.advance(4 * HOUR_MS)
  await runDue(company)
  const [held] = await company.run((ctx) => readReceivables(ctx, [invoiceId]))
  expect(held!.reservedMinor).toBe(0n)
  expect(await company.run((ctx) => ctx.db.selectFrom('payment_cases').selectAll().execute())).toEqual([])
})

it('lets the customer pay again after PayPal deleted the order, though no worker ran', async () => {
  const { company, invoiceId } = await anUncapturedOrder(REFUSED)
  test.clock.advance(4 * HOUR_MS)
  const { url } = await company.run((ctx) => createPayLink(ctx, invoiceId))
  const link = { token: new URL(url).searchParams.get('token') }
  const { host } = company
  const { body } = await callApi(test.server, { method: 'POST', path: '/api/pay-link/', host, body: link })
  const again = { amount: '100.00', request_id: newRequest() }
  const made = await company.payer('POST', `${invoiceId}/create-paypal-order/`, String(body.token), again)
  expect(made.status).toBe(200)
})

/** An order whose capture the fault prevented. */
async function anUncapturedOrder(fault: PayPalFault) {
  const company = await aCompany()
  await connect(company)
  const linked = await company.linked('100.00')
  const at = (step: string) => `${linked.invoiceId}/${step}-paypal-order/`
  const asked = { amount: '100.00', request_id: newRequest() }
  const { body } = await company.payer('POST', at('create'), linked.session, asked)
  payPal().approve(body.id)
  payPal().failNext(fault)
  await company.payer('POST', at('capture'), linked.session, { order_id: body.id, request_id: newRequest() })
  expect(payPal().order(body.id).status).toBe('APPROVED')
  return { company, ...linked }
}

describe('a webhook', () => {
  it('counts only as PayPal signed it, for this address', async () => {
    const company = await aCompany()
    const business = await connect(company)
    await pay(company)
    await payPal().webhooks.settled()
    const send = (forgery: Parameters<ReturnType<typeof payPal>['resend']>[1]) =>
      payPal().resend(business.merchantId, forgery)
    expect(await send({})).toBe(200)
    expect(await send({ change: (body) => body.replace('"COMPLETED"', '"DECLINED"') })).toBe(401)
    expect(await send({ webhookId: 'WEBHOOKOFSOMEBODY' })).toBe(401)
    expect(await send({ ageSeconds: 5 * 86_400 })).toBe(401)
    const asked = payPal().calls.get('POST /v1/notifications/verify-webhook-signature') ?? 0
    for (const certificateUrl of [
      'https://api.paypal.example/v1/notifications/certs/CERT-1',
      `${test.payPal.origin}/v1/notifications/certs/../../../sdk/js`,
      `${test.payPal.origin}@example.com/v1/notifications/certs/CERT-1`,
      `${test.payPal.origin}/v1/notifications/certs/CERT-1#another`,
    ])
      expect(await send({ certificateUrl })).toBe(401)
    expect(payPal().calls.get('POST /v1/notifications/verify-webhook-signature') ?? 0).toBe(asked)
  })

  it('is verified by PayPal where its certificate can’t be had', async () => {
    const company = await aCompany()
    const business = await connect(company)
    await pay(company)
    await payPal().webhooks.settled()
    const send = () =>
      payPal().resend(business.merchantId, {
        certificateUrl: `${test.payPal.origin}/v1/notifications/certs/CERT-gone`,
      })
    expect(await send()).toBe(200)
    payPal().failVerification(true)
    expect(await send()).toBe(401)
    payPal().failNext({ kind: 'answer', status: 503, path: '/v1/notifications/verify-webhook-signature' })
    expect(await send(), 'PayPal has to send it again').toBe(503)
  })

  it('makes few calls for forgeries with certificates that were never seen', async () => {
    const company = await aCompany()
    const business = await connect(company)
    await pay(company)
    await payPal().webhooks.settled()
    payPal().failVerification(true)
    const asked = () => payPal().calls.get('POST /v1/notifications/verify-webhook-signature') ?? 0
    const before = asked()
    for (let sent = 0; sent < 70; sent++)
      await payPal().resend(business.merchantId, {
        certificateUrl: `${test.payPal.origin}/v1/notifications/certs/CERT-forged-${sent}`,
      })
    expect(asked() - before).toBeLessThanOrEqual(60)
    expect(await payPal().resend(business.merchantId, {}), 'a known one counts').toBe(200)
    payPal().failVerification(false)
    test.clock.advance(61_000)
  })
})

describe('a stored account', () => {
  async function stored(company: PayPalCompany) {
    const business = await connect(company)
    const first = await pay(company, { store_method: true }, '90.00')
    expect(first.body).toMatchObject({ status: 'confirmed' })
    const session = await company.portalSession(first)
    const { body } = await company.payer('GET', `${first.invoiceId}/payment-options/`, session)
    const [option] = body as unknown as { url: string; display?: string }[]
    const path = new URL(option!.url, 'http://x').pathname.replace('/api/invoices/', '')
    const charge = (amount: string) =>
      company.payer('POST', path, session, { amount, request_id: newRequest() })
    return { ...first, business, option, charge }
  }

  it('pays later without a window, until it is removed at PayPal', async () => {
    const { business, option, charge } = await stored(await aCompany())
    expect(option!.display).toBe('PayPal')
    expect((await charge('10.00')).body).toMatchObject({ status: 'confirmed' })
    payPal().fundTokens(business.merchantId, 'declined')
    expect((await charge('10.00')).status).toBe(402)
    business.tokens.clear()
    const { status, body } = await charge('10.00')
    expect([status, body.detail]).toEqual([
      402,
      'This PayPal account is no longer saved. Please pay with PayPal again.',
    ])
  })

  it('is not offered where PayPal doesn’t allow it, or a lost charge could not be found', async () => {
    for (const given of [{ vault: false }, { reporting: false }]) {
      const company = await aCompany()
      await connect(company, given)
      const { invoiceId, session } = await company.linked()
      const { body } = await company.payer('GET', `${invoiceId}/payment-options/`, session)
      const [option] = body as unknown as { fields: { name: string }[] }[]
      expect(option!.fields.map(({ name }) => name)).not.toContain('store_method')
      const path = `/api/accounts/${company.accountId}/payment-connections/`
      const shown = await callApi(test.server, { method: 'GET', path, token: company.token })
      expect(JSON.stringify(shown.body)).toContain('Customers can’t store a payment method')
    }
  })

  it.each([
    ['was charged', { kind: 'lose-answer' }, 3_000n, 'confirmed'],
    ['was never asked', { kind: 'refuse-connection' }, 4_000n, 'rejected'],
  ] as const)(
    'that %s when the answer got lost is found so, and charged no more',
    async (_, fault, left, status) => {
      const company = await aCompany()
      const { invoiceId, charge } = await stored(company)
      payPal().setReportLag(3 * HOUR_MS)
      payPal().webhooks.held = true
      payPal().failNext({ ...fault, method: 'POST', path: '/v2/checkout/orders' })
      const { body } = await charge('10.00')
      expect(body.status).toBe('waiting')
      await wait(company, 1)
      expect(await company.run((ctx) => readPayment(ctx, body.id))).toMatchObject({ status: 'waiting' })
      const orders = payPal().calls.get('POST /v2/checkout/orders')
      await wait(company, 5)
      expect(await company.run((ctx) => readPayment(ctx, body.id))).toMatchObject({ status })
      expect(await remaining(company, invoiceId)).toBe(left)
      expect(payPal().calls.get('POST /v2/checkout/orders')).toBe(orders)
    },
  )
})

it('leaves out what the business refunds of payments that it took without us', async () => {
  const [ours, other] = [await aCompany(), await aCompany()]
  const business = await connect(ours)
  await other.connectWithKeys(business)
  const { orderId, status } = await pay(other)
  expect(status).toBe(200)
  payPal().refundAtPayPal(orderId, 2_000n)
  test.clock.advance(DAY_MS + HOUR_MS)
  await reconcileProcessors(
    unitOfWork(test.app, { requestId: 'test', ip: null }, { kind: 'system', job: 'test' }, ours.accountId),
  )
  const days = await ours.run((ctx) =>
    ctx.db.selectFrom('payment_reconciliations').select(['provider', 'failure', 'differing']).execute(),
  )
  expect(days).toContainEqual({ provider: 'paypal', failure: null, differing: 0 })
})

it('refunds at another PayPal account what was asked for before it was connected, and taken since', async () => {
  const company = await aCompany()
  await connect(company)
  const { invoiceId, session } = await company.linked('50.00')
  const body = { amount: '50.00', request_id: newRequest() }
  const order = () => company.payer('POST', `${invoiceId}/create-paypal-order/`, session, body)
  payPal().failNext({ kind: 'answer', status: 429, path: '/v2/checkout/orders' })
  expect((await order()).status).toBe(503)
  test.clock.advance(1000)
  const { app } = payPal().addBusiness()
  const values = { world: 'sandbox', client_id: app.clientId, secret: app.secret }
  expect((await company.connection('keys', { values, other_account: true })).status).toBe(200)
  const { id: order_id } = (await order()).body
  payPal().approve(order_id)
  const capture = { order_id, request_id: newRequest() }
  const captured = await company.payer('POST', `${invoiceId}/capture-paypal-order/`, session, capture)
  const back = { request_id: newRequest(), total: '50.00', total_currency: 'USD' }
  const refunded = await company.staff('POST', `${captured.body.id}/refund/`, back)
  expect(refunded.body).toMatchObject({ refunded_amount: '50.00' })
})
