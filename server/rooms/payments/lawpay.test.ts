import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/dates/durations.ts'
import type { StripeFault } from '../../../simulators/stripe/wire/faults.ts'
import { aLawPayCompany, createLawPayTest } from '../../../testing/processors/lawpay-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { unitOfWork } from '../../platform/context.ts'
import { readConnection } from '../connections/index.ts'
import { readReceivables } from '../ledger/index.ts'
import { readPayment } from './actions/read/read-payment.ts'
import { reconcileProcessors } from './actions/reconcile/reconcile-processors.ts'
import { refundPayment } from './actions/refund/refund-payment.ts'
import { runDueSchedules } from './testing.ts'

const GOOD = '4242424242424242'
const BANK = { type: 'bank', routing_number: '000000013', name: 'Lane Client', account_type: 'CHECKING' }

const test = setUp(createLawPayTest, (made) => made.close())
const mine = setUp(async () => {
  const company = await aLawPayCompany(test, 'law-firm')
  return { ...company, firm: await company.connect() }
})
afterEach(() => {
  test.lawPay.controls.clearFaults()
  expect(test.lawPay.controls.violations).toEqual([])
})

let requests = 0
const uow = () =>
  unitOfWork(test.app, { requestId: 'test', ip: null }, { kind: 'system', job: 'test' }, mine.accountId)
const at = (invoiceId: string, kind = 'card') => `${invoiceId}/payment-options/lawpay-${kind}/`
const cardForm = async (number = GOOD, amount = '100.00', more = {}) => ({
  amount,
  charge_token: await mine.fieldToken({
    type: 'card',
    number,
    cvv: '123',
    exp_month: 12,
    exp_year: 2030,
    name: 'Lane Client',
    postal_code: '10001',
  }),
  request_id: `lawpay-request-${++requests}`,
  ...more,
})

async function pay(number = GOOD, more: { amount?: string; store_method?: boolean } = {}) {
  const linked = await mine.linked()
  const form = await cardForm(number, more.amount, more)
  return { ...linked, form, ...(await mine.payer('POST', at(linked.invoiceId), linked.session, form)) }
}

async function payByBank(number: string) {
  const linked = await mine.linked()
  const form = {
    amount: '100.00',
    charge_token: await mine.fieldToken({ ...BANK, number }),
    request_id: `lawpay-request-${++requests}`,
  }
  return { ...linked, ...(await mine.payer('POST', at(linked.invoiceId, 'e-check'), linked.session, form)) }
}

const remaining = async (invoiceId: string): Promise<bigint> =>
  (await mine.run((ctx) => readReceivables(ctx, [invoiceId])))[0]!.remainingMinor
const detailOf = (id: string) => mine.run((ctx) => readPayment(ctx, id))
const runDue = () => runDueSchedules({ run: mine.run, uow })
async function passMinutes(count: number) {
  for (let minutes = 0; minutes < count; minutes += 5) {
    test.clock.advance(5 * MINUTE_MS)
    await runDue()
  }
}

