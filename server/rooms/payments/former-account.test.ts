import { afterEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../domain/dates/durations.ts'
import { callApi } from '../../../testing/call-api.ts'
import {
  aStripeCompany,
  createStripeTest,
  type StripeCompany,
} from '../../../testing/processors/stripe-company.ts'
import { setUp } from '../../../testing/set-up.ts'
import { type Actor, type UnitOfWork, unitOfWork } from '../../platform/context.ts'
import { readReceivables } from '../ledger/index.ts'
import { attemptPayment } from './actions/pay/attempt-payment.ts'
import { findPaymentOption } from './actions/pay/find-payment-options.ts'
import { readPayableForPayer } from './actions/read/read-payable.ts'
import { readPayment } from './actions/read/read-payment.ts'
import { openCase } from './actions/reconcile/open-case.ts'
import { voidPayment } from './actions/settle/void-payment.ts'
import { refusalOf, runDueSchedules } from './testing.ts'

const SYSTEM: Actor = { kind: 'system', job: 'test' }
const GOOD = '4242424242424242'
const CHALLENGED = '4000002760003184'

const test = setUp(createStripeTest, (made) => made.close())
let companies = 0
let requests = 0
const aCompany = async (): Promise<StripeCompany> => {
  const company = await aStripeCompany(test, `former-${++companies}`)
  await company.connect()
  return company
}
afterEach(() => {
  test.stripe.controls.clearFaults()
  expect(test.stripe.controls.violations).toEqual([])
})

const uowOf = (company: StripeCompany, actor: Actor = SYSTEM): UnitOfWork =>
  unitOfWork(test.app, { requestId: 'test', ip: null }, actor, company.accountId)
const cardPath = (invoiceId: string) => `${invoiceId}/payment-options/stripe_connect-card/`
const receivableOf = async (company: StripeCompany, invoiceId: string) =>
  (await company.run((ctx) => readReceivables(ctx, [invoiceId])))[0]!
const statusOf = async (company: StripeCompany, id: string) =>
  (await company.run((ctx) => readPayment(ctx, id))).status

/** An invoice of 100.00 whose payer has not answered their bank yet. */
async function challenged(company: StripeCompany) {
  const linked = await company.linked()
  const { body } = await company.payer('POST', cardPath(linked.invoiceId), linked.session, {
    amount: '100.00',
    charge_token: await company.cardToken(CHALLENGED),
    request_id: `former-${++requests}`,
  })
  expect(body).toMatchObject({ status: 'input' })
  return { ...linked, paymentId: body.id }
}

const payAgain = async (
  company: StripeCompany,
  { invoiceId, session }: { invoiceId: string; session: string },
) =>
  company.payer('POST', cardPath(invoiceId), session, {
    amount: '100.00',
    charge_token: await company.cardToken(GOOD),
    request_id: `former-${++requests}`,
  })

describe('an attempt that waits for its payer', () => {
  it('is canceled at the processor when staff disconnect it', async () => {
    const company = await aCompany()
    const open = await challenged(company)
    await company.connection('disconnect')
    expect(await statusOf(company, open.paymentId)).toBe('rejected')
    expect(await receivableOf(company, open.invoiceId)).toMatchObject({
      remainingMinor: 10_000n,
      reservedMinor: 0n,
    })
  })

  it('is canceled at the former account when another one is connected, and paid there at once', async () => {
    const company = await aCompany()
    const open = await challenged(company)
    await company.connectOther()
    expect(await statusOf(company, open.paymentId)).toBe('rejected')
    expect(await payAgain(company, open)).toMatchObject({ status: 200, body: { status: 'confirmed' } })
    expect(await receivableOf(company, open.invoiceId)).toMatchObject({ remainingMinor: 0n })
  })

  it('that could not be canceled keeps its amount, is left to staff after an hour, and is released by them', async () => {
    const company = await aCompany()
    const open = await challenged(company)
    test.stripe.controls.failNext({ kind: 'answer', status: 500, path: /payment_intents/, times: 10 })
    await company.connectOther()
    test.stripe.controls.clearFaults()
    const refused = await payAgain(company, open)
    expect(refused).toMatchObject({ status: 409, body: { code: 'invoice_not_payable' } })
    expect(refused.body.detail).toBe('The company is checking your payment. You won’t be charged twice.')
    test.clock.advance(2 * HOUR_MS)
    await runDueSchedules({ run: company.run, uow: () => uowOf(company) })
    expect(await statusOf(company, open.paymentId)).toBe('error')
    expect(await voidPayment(uowOf(company), open.paymentId)).toMatchObject({ status: 'rejected' })
    expect(await receivableOf(company, open.invoiceId)).toMatchObject({ reservedMinor: 0n })
  })
})

it('refuses a payment whose account changed between its form and its record, and sends nothing', async () => {
  const company = await aCompany()
  const linked = await company.linked()
  const uow = uowOf(company)
  const payable = await uow.transaction((ctx) => readPayableForPayer(ctx, linked.invoiceId))
  const way = await findPaymentOption(uow, payable, {
    kind: 'new',
    provider: 'stripe_connect',
    type: 'credit_card',
  })
  const attempt = () =>
    attemptPayment(uow, way, {
      invoiceId: linked.invoiceId,
      payable,
      processorId: 'stripe_connect',
      type: 'credit_card',
      stored: null,
      form: {
        amountMinor: 10_000n,
        shownSurchargePpm: null,
        requestId: `former-${++requests}`,
        storeMethod: false,
        enableAutoPayments: false,
        values: { charge_token: 'tok_of_a_card' },
      },
      partialAllowed: true,
      hashes: [Buffer.from('any')],
    })
  await company.connectOther()
  expect(await refusalOf(attempt())).toMatchObject({ code: 'wrong_state' })
  await company.connection('disconnect')
  expect(await refusalOf(attempt())).toMatchObject({ code: 'wrong_state' })
  expect(await receivableOf(company, linked.invoiceId)).toMatchObject({ reservedMinor: 0n })
})

it('checks no case of the former account at the connected one', async () => {
  const company = await aCompany()
  const linked = await company.linked()
  const { body: paid } = await payAgain(company, linked)
  await company.connectOther()
  const found = await company.run(async (ctx) => {
    await openCase(ctx, {
      provider: 'stripe_connect',
      kind: 'amount',
      subject: paid.id,
      paymentId: paid.id,
      providerRef: null,
      booked: { minor: 100n, currency: 'USD' },
      observed: { minor: 90n, currency: 'USD' },
    })
    return ctx.db.selectFrom('payment_cases').select('id').executeTakeFirstOrThrow()
  })
  const refused = await callApi<{ detail: string }>(test.server, {
    method: 'POST',
    path: `/api/accounts/${company.accountId}/payment-cases/${found.id}/recheck/`,
    token: company.token,
  })
  expect(refused).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/another Stripe account/) },
  })
})

it('refuses an intent whose surcharge differs from the one that its payer saw', async () => {
  const company = await aCompany()
  await company.run((ctx) =>
    ctx.db
      .updateTable('accounts')
      .set({ card_surcharge_ppm: 29_000 } as never)
      .where('account_id', '=', ctx.accountId)
      .execute(),
  )
  const { invoiceId, session } = await company.linked()
  const start = (surcharge_percentage: string) =>
    callApi<{ code: string; stripe_client_secret: string }>(test.server, {
      method: 'POST',
      path: '/api/stripe-payment-intent/',
      host: company.host,
      token: session,
      body: { invoice_id: invoiceId, amount: '100.00', surcharge_percentage },
    })
  expect(await start('2.5')).toMatchObject({ status: 409, body: { code: 'surcharge_changed' } })
  expect(await receivableOf(company, invoiceId)).toMatchObject({ reservedMinor: 0n })
  expect((await start('much')).status).toBe(400)
  expect((await start('2.9')).body.stripe_client_secret).toMatch(/_secret_/)
})
