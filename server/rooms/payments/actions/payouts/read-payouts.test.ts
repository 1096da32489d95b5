import { parse } from 'csv-parse/sync'
import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { callApi } from '../../../../../testing/call-api.ts'
import { aStripeCompany, createStripeTest } from '../../../../../testing/processors/stripe-company.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { unitOfWork } from '../../../../platform/context.ts'
import { CARDS, cardForm, pay, paymentsFixture } from '../../testing.ts'
import { readPayment } from '../read/read-payment.ts'
import { reconcileProcessors } from '../reconcile/reconcile-processors.ts'
import { listPayouts } from './list-payouts.ts'
import { exportPayout, readPayout } from './read-payout.ts'

const PAGE = { page: 1, page_size: 25 }

describe('payouts of Stripe', () => {
  const test = setUp(createStripeTest, (made) => made.close())
  const mine = setUp(async () => {
    const company = await aStripeCompany(test, 'payouts')
    return { ...company, stripeId: await company.connect() }
  })
  afterEach(() => expect(test.stripe.controls.violations).toEqual([]))
  const uow = () =>
    unitOfWork(test.app, { requestId: 'test', ip: null }, { kind: 'system', job: 'test' }, mine.accountId)

  it('show what arrived, of which payments, less the fees, and their state follows', async () => {
    const { invoiceId, session } = await mine.linked()
    const { body } = await mine.payer('POST', `${invoiceId}/payment-options/stripe_connect-card/`, session, {
      amount: '100.00',
      charge_token: await mine.cardToken('4242424242424242'),
      request_id: 'payout-request',
    })
    test.stripe.controls.payOut(mine.stripeId)
    test.clock.advance(4 * HOUR_MS)
    await reconcileProcessors(uow())
    const listed = await mine.run((ctx) => listPayouts(ctx, PAGE))
    // 2.9 % and 30 cents.
    expect(listed.results).toMatchObject([{ amount: '96.80', fees: '3.20', status: 'on_its_way' }])
    const pastEnd = await mine.run((ctx) => listPayouts(ctx, { ...PAGE, page: 9 }))
    expect(pastEnd, 'a page past the end').toMatchObject({ count: 1, num_pages: 1, results: [] })
    await expect(
      mine.run((ctx) => listPayouts(ctx, { page: 5000, page_size: 100 })),
      'without filters there is nothing to narrow',
    ).rejects.toMatchObject({
      fields: { page: ['This page is too far down. You can open the first 100,000 rows.'] },
    })
    const id = listed.results[0]!.pk
    expect(await mine.run((ctx) => readPayout(ctx, id))).toMatchObject({
      lines: [{ kind: 'payment', gross: '100.00', fee: '3.20', net: '96.80', payment: { pk: body.id } }],
    })
    test.clock.advance(2 * DAY_MS)
    test.stripe.controls.settleDue()
    await reconcileProcessors(uow())
    expect((await mine.run((ctx) => listPayouts(ctx, PAGE))).results).toMatchObject([{ status: 'paid' }])
    const file = await mine.run((ctx) => exportPayout(ctx, id))
    const number = (await mine.run((ctx) => readPayment(ctx, body.id))).transaction_number
    expect(parse(Buffer.from(file.bytes), { bom: true, columns: true })).toMatchObject([
      { Kind: 'Payment', Payment: number, Amount: '100.00', Fee: '3.20', Net: '96.80' },
    ])
  })

  it('are a file for those who may export only', async () => {
    const [payout] = (await mine.run((ctx) => listPayouts(ctx, PAGE))).results
    const path = `/api/accounts/${mine.accountId}/payouts/${payout!.pk}/`
    const viewer = await mine.member('viewer')
    const ask = async (method: 'GET' | 'POST', at: string, token: string) =>
      (await callApi(test.server, { method, path: at, token })).status
    expect(await ask('GET', path, viewer)).toBe(200)
    expect(await ask('POST', `${path}csv/`, viewer)).toBe(403)
    expect(await ask('POST', `${path}csv/`, await mine.member('admin'))).toBe(200)
    const entries = await mine.run((ctx) =>
      ctx.db
        .selectFrom('audit_entries')
        .select('actor_kind')
        .where('action', '=', 'payments.export_payout')
        .execute(),
    )
    expect(entries).toContainEqual({ actor_kind: 'staff' })
  })

  it('are another company’s to nobody', async () => {
    const other = await aStripeCompany(test, 'payouts-elsewhere')
    const [payout] = (await mine.run((ctx) => listPayouts(ctx, PAGE))).results
    const path = `/api/accounts/${other.accountId}/payouts/${payout!.pk}/`
    expect((await callApi(test.server, { method: 'GET', path, token: other.token })).status).toBe(404)
  })
})

describe('payouts of the Sandbox', () => {
  const payments = paymentsFixture()

  it('pay each charge out once, with its refunds', async () => {
    const { uow, invoiceId } = await payments.open()
    await pay(uow, invoiceId, cardForm('100.00', { number: CARDS.good }))
    payments.clock.advance(4 * DAY_MS)
    await reconcileProcessors(payments.tenant.uow({ kind: 'system', job: 'test' }))
    payments.clock.advance(DAY_MS)
    await reconcileProcessors(payments.tenant.uow({ kind: 'system', job: 'test' }))
    const { results } = await payments.tenant.run((ctx) => listPayouts(ctx, PAGE))
    expect(results).toMatchObject([{ provider: 'sandbox', status: 'paid', amount: '96.80', fees: '3.20' }])
  })
})