describe('paying a law firm by LawPay', () => {
  it('offers cards and e-checks of the operating accounts, with the key and the script of their fields', async () => {
    const { invoiceId, session } = await mine.linked()
    const { body } = await mine.payer('GET', `${invoiceId}/payment-options/`, session)
    const extra_data = {
      publishable_key: expect.stringMatching(/^m_pub_/),
      script: `${test.lawPay.origin}/hostedfields/1.5.3/fieldGen_1.5.3.js`,
      sandbox: true,
    }
    expect(body).toMatchObject([
      { type: 'credit_card', provider: 'lawpay', extra_data },
      { type: 'e_check', provider: 'lawpay', extra_data },
    ])
  })

  it('charges a card once, however often the same request comes, and never the trust account', async () => {
    const { invoiceId, session } = await mine.linked()
    const form = await cardForm()
    await Promise.all([1, 2, 3].map(() => mine.payer('POST', at(invoiceId), session, form)))
    const paid = await mine.payer('POST', at(invoiceId), session, form)
    expect(paid.body).toMatchObject({ status: 'confirmed', method_display: 'Visa •••• 4242' })
    expect((await mine.payer('GET', `${invoiceId}/payments/`, session)).body).toHaveLength(1)
    expect(await remaining(invoiceId)).toBe(0n)
    const connection = (await mine.run((ctx) => readConnection(ctx, 'lawpay')))!
    const accounts = JSON.parse(connection.credentials!.keys!.accounts!) as { id: string; trust: boolean }[]
    const ref = (await detailOf(paid.body.id)).gateway_id!
    const charge = await fetch(`${test.lawPay.origin}/v1/charges/${ref}`, { headers: await firmHeaders() })
    const { account_id } = (await charge.json()) as { account_id: string }
    expect(accounts.find(({ id }) => id === account_id)).toMatchObject({ trust: false })
  })

  it.each([
    ['4000000000000002', 'The card was declined.'],
    ['4000000000009995', 'The card has insufficient funds.'],
    ['4000000000000069', 'The card has expired.'],
    ['4000000000000127', 'The security code is not correct. Check it and try again.'],
  ])('tells why card %s was declined, and takes another one', async (number, text) => {
    const { invoiceId, session, status, body } = await pay(number)
    expect([status, body.detail]).toEqual([402, text])
    const again = await mine.payer('POST', at(invoiceId), session, await cardForm())
    expect(again.body).toMatchObject({ status: 'confirmed' })
  })

  it('refuses a token that nobody made', async () => {
    const { invoiceId, session } = await mine.linked()
    const form = { ...(await cardForm()), charge_token: 'token_000000000000000000000000' }
    expect((await mine.payer('POST', at(invoiceId), session, form)).status).toBe(402)
    expect(await remaining(invoiceId)).toBe(10_000n)
  })

  it('stores a card that later pays without its fields', async () => {
    const first = await pay(GOOD, { amount: '50.00', store_method: true })
    const session = await mine.portalSession(first)
    const { body } = await mine.payer('GET', `${first.invoiceId}/payment-options/`, session)
    const [stored] = body as unknown as { url: string; display: string }[]
    expect(stored!.display).toBe('Visa •••• 4242')
    const path = new URL(stored!.url, 'http://x').pathname.replace('/api/invoices/', '')
    const form = { amount: '10.00', request_id: `lawpay-request-${++requests}` }
    expect((await mine.payer('POST', path, session, form)).body).toMatchObject({ status: 'confirmed' })
  })
})

describe('an e-check at LawPay', () => {
  it('waits until the bank has paid, which an event tells', async () => {
    const { invoiceId, body } = await payByBank('000123456789')
    expect(body).toMatchObject({ status: 'waiting', method_display: expect.stringContaining('6789') })
    expect(await remaining(invoiceId)).toBe(10_000n)
    test.clock.advance(3 * DAY_MS)
    test.lawPay.controls.settleDue()
    await test.lawPay.controls.events.idle()
    await runDue()
    expect(await detailOf(body.id)).toMatchObject({ status: 'confirmed' })
    expect(await remaining(invoiceId)).toBe(0n)
  })

  it('that the bank does not pay leaves the invoice open', async () => {
    const { invoiceId, body } = await payByBank('000111111113')
    test.clock.advance(3 * DAY_MS)
    test.lawPay.controls.settleDue()
    await test.lawPay.controls.events.idle()
    await runDue()
    expect(await detailOf(body.id)).toMatchObject({
      status: 'rejected',
      failure: 'The bank account is closed.',
    })
    expect(await remaining(invoiceId)).toBe(10_000n)
  })
})

