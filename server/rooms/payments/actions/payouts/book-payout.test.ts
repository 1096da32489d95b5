import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { aStripeCompany, createStripeTest } from '../../../../../testing/processors/stripe-company.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import type { PayoutLine, ProcessorPayout } from '../../../../gateways/payments/port.ts'
import { type Ctx, unitOfWork } from '../../../../platform/context.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { savePayout } from '../../store/payouts.ts'
import { cardForm, pay, paymentsFixture } from '../../testing.ts'
import { reconcileProcessors } from '../reconcile/reconcile-processors.ts'
import { refundPayment } from '../refund/refund-payment.ts'
import { bookPayouts } from './book-payout.ts'
import { listPayouts } from './list-payouts.ts'
import { readPayout } from './read-payout.ts'
import { verifyClearing } from './verify-clearing.ts'

const PAGE = { page: 1, page_size: 25 }
const SYSTEM = { kind: 'system', job: 'test' } as const

/** Sums of the ledger's accounts for money: 'bank USD 9680'. */
const sums = async (ctx: Ctx): Promise<string[]> => {
  const rows = await ctx.db
    .selectFrom('ledger_postings')
    .select(({ fn }) => ['ledger_account', 'currency', fn.sum<string>('amount_minor').as('sum')])
    .where('account_id', '=', ctx.accountId)
    .where('ledger_account', 'in', ['clearing', 'bank', 'processor_fees', 'currency_exchange'])
    .groupBy(['ledger_account', 'currency'])
    .execute()
  return rows
    .filter(({ sum }) => sum !== '0')
    .map(({ ledger_account, currency, sum }) => `${ledger_account} ${currency} ${sum}`)
    .sort()
}
const payoutEntries = async (ctx: Ctx): Promise<string[]> =>
  (
    await ctx.db
      .selectFrom('ledger_entries')
      .select('kind')
      .where('account_id', '=', ctx.accountId)
      .where('kind', 'in', ['payout', 'payout_reversal'])
      .orderBy('sequence')
      .execute()
  ).map(({ kind }) => kind)

describe('a payout of Stripe', () => {
  const test = setUp(createStripeTest, (made) => made.close())
  const mine = setUp(async () => {
    const company = await aStripeCompany(test, 'booked-payouts')
    return { ...company, stripeId: await company.connect() }
  })
  afterEach(() => expect(test.stripe.controls.violations).toEqual([]))
  const read = async () => {
    test.clock.advance(DAY_MS + 4 * HOUR_MS)
    test.stripe.controls.settleDue()
    await reconcileProcessors(unitOfWork(test.app, { requestId: 'test', ip: null }, SYSTEM, mine.accountId))
  }

  it('is booked once when it has arrived, and taken back when it failed after that', async () => {
    const { invoiceId, session } = await mine.linked()
    await mine.payer('POST', `${invoiceId}/payment-options/stripe_connect-card/`, session, {
      amount: '100.00',
      charge_token: await mine.cardToken('4242424242424242'),
      request_id: 'booked-payout',
    })
    await read()
    expect(await mine.run(sums)).toEqual(['clearing USD 10000'])
    expect(await mine.run(verifyClearing), 'no payout is known yet').toEqual([])
    const ref = test.stripe.controls.payOut(mine.stripeId)!
    for (let time = 0; time < 3; time++) await read()
    expect(await mine.run(sums)).toEqual(['bank USD 9680', 'processor_fees USD 320'])
    expect(await mine.run(payoutEntries)).toEqual(['payout'])
    expect(await mine.run(verifyClearing)).toEqual(['clearing of stripe_connect: everything is paid out'])
    const [payout] = (await mine.run((ctx) => listPayouts(ctx, PAGE))).results
    expect(await mine.run((ctx) => readPayout(ctx, payout!.pk))).toMatchObject({
      booked: { on: payout!.arrives_on, bank: '96.80', fees: '3.20' },
    })
    test.stripe.controls.failPayout(mine.stripeId, ref)
    await read()
    expect(await mine.run(sums)).toEqual(['clearing USD 10000'])
    expect(await mine.run(payoutEntries)).toEqual(['payout', 'payout_reversal'])
    expect(await mine.run(verifyClearing)).toEqual([
      expect.stringMatching(/^clearing of stripe_connect: \$100\.00 USD not paid out yet, of P/),
    ])
    expect(await mine.run((ctx) => readPayout(ctx, payout!.pk))).toMatchObject({ booked: null })
    expect(await mine.run(verifyLedger)).toMatchObject({ differences: [] })
  })
})

