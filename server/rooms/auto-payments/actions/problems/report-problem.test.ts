import { afterEach, describe, expect, it } from 'vitest'
import { addDays } from '../../../../../domain/dates/calendar.ts'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { CONSENT_TEXT_VERSION } from '../../../../../domain/payments/auto-payments.ts'
import { aStripeCompany, createStripeTest } from '../../../../../testing/processors/stripe-company.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { type Actor, unitOfWork } from '../../../../platform/context.ts'
import { todayOf } from '../../../accounts/index.ts'
import { methodsOfCustomer } from '../../../payments/index.ts'
import { anOpenInvoice, portalOf } from '../../../payments/testing.ts'
import { tasksOf } from '../../../worklist/testing.ts'
import { autoPaymentsFixture, autoPaymentsOf, mailsOf, runDue } from '../../testing.ts'
import { listEnrolled } from '../list-enrolled.ts'
import { readAutoPaymentsOf, readOwnAutoPayments } from '../read-auto-payments.ts'
import { readPlanOfInvoice } from '../read-plan.ts'
import { turnOn } from '../turn-on.ts'
import { coveredAmong } from './find-problems.ts'

const TASK = 'failed_charge: Ask for another payment method'

describe('a card that has expired', () => {
  const auto = autoPaymentsFixture()
  const reach = async (iso: string) => {
    auto.clock.set(iso)
    await runDue(auto.tenant)
  }
  const expire = (month: number) =>
    auto.tenant.run((ctx) =>
      ctx.db
        .updateTable('stored_methods')
        .set({ expiration_year: 2026, expiration_month: month })
        .where('account_id', '=', ctx.accountId)
        .execute(),
    )
  const kinds = async () => (await mailsOf(auto.tenant)).map(({ kind }) => kind)

  it('gets no notice, one task and one mail with a pay link, however often it is due', async () => {
    const { customer, payer } = await auto.enroll()
    const first = await auto.invoice(customer, '80.00', '2026-12-05')
    await auto.invoice(customer, '30.00', '2026-12-06')
    await expire(11)
    await reach('2026-12-02T06:00:00Z')
    await reach('2026-12-05T06:00:00Z')
    await reach('2026-12-20T06:00:00Z')
    expect(await kinds()).toEqual(['auto-payments.stopped'])
    expect(await tasksOf(auto.tenant)).toEqual([`${TASK} (open)`])
    const [mail] = await mailsOf(auto.tenant)
    expect(mail).toMatchObject({ to: 'payer@example.test' })
    expect(mail!.text).toMatch(/Visa •••• 4242 has expired/)
    expect(mail!.text).toMatch(/pay-invoice\?token=/)
    expect(await autoPaymentsOf(auto.tenant)).toEqual([])
    expect(await auto.tenant.run((ctx) => readPlanOfInvoice(ctx, first))).toEqual({
      planned: null,
      stopped_by: 'method',
    })
    expect(await auto.tenant.run((ctx) => readAutoPaymentsOf(ctx, customer.id))).toMatchObject({
      on: true,
      stopped_by: 'method',
      planned: [],
    })
    expect(await auto.tenant.run(readOwnAutoPayments, payer)).toMatchObject({
      needs_method: true,
      is_paused: false,
    })
    const list = await auto.tenant.run((ctx) =>
      listEnrolled(ctx, { params: { account: ctx.accountId }, query: { page: 1, page_size: 10 }, body: {} }),
    )
    expect(list.results).toMatchObject([{ stopped_by: 'method', next: null }])
  })

  it('no longer keeps reminders from the invoice', async () => {
    const { customer } = await auto.enroll()
    const invoice = await auto.invoice(customer, '80.00', '2026-12-05')
    const charged = () => auto.tenant.run((ctx) => coveredAmong(ctx, [invoice]))
    expect(await charged()).toEqual(new Set([invoice]))
    await expire(11)
    auto.clock.set('2026-12-02T06:00:00Z')
    expect(await charged()).toEqual(new Set())
  })

  it('that expires between its notice and its charge is not charged', async () => {
    const { customer } = await auto.enroll()
    await auto.invoice(customer, '80.00', '2026-12-05')
    await reach('2026-12-02T06:00:00Z')
    await expire(11)
    await reach('2026-12-05T06:00:00Z')
    expect(await kinds()).toEqual(['auto-payments.notice', 'auto-payments.stopped'])
    expect(await autoPaymentsOf(auto.tenant)).toEqual([])
  })

  it('is charged again once it is renewed, and its task ends', async () => {
    const { customer, payer } = await auto.enroll()
    await auto.invoice(customer, '80.00', '2026-12-05')
    await expire(11)
    await reach('2026-12-02T06:00:00Z')
    await expire(12)
    await reach('2026-12-03T06:00:00Z')
    expect(await tasksOf(auto.tenant)).toEqual([`${TASK} (done)`])
    await reach('2026-12-05T06:00:00Z')
    expect(await autoPaymentsOf(auto.tenant)).toEqual([{ status: 'confirmed', amount: '8000' }])
    expect(await auto.tenant.run(readOwnAutoPayments, payer)).toMatchObject({ needs_method: false })
  })
})