describe('a lost answer of LawPay', () => {
  it.each<[string, StripeFault, bigint]>([
    ['of a charge that was made', { kind: 'lose-answer', path: '/v1/charges' }, 0n],
    ['that was an error', { kind: 'answer', status: 500, path: '/v1/charges' }, 10_000n],
  ])('%s is looked for by our id', async (_, fault, left) => {
    test.lawPay.controls.failNext({ method: 'POST', ...fault })
    const { invoiceId, body } = await pay()
    expect(body.status).toBe('waiting')
    await passMinutes(40)
    expect(await remaining(invoiceId)).toBe(left)
  })

  it('of a call that was never sent is reported as such, and can be repeated', async () => {
    test.lawPay.controls.failNext({ kind: 'answer', status: 429, method: 'POST', path: '/v1/charges' })
    const { invoiceId, session, form, status } = await pay()
    expect(status).toBe(503)
    const again = await mine.payer('POST', at(invoiceId), session, form)
    expect(again.body).toMatchObject({ status: 'confirmed' })
  })

  it('of a refund is looked for too, and nothing is refunded twice', async () => {
    const { body } = await pay()
    test.lawPay.controls.failNext({ kind: 'lose-answer', method: 'POST', path: /refund$/ })
    const request = { request_id: `back-${requests}`, total: '40.00', total_currency: 'USD', reason: '' }
    await refundPayment(uow(), body.id, request)
    await passMinutes(40)
    expect(await detailOf(body.id)).toMatchObject({ refunded_amount: '40.00', status: 'confirmed' })
  })
})

describe('events of LawPay', () => {
  const post = async (body: object, account = mine.accountId) =>
    (
      await test.server.inject({
        method: 'POST',
        url: `/api/webhooks/lawpay/${account}/`,
        headers: { host: 'localhost', 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
    ).statusCode

  it('are taken in any order and however often', async () => {
    const { events } = test.lawPay.controls
    events.held = true
    const { body } = await pay()
    events.release()
    await events.idle()
    const [event] = test.lawPay.controls.eventsOf((await detailOf(body.id)).gateway_id!)
    expect([await events.resend(event!), await events.resend(event!)]).toEqual([200, 200])
    await runDue()
    expect(await detailOf(body.id)).toMatchObject({ status: 'confirmed' })
  })

  it('are refused when LawPay does not know them, or they are another firm’s', async () => {
    expect(await post({ id: 'evt_000000000000000000000000', type: 'transaction.completed' })).toBe(401)
    for (const wrong of [{}, { id: '../merchant' }, { id: 7 }]) expect(await post(wrong)).toBe(401)
    const rival = await aLawPayCompany(test, 'other-firm')
    await rival.connect()
    const [event] = test.lawPay.controls.eventsOf((await detailOf((await pay()).body.id)).gateway_id!)
    const reply = await test.server.inject({
      method: 'POST',
      url: `/api/webhooks/lawpay/${rival.accountId}/`,
      headers: { host: 'localhost', 'content-type': 'application/json' },
      payload: JSON.stringify({ id: event }),
    })
    expect(reply.statusCode).toBe(401)
  })

  it('are limited per minute, since each is a call with the firm’s key', async () => {
    const flooded = await aLawPayCompany(test, 'flooded-firm')
    await flooded.connect()
    const send = () => post({}, flooded.accountId)
    for (let sent = 0; sent < 300; sent++) expect(await send()).toBe(401)
    expect(await send()).toBe(429)
  })
})

it('agrees with LawPay at the end of the day, and leaves out what the firm took without us', async () => {
  await pay()
  test.clock.advance(DAY_MS + HOUR_MS)
  await reconcileProcessors(uow())
  const cases = await mine.run((ctx) => ctx.db.selectFrom('payment_cases').select('kind').execute())
  expect(cases).toEqual([])
})

it('connects by consent, refuses a used state, and ends at LawPay too', async () => {
  const company = await aLawPayCompany(test, 'connects-lawpay')
  const answer = await company.consent()
  expect((await company.connection('finish', answer)).body).toMatchObject({
    status: 'connected',
    business: 'Lane & Partners',
    live: false,
  })
  expect((await company.connection('finish', answer)).body.code).toBe('authorization_expired')
  const connection = (await company.run((ctx) => readConnection(ctx, 'lawpay')))!
  expect((await company.connection('disconnect')).body).toMatchObject({ status: 'disconnected' })
  expect(await test.app.processors.get('lawpay')!.health(connection)).toMatchObject({
    ok: false,
    error: { kind: 'not_connected' },
  })
})

async function firmHeaders(): Promise<Record<string, string>> {
  const connection = (await mine.run((ctx) => readConnection(ctx, 'lawpay')))!
  const [first] = JSON.parse(connection.credentials!.keys!.accounts!) as { secretKey: string }[]
  return { authorization: `Basic ${Buffer.from(`${first!.secretKey}:`).toString('base64')}` }
}
