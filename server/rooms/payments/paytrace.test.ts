import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/dates/durations.ts'
import { findInDatabase } from '../../../proof/security/secret-leak/find-in-database.ts'
import type { PayTraceFault } from '../../../simulators/paytrace/index.ts'
import { callApi } from '../../../testing/call-api.ts'
import { aPayTraceCompany, createPayTraceTest } from '../../../testing/processors/paytrace-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { type Actor, unitOfWork } from '../../platform/context.ts'
import { readReceivables } from '../ledger/index.ts'
import { readPayment } from './actions/read/read-payment.ts'
import { reconcileProcessors } from './actions/reconcile/reconcile-processors.ts'
import { refundPayment } from './actions/refund/refund-payment.ts'
import { methodsOfCustomer } from './store/methods.ts'
import { anOpenInvoice, runDueSchedules } from './testing.ts'

const GOOD = '4242424242424242'
const SALE = '/v1/transactions/sale/keyed'

const test = setUp(createPayTraceTest, (made) => made.close())
const mine = setUp(async () => {
  const company = await aPayTraceCompany(test, 'trace-studio')
  await company.connect()
  return company
})
afterEach(() => {
  test.payTrace.controls.clearFaults()
  expect(test.payTrace.controls.violations).toEqual([])
})

const uow = (actor: Actor = { kind: 'system', job: 'test' }) =>
  unitOfWork(test.app, { requestId: 'test', ip: null }, actor, mine.accountId)
const cardPath = (invoiceId: string) => `${invoiceId}/payment-options/paytrace-card/`
const checkPath = (invoiceId: string) => `${invoiceId}/payment-options/paytrace-e-check/`

/** Pays a new invoice of 100.00, or a part of it. */
async function pay(number = GOOD, amount = '100.00', more = {}) {
  const linked = await mine.linked('100.00')
  const form = mine.cardForm(number, amount, more)
  return { ...linked, form, ...(await mine.payer('POST', cardPath(linked.invoiceId), linked.session, form)) }
}

let checks = 0
async function payByCheck(accountNumber: string, more = {}) {
  const linked = await mine.linked('100.00')
  const form = {
    amount: '100.00',
    account_holder: 'Pat Payer',
    routing_number: '110000000',
    account_number: accountNumber,
    request_id: `check-request-${++checks}`,
    ...more,
  }
  return { ...linked, ...(await mine.payer('POST', checkPath(linked.invoiceId), linked.session, form)) }
}

const remaining = async (invoiceId: string): Promise<bigint> =>
  (await mine.run((ctx) => readReceivables(ctx, [invoiceId])))[0]!.remainingMinor
const detailOf = (paymentId: string) => mine.run((ctx) => readPayment(ctx, paymentId))
const runDue = () => runDueSchedules({ run: mine.run, uow })
async function passMinutes(minutes: number) {
  for (let passed = 0; passed < minutes; passed += 5) {
    test.clock.advance(5 * MINUTE_MS)
    await runDue()
  }
}
async function passDays(days: number) {
  for (let passed = 0; passed < days; passed++) {
    test.clock.advance(DAY_MS)
    await runDue()
  }
}
const refund = (paymentId: string, total: string) =>
  refundPayment(uow(), paymentId, {
    request_id: `back-request-${++checks}`,
    total,
    total_currency: 'USD',
    reason: '',
  })
const salesMade = () => test.payTrace.controls.approvedSales().length

it('is shown with what the account can pay by, and with what PayTrace doesn’t do', async () => {
  const path = `/api/accounts/${mine.accountId}/payment-connections/`
  expect((await callApi(test.server, { method: 'GET', path, token: mine.token })).body).toContainEqual(
    expect.objectContaining({
      provider: 'paytrace',
      types: ['credit_card', 'e_check'],
      limits: [
        'Takes payments in USD only.',
        'Customers can store a payment method only while they pay.',
        'Reports no changes, so we ask for them. Some show a day later.',
        'Reports no disputes to us. Look for them there.',
        'Reports no payouts to us. Mark payments as reconciled yourself.',
      ],
    }),
  )
})