describe('a booked payout', () => {
  const payments = paymentsFixture()
  const uow = () => payments.tenant.uow(SYSTEM)

  async function paid(amount = '100.00') {
    const { uow: payer, invoiceId } = await payments.open(amount)
    const { id } = await pay(payer, invoiceId, cardForm(amount))
    const { provider_ref } = await payments.tenant.run((ctx) =>
      ctx.db.selectFrom('payments').select('provider_ref').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    return { id, ref: provider_ref! }
  }
  const line = (more: Partial<PayoutLine>): PayoutLine => ({
    ref: 'line',
    kind: 'payment',
    paymentRef: null,
    grossMinor: 10_000n,
    feeMinor: 320n,
    at: '2026-11-20T00:00:00Z',
    ...more,
  })
  const payout = (more: Partial<ProcessorPayout>): ProcessorPayout => ({
    payoutRef: 'po_test',
    status: 'paid',
    currency: 'USD',
    amountMinor: 9_680n,
    createdAt: '2026-11-20T00:00:00Z',
    arrivesOn: '2026-11-21',
    lines: [],
    ...more,
  })
  const book = async (given: ProcessorPayout) => {
    await payments.tenant.run((ctx) => savePayout(ctx, 'sandbox', given))
    await bookPayouts(uow(), 'sandbox')
  }
  const collected = () =>
    payments.tenant.run(async (ctx) =>
      (
        await ctx.db
          .selectFrom('ledger_days')
          .select(['currency', 'collected_minor as minor'])
          .where('account_id', '=', ctx.accountId)
          .where('collected_minor', '<>', 0n)
          .execute()
      ).map(({ currency, minor }) => `${minor} ${currency}`),
    )

  it('holds only payments from here, and changes nothing that was collected', async () => {
    const { ref } = await paid()
    const before = await collected()
    await book(
      payout({
        lines: [line({ paymentRef: ref }), line({ ref: 'elsewhere', grossMinor: 7_700n, feeMinor: 250n })],
      }),
    )
    expect(await payments.tenant.run(sums)).toEqual(['bank USD 9680', 'processor_fees USD 320'])
    expect(await collected()).toEqual(before)
  })

  it('covers refunds that it collects', async () => {
    const { id, ref } = await paid()
    await refundPayment(payments.tenant.uow(), id, {
      request_id: 'payout-refund',
      total: '40.00',
      total_currency: 'USD',
      reason: '',
    })
    await book(
      payout({
        lines: [
          line({ paymentRef: ref }),
          line({ ref: 'back', kind: 'refund', paymentRef: ref, grossMinor: -4_000n, feeMinor: 0n }),
        ],
      }),
    )
    expect(await payments.tenant.run(sums)).toEqual(['bank USD 5680', 'processor_fees USD 320'])
    expect(await payments.tenant.run(verifyClearing)).toEqual(['clearing of sandbox: everything is paid out'])
  })

  it('in another currency clears the payment’s own amount', async () => {
    const { ref } = await paid()
    const own = { minor: 10_000n, currency: 'USD' }
    await book(
      payout({
        currency: 'EUR',
        lines: [line({ paymentRef: ref, grossMinor: 9_100n, feeMinor: 300n, own })],
      }),
    )
    expect(await payments.tenant.run(sums)).toEqual([
      'bank EUR 8800',
      'currency_exchange EUR -9100',
      'currency_exchange USD 10000',
      'processor_fees EUR 300',
    ])
    expect(await payments.tenant.run(verifyClearing)).toEqual(['clearing of sandbox: everything is paid out'])
  })

  it('is booked again when a line’s payment is found later', async () => {
    const first = await paid()
    const second = await paid('50.00')
    const later = line({ ref: 'later', grossMinor: 5_000n, feeMinor: 175n })
    await book(payout({ lines: [line({ paymentRef: first.ref }), later] }))
    await book(payout({ lines: [line({ paymentRef: first.ref }), { ...later, paymentRef: second.ref }] }))
    expect(await payments.tenant.run(payoutEntries)).toEqual(['payout', 'payout_reversal', 'payout'])
    expect(await payments.tenant.run(sums)).toEqual(['bank USD 14505', 'processor_fees USD 495'])
  })

  it('is booked once by two workers', async () => {
    const { ref } = await paid()
    await payments.tenant.run((ctx) =>
      savePayout(ctx, 'sandbox', payout({ lines: [line({ paymentRef: ref })] })),
    )
    await Promise.all([bookPayouts(uow(), 'sandbox'), bookPayouts(uow(), 'sandbox')])
    expect(await payments.tenant.run(payoutEntries)).toEqual(['payout'])
  })
})