describe('a method whose connection has ended', () => {
  const SYSTEM: Actor = { kind: 'system', job: 'test' }
  const test = setUp(createStripeTest, (made) => made.close())
  const mine = setUp(async () => {
    const company = await aStripeCompany(test, 'unusable-methods')
    await company.connect()
    return company
  })
  afterEach(() => expect(test.stripe.controls.violations).toEqual([]))
  const tenant = () => ({
    ...mine,
    uow: (actor: Actor = SYSTEM) =>
      unitOfWork(test.app, { requestId: 'test', ip: null }, actor, mine.accountId),
  })
  const run = () => runDue(tenant())
  const kinds = async () => (await mailsOf(tenant())).map(({ kind }) => kind)

  it('waits for another method, is reported once, and its task ends with the choice', async () => {
    const linked = await mine.linked()
    const session = await mine.portalSession(linked)
    const pay = async (amount: string, number: string, more = {}) =>
      mine.payer('POST', `${linked.invoiceId}/payment-options/stripe_connect-card/`, session, {
        amount,
        charge_token: await mine.cardToken(number),
        request_id: `unusable-${amount}`,
        store_method: true,
        ...more,
      })
    expect((await pay('10.00', '4242424242424242', { enable_auto_payments: true })).status).toBe(200)
    await mine.run(async (ctx) =>
      anOpenInvoice(ctx, '80.00', linked.customer, addDays(await todayOf(ctx), 5)),
    )
    await mine.connectOther()
    test.clock.advance(3 * DAY_MS)
    for (let day = 0; day < 4; day++) {
      await run()
      test.clock.advance(DAY_MS)
    }
    expect(await kinds()).toEqual(['auto-payments.stopped'])
    expect(await tasksOf(mine)).toEqual([`${TASK} (open)`])
    expect(await autoPaymentsOf(tenant())).toEqual([])
    const again = await mine.portalSession(linked)
    const other = await mine.payer(
      'POST',
      `${linked.invoiceId}/payment-options/stripe_connect-card/`,
      again,
      {
        amount: '12.00',
        charge_token: await mine.cardToken('5555555555554444'),
        request_id: 'unusable-other',
        store_method: true,
      },
    )
    expect(other.status).toBe(200)
    const [method] = await mine.run((ctx) => methodsOfCustomer(ctx, linked.customer.id))
    const payer = portalOf(test.app, linked.customer.id)
    await tenant()
      .uow(payer)
      .transaction((ctx) => turnOn(ctx, method!.id, CONSENT_TEXT_VERSION))
    await run()
    expect(await tasksOf(mine)).toEqual([`${TASK} (done)`])
  })
})