describe('paying by card at PayTrace', () => {
  it('asks for our own fields, with those that only the browser fills in', async () => {
    const { invoiceId, session } = await mine.linked()
    const { body } = await mine.payer('GET', `${invoiceId}/payment-options/`, session)
    expect(body).toMatchObject([
      { type: 'credit_card', provider: 'paytrace', extra_data: { sandbox: true } },
      { type: 'e_check', provider: 'paytrace' },
    ])
    const { fields } = (body as unknown as { fields: { name: string }[] }[])[0]!
    expect(fields.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['number', 'cvc', 'last_four_digits', 'card_provider']),
    )
  })

  it('charges once, however often the same request comes', async () => {
    const before = salesMade()
    const { invoiceId, session } = await mine.linked()
    const form = mine.cardForm(GOOD, '100.00')
    await Promise.all([1, 2, 3].map(() => mine.payer('POST', cardPath(invoiceId), session, form)))
    const paid = await mine.payer('POST', cardPath(invoiceId), session, form)
    expect(paid.body).toMatchObject({ status: 'confirmed', method_display: 'Visa •••• 4242' })
    expect(salesMade() - before).toBe(1)
  })

  it('takes a part, and the rest later', async () => {
    const { invoiceId, session, body } = await pay(GOOD, '40.00')
    expect(body).toMatchObject({ status: 'confirmed' })
    expect(await remaining(invoiceId)).toBe(6_000n)
    await mine.payer('POST', cardPath(invoiceId), session, mine.cardForm(GOOD, '60.00'))
    expect(await remaining(invoiceId)).toBe(0n)
  })

  it.each([
    ['4000000000000002', 'The card was declined.'],
    ['4000000000009995', 'The card has insufficient funds.'],
    ['4000000000000069', 'The card has expired.'],
    ['4000000000000127', 'The security code is not correct. Check it and try again.'],
  ])('reports why %s was declined', async (number, text) => {
    const { invoiceId, status, body } = await pay(number)
    expect([status, body.code, body.detail]).toEqual([402, 'payment_failed', text])
    expect(await remaining(invoiceId)).toBe(10_000n)
  })

  it('reads the key from a static JSON, only as a payer', async () => {
    const { session } = await mine.linked()
    const path = '/api/card-encryption-key/'
    const { status, body } = await callApi(test.server, {
      method: 'GET',
      path,
      host: mine.host,
      token: session,
    })
    expect([status, body]).toEqual([200, { data: test.payTrace.publicKey, hash: 'SHA-1' }])
    expect((await callApi(test.server, { method: 'GET', path, host: mine.host })).status).toBe(401)
  })

  it('refuses a number that is not encrypted, without keeping it or sending it on', async () => {
    const { status, body } = await pay(GOOD, '100.00', { number: GOOD })
    expect([status, body.number]).toEqual([400, ['The card number has to be encrypted in the browser.']])
    const sent = test.payTrace.controls.exchanges.map((one) => one.body).join()
    expect(sent).not.toContain(GOOD)
    const client = new pg.Client(test.ownerConfig)
    await client.connect()
    expect(await findInDatabase(client, [{ value: GOOD, mailed: false }])).toEqual([])
    await client.end()
  })

  it('shows beside the field what PayTrace finds wrong in an encrypted number', async () => {
    const { status, body } = await pay('4242424242424241')
    expect([status, body.number]).toEqual([400, ['This card number is not valid.']])
  })

  it('stores a card that later pays without its number, until it is removed', async () => {
    const first = await pay(GOOD, '50.00', { store_method: true })
    expect(first.body).toMatchObject({ status: 'confirmed' })
    const session = await mine.portalSession(first)
    const { body } = await mine.payer('GET', `${first.invoiceId}/payment-options/`, session)
    expect(body).toMatchObject([{ display: 'Visa •••• 4242' }, {}, {}])
    const path = new URL((body as unknown as { url: string }[])[0]!.url, 'http://x').pathname
    const again = await mine.payer('POST', path.replace('/api/invoices/', ''), session, {
      amount: '50.00',
      request_id: `stored-request-${++checks}`,
    })
    expect(again.body).toMatchObject({ status: 'confirmed' })
    expect(test.payTrace.controls.profiles()).toHaveLength(1)
  })

  it('stores a card that pays no invoice in another currency, as PayTrace would take dollars', async () => {
    const first = await pay(GOOD, '50.00', { store_method: true })
    const { customer } = first
    const { invoiceId } = await mine.run(async (ctx) => {
      await ctx.db.updateTable('customers').set({ currency: 'EUR' }).where('id', '=', customer.id).execute()
      return anOpenInvoice(ctx, '100.00', { ...customer, currency: 'EUR' })
    })
    const [before, session] = [salesMade(), await mine.portalSession(first)]
    const [method] = await mine.run((ctx) => methodsOfCustomer(ctx, customer.id))
    expect((await mine.payer('GET', `${invoiceId}/payment-options/`, session)).body).toEqual([])
    const refused = await mine.payer('POST', `${invoiceId}/payment-options/stored-${method!.id}/`, session, {
      amount: '100.00',
      request_id: `stored-request-${++checks}`,
    })
    expect([refused.status, salesMade()]).toEqual([404, before])
  })

  it('keeps no profile of a card that was declined', async () => {
    const before = test.payTrace.controls.profiles().length
    await pay('4000000000000002', '100.00', { store_method: true })
    expect(test.payTrace.controls.profiles()).toHaveLength(before)
  })
})

