import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { failed } from '../../../../gateways/payments/port.ts'
import { sandboxDashboard } from '../../../../gateways/payments/sandbox/index.ts'
import { newId } from '../../../../platform/ids.ts'
import {
  anOpenInvoice,
  anOrder,
  balancesOf,
  CARDS,
  cardForm,
  type OpenInvoice,
  pay,
  payLinkOf,
  paymentsFixture,
  portalOf,
  refusalOf,
  runDueSchedules,
  sandboxCounts,
} from '../../testing.ts'
import { offerOptions } from '../pay/offer-options.ts'
import { cancelOrder } from './cancel-order.ts'
import { captureOrder } from './capture-order.ts'
import { createOrder } from './create-order.ts'

const payments = paymentsFixture(30)

const desk = () => sandboxDashboard(payments.app, payments.tenant.accountId)
const input = (order_id: string, more = {}) => ({
  order_id,
  request_id: `capture-${newId(0)}`,
  store_method: false,
  ...more,
})
const thePayments = () =>
  payments.tenant.run((ctx) => ctx.db.selectFrom('payments').selectAll().orderBy('created_at').execute())

describe('a PayPal order', () => {
  it('is created, approved at the Sandbox and captured', async () => {
    const { invoiceId, uow } = await payments.open()
    const order = await anOrder(uow, invoiceId, '60.00')
    expect(await thePayments()).toMatchObject([{ status: 'input', type: 'paypal', amount_minor: 6000n }])
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '60.00' })
    expect(await desk().readOrder(order)).toMatchObject({
      amountMinor: 6000n,
      currency: 'USD',
      status: 'open',
    })
    expect(await desk().approveOrder(order)).toMatchObject({ status: 'approved' })
    expect(await balancesOf(payments.tenant, invoiceId)).toMatchObject({ remaining: '100.00' })
    expect(await captureOrder(uow, invoiceId, input(order))).toMatchObject({
      status: 'confirmed',
      total: '60.00',
      surcharge: '0.00',
      method_display: 'PayPal',
      message: 'We have received your payment, thank you!',
      invoice: { remaining: '40.00' },
    })
    expect(await desk().readOrder(order)).toMatchObject({ status: 'paid' })
  })

  it('is captured only after its approval, not on return from the page', async () => {
    const { invoiceId, uow } = await payments.open()
    const order = await anOrder(uow, invoiceId, '100.00')
    const refused = await refusalOf(captureOrder(uow, invoiceId, input(order)))
    expect(refused).toMatchObject({
      code: 'wrong_state',
      detail: 'Approve the payment at PayPal first.',
    })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '100.00' })
    await desk().approveOrder(order)
    expect(await captureOrder(uow, invoiceId, input(order))).toMatchObject({ status: 'confirmed' })
  })

  it('is created once for fifty equal requests, and other values are refused', async () => {
    const { invoiceId, uow } = await payments.open()
    const body = { amount: '100.00', request_id: 'order-fifty-times' }
    const made = await Promise.allSettled(Array.from({ length: 50 }, () => createOrder(uow, invoiceId, body)))
    const ids = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
    expect(new Set(ids).size).toBe(1)
    for (const one of made)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ code: expect.stringMatching(/^(in_progress|too_many_requests)$/) })
    expect(await createOrder(uow, invoiceId, body)).toEqual({ id: ids[0] })
    expect(await thePayments()).toHaveLength(1)
    const other = { ...body, amount: '90.00' }
    expect(await refusalOf(createOrder(uow, invoiceId, other))).toMatchObject({ code: 'request_id_reused' })
  })

  it('is captured once in fifty concurrent requests', async () => {
    const { invoiceId, uow } = await payments.open()
    const order = await anOrder(uow, invoiceId, '100.00')
    await desk().approveOrder(order)
    const body = input(order)
    const answers = await Promise.all(Array.from({ length: 50 }, () => captureOrder(uow, invoiceId, body)))
    expect(new Set(answers.map((answer) => `${answer.id} ${answer.status}`)).size).toBe(1)
    expect(await captureOrder(uow, invoiceId, input(order))).toMatchObject({ status: 'confirmed' })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1, taken: '10000' })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '0.00', reserved: '0.00' })
  })

  it('returns 404 with another invoice', async () => {
    const [mine, other] = [await payments.open(), await payments.open()]
    const order = await anOrder(mine.uow, mine.invoiceId)
    await desk().approveOrder(order)
    const own = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '50.00', mine.customer))
    for (const [uow, invoiceId] of [
      [other.uow, other.invoiceId],
      [mine.uow, own.invoiceId],
    ] as const) {
      expect(await refusalOf(captureOrder(uow, invoiceId, input(order)))).toMatchObject({
        code: 'not_found',
      })
      expect(await refusalOf(cancelOrder(uow, invoiceId, order))).toMatchObject({ code: 'not_found' })
    }
    expect(await refusalOf(captureOrder(other.uow, mine.invoiceId, input(order)))).toMatchObject({
      code: 'invoice_unknown',
    })
    const rival = await payments.another()
    expect(await sandboxDashboard(payments.app, rival.accountId).approveOrder(order)).toBeNull()
  })

  it('refuses a capture’s request_id for another order', async () => {
    const [one, two] = [await payments.open(), await payments.open()]
    const first = await anOrder(one.uow, one.invoiceId)
    const second = await anOrder(two.uow, two.invoiceId)
    await desk().approveOrder(first)
    await desk().approveOrder(second)
    await captureOrder(one.uow, one.invoiceId, input(first, { request_id: 'capture-shared' }))
    const reused = captureOrder(two.uow, two.invoiceId, input(second, { request_id: 'capture-shared' }))
    expect(await refusalOf(reused)).toMatchObject({ code: 'request_id_reused' })
    const madeBy = (await thePayments()).find((one) => one.provider_ref === second)!.request_id
    expect(await captureOrder(two.uow, two.invoiceId, input(second, { request_id: madeBy }))).toMatchObject({
      status: 'confirmed',
    })
  })

  it('whose capture got no reply is waiting, and charged once', async () => {
    const { invoiceId, uow } = await payments.open()
    const order = await anOrder(uow, invoiceId, '50.13')
    await desk().approveOrder(order)
    expect(await captureOrder(uow, invoiceId, input(order))).toMatchObject({ status: 'waiting' })
    payments.clock.advance(MINUTE_MS)
    await runDueSchedules(payments.tenant)
    expect(await captureOrder(uow, invoiceId, input(order))).toMatchObject({ status: 'confirmed' })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1, taken: '5013' })
  })

  it('whose capture never arrived is canceled within minutes, and the invoice is payable again', async () => {
    const { invoiceId, uow } = await payments.open()
    const order = await anOrder(uow, invoiceId, '50.00')
    await desk().approveOrder(order)
    payments.misbehave({
      confirm: () => Promise.resolve(failed({ kind: 'unknown_outcome', code: 'timeout', raw: null })),
    })
    expect(await captureOrder(uow, invoiceId, input(order))).toMatchObject({ status: 'waiting' })
    payments.misbehave({})
    payments.clock.advance(MINUTE_MS)
    await runDueSchedules(payments.tenant)
    // Too early: the call could still arrive.
    expect(await captureOrder(uow, invoiceId, input(order))).toMatchObject({ status: 'waiting' })
    payments.clock.advance(3 * MINUTE_MS)
    await runDueSchedules(payments.tenant)
    expect(await refusalOf(captureOrder(uow, invoiceId, input(order)))).toMatchObject({
      code: 'payment_failed',
    })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 0 })
    const again = await anOrder(uow, invoiceId, '50.00')
    await desk().approveOrder(again)
    expect(await captureOrder(uow, invoiceId, input(again))).toMatchObject({ status: 'confirmed' })
  })

  it('whose creation got no reply is never returned and is canceled', async () => {
    const { invoiceId, uow } = await payments.open()
    const { create } = payments.sandbox
    payments.misbehave({
      create: async (...values) => {
        await create(...values)
        return failed({ kind: 'unknown_outcome', code: 'timeout', raw: null })
      },
    })
    const ask = () => createOrder(uow, invoiceId, { amount: '50.00', request_id: 'request-unheard' })
    expect(await refusalOf(ask())).toMatchObject({ code: 'in_progress' })
    payments.misbehave({})
    payments.clock.advance(MINUTE_MS)
    await runDueSchedules(payments.tenant)
    expect(await refusalOf(ask())).toMatchObject({ code: 'in_progress' })
    payments.clock.advance(10 * MINUTE_MS)
    await runDueSchedules(payments.tenant)
    expect(await refusalOf(ask())).toMatchObject({ code: 'payment_failed' })
    const again = await anOrder(uow, invoiceId, '50.00')
    await desk().approveOrder(again)
    expect(await captureOrder(uow, invoiceId, input(again))).toMatchObject({ status: 'confirmed' })
  })

  it('stores the payer’s PayPal account on request, which then pays like any stored method', async () => {
    const { invoiceId, uow, customer } = await payments.open()
    const order = await anOrder(uow, invoiceId, '60.00')
    await desk().approveOrder(order)
    await captureOrder(uow, invoiceId, input(order, { store_method: true }))
    const [stored] = await offerOptions(uow, invoiceId)
    expect(stored).toMatchObject({ type: 'paypal', display: 'PayPal' })
    const again = payments.tenant.uow(portalOf(payments.app, customer.id))
    const body = { amount: '40.00', request_id: 'pay-by-stored-paypal' }
    expect(await pay(again, invoiceId, body, `stored-${stored!.data!.method}`)).toMatchObject({
      status: 'confirmed',
      invoice: { remaining: '0.00' },
    })
  })
})