describe('a session at PayTrace', () => {
  it('that has expired is renewed once, and the payment goes on', async () => {
    test.payTrace.controls.expireSessions()
    const before = test.payTrace.controls.countCalls('/oauth/token')
    const results = await Promise.all([pay(), pay()])
    expect(results.map(({ body }) => body.status)).toEqual(['confirmed', 'confirmed'])
    expect(test.payTrace.controls.countCalls('/oauth/token') - before).toBe(1)
  })
})

describe('a lost answer', () => {
  it.each<[string, PayTraceFault, bigint, number]>([
    ['of a charge that was made', { kind: 'lose-answer', path: SALE }, 0n, 1],
    ['that was an error of PayTrace', { kind: 'answer', status: 500, path: SALE }, 10_000n, 0],
  ])('%s is looked for by our id, and nothing is charged twice', async (_, fault, left, made) => {
    const before = salesMade()
    test.payTrace.controls.failNext(fault)
    const { invoiceId, session, form, body } = await pay()
    expect(body.status).toBe('waiting')
    const again = await mine.payer('POST', cardPath(invoiceId), session, form)
    expect(again.body).toMatchObject({ status: 'waiting' })
    await passMinutes(40)
    expect(await remaining(invoiceId)).toBe(left)
    expect(salesMade() - before).toBe(made)
  })

  it('of a call that was never sent is reported as such, and can be repeated', async () => {
    test.payTrace.controls.failNext({ kind: 'answer', status: 429, retryAfterSeconds: 2, path: SALE })
    const { invoiceId, session, form, status } = await pay()
    expect(status).toBe(503)
    const again = await mine.payer('POST', cardPath(invoiceId), session, form)
    expect(again.body).toMatchObject({ status: 'confirmed' })
  })

  it('of a refund is looked for too', async () => {
    const { body } = await pay()
    await passDays(2)
    const path = '/v1/transactions/refund/for_transaction'
    test.payTrace.controls.failNext({ kind: 'lose-answer', path })
    await refund(body.id, '40.00')
    await passMinutes(40)
    expect(await detailOf(body.id)).toMatchObject({ refunded_amount: '40.00' })
    expect(
      test.payTrace.controls.exchanges.filter((one) => one.path === path && one.status === 200),
    ).toHaveLength(1)
  })
})

describe('money back', () => {
  it('of a sale that has settled is refunded, in parts', async () => {
    const { invoiceId, body } = await pay()
    await passDays(2)
    expect(await refund(body.id, '30.00')).toMatchObject({ refunded_amount: '30.00' })
    expect(await refund(body.id, '70.00')).toMatchObject({ refunded_amount: '100.00' })
    expect(await remaining(invoiceId)).toBe(10_000n)
  })

  it('of a sale that has not settled is voided as a whole, and a part is refused until then', async () => {
    const { invoiceId, body } = await pay()
    await expect(refund(body.id, '30.00')).rejects.toMatchObject({
      code: 'payment_failed',
      detail: expect.stringContaining('once it has settled'),
    })
    expect(await refund(body.id, '100.00')).toMatchObject({ refunded_amount: '100.00' })
    expect(await remaining(invoiceId)).toBe(10_000n)
    expect(test.payTrace.controls.countCalls('/v1/transactions/void')).toBe(1)
  })
})

describe('an e-check at PayTrace', () => {
  it('waits until PayTrace reports that it has settled, which is polled', async () => {
    const { invoiceId, body } = await payByCheck('000123456789')
    expect(body).toMatchObject({ status: 'waiting' })
    await passDays(2)
    expect(await remaining(invoiceId)).toBe(10_000n)
    await passDays(3)
    expect(await remaining(invoiceId)).toBe(0n)
    expect(await detailOf(body.id)).toMatchObject({ status: 'confirmed' })
  })

  it('that the bank returns opens the invoice again', async () => {
    const { invoiceId, body } = await payByCheck('000111111113')
    await passDays(5)
    expect(await detailOf(body.id)).toMatchObject({
      status: 'rejected',
      failure: 'The bank returned this payment.',
    })
    expect(await remaining(invoiceId)).toBe(10_000n)
  })

  it('whose answer was lost is found by our id', async () => {
    test.payTrace.controls.failNext({ kind: 'lose-answer', path: '/v1/checks/sale/by_account' })
    const { invoiceId } = await payByCheck('000123456789')
    await passMinutes(20)
    await passDays(5)
    expect(await remaining(invoiceId)).toBe(0n)
  })

  it('refuses a routing number that can’t be one', async () => {
    const { status, body } = await payByCheck('000123456789', { routing_number: '123456789' })
    expect([status, body.routing_number]).toEqual([400, ['This routing number is not valid.']])
  })
})

it('agrees with PayTrace at the end of the day', async () => {
  await pay()
  test.clock.advance(DAY_MS + HOUR_MS)
  await reconcileProcessors(uow())
  const cases = await mine.run((ctx) => ctx.db.selectFrom('payment_cases').select('kind').execute())
  expect(cases).toEqual([])
})