describe('an order that is not approved', () => {
  it('is canceled without a payment, and the invoice can be paid at once', async () => {
    const { invoiceId, uow } = await payments.open()
    const order = await anOrder(uow, invoiceId, '100.00')
    await Promise.all([cancelOrder(uow, invoiceId, order), cancelOrder(uow, invoiceId, order)])
    await cancelOrder(uow, invoiceId, order)
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
    expect(await desk().readOrder(order)).toMatchObject({ status: 'canceled' })
    expect(await desk().approveOrder(order)).toMatchObject({ status: 'canceled' })
    expect(await refusalOf(captureOrder(uow, invoiceId, input(order)))).toMatchObject({
      code: 'payment_failed',
    })
    expect(await pay(uow, invoiceId, cardForm('100.00'))).toMatchObject({ status: 'confirmed' })
    expect(await refusalOf(cancelOrder(uow, invoiceId, await paidOrder()))).toMatchObject({
      code: 'not_found',
    })
  })

  async function paidOrder(): Promise<string> {
    const { invoiceId, uow } = await payments.open()
    const order = await anOrder(uow, invoiceId)
    await desk().approveOrder(order)
    await captureOrder(uow, invoiceId, input(order))
    expect(await refusalOf(cancelOrder(uow, invoiceId, order))).toMatchObject({ code: 'wrong_state' })
    return order
  }

  it('that is canceled on the Sandbox’s page is reported by an event', async () => {
    const { invoiceId, uow } = await payments.open()
    const order = await anOrder(uow, invoiceId, '100.00')
    await desk().cancelOrder(order)
    await runDueSchedules(payments.tenant)
    expect(await thePayments()).toMatchObject([{ status: 'rejected', failure_code: 'voided' }])
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })

  it('is canceled after an hour', async () => {
    const { invoiceId, uow } = await payments.open()
    await anOrder(uow, invoiceId, '100.00')
    payments.clock.advance(HOUR_MS + MINUTE_MS)
    await runDueSchedules(payments.tenant)
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })

  it('gets its hour from the attempt that reached the processor', async () => {
    const { invoiceId, uow } = await payments.open()
    const body = { amount: '100.00', request_id: `order-${newId(0)}` }
    payments.misbehave({ create: async () => failed({ kind: 'unavailable', code: 'down', raw: null }) })
    expect(await refusalOf(createOrder(uow, invoiceId, body))).toMatchObject({
      code: 'processor_unavailable',
    })
    payments.misbehave({})
    payments.clock.advance(2 * HOUR_MS)
    const { id: order } = await createOrder(uow, invoiceId, body)
    payments.clock.advance(HOUR_MS / 2)
    expect(await refusalOf(captureOrder(uow, invoiceId, input(order)))).toMatchObject({
      code: 'wrong_state',
    })
    await desk().approveOrder(order)
    expect(await captureOrder(uow, invoiceId, input(order))).toMatchObject({ status: 'confirmed' })
  })

  it('is canceled by a payment with a newer link of its invoice', async () => {
    const { invoiceId, customer } = await payments.open()
    const link = () => payments.tenant.uow(payLinkOf(payments.app, { invoiceId, customer }))
    const order = await anOrder(link(), invoiceId, '100.00')
    const newer = link()
    expect((await offerOptions(newer, invoiceId))[0]).toMatchObject({ balance: '100.00' })
    expect(await pay(newer, invoiceId, cardForm('100.00'))).toMatchObject({ status: 'confirmed' })
    expect(await desk().readOrder(order)).toMatchObject({ status: 'canceled' })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ taken: '10000' })
  })

  it('is canceled when its own payer pays in another way, and only then', async () => {
    const { invoiceId, uow, customer } = await payments.open()
    const order = await anOrder(uow, invoiceId, '100.00')
    const invoice: OpenInvoice = { invoiceId, customer }
    const holder = payments.tenant.uow(payLinkOf(payments.app, invoice))
    expect(await offerOptions(holder, invoiceId)).toEqual([])
    expect(await refusalOf(pay(holder, invoiceId, cardForm('100.00')))).toMatchObject({
      code: 'invoice_not_payable',
    })
    expect((await offerOptions(uow, invoiceId))[0]).toMatchObject({ balance: '100.00' })
    await pay(uow, invoiceId, cardForm('100.00', { number: CARDS.challenged }))
    expect(await desk().readOrder(order)).toMatchObject({ status: 'canceled' })
    expect(await pay(uow, invoiceId, cardForm('100.00'))).toMatchObject({ status: 'confirmed' })
    expect((await thePayments()).map((one) => one.status).sort()).toEqual([
      'confirmed',
      'rejected',
      'rejected',
    ])
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1, taken: '10000' })
  })

  it('accepts the amounts of the form, and PayPal is paid only by orders', async () => {
    const { invoiceId, uow } = await payments.open()
    for (const amount of ['0', '-1.00', '100.01', '1.001', '1e2', 'NaN', '1,00', ''])
      expect(
        await refusalOf(createOrder(uow, invoiceId, { amount, request_id: `order-${newId(0)}` })),
      ).toMatchObject({ code: 'invalid_input', fields: { amount: [expect.any(String)] } })
    const body = { amount: '1.00', request_id: 'paypal-by-form' }
    expect(await refusalOf(pay(uow, invoiceId, body, 'sandbox-paypal'))).toMatchObject({
      code: 'wrong_state',
    })
    expect(await thePayments()).toEqual([])
  })
})
