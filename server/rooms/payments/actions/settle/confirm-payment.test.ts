import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { failed } from '../../../../gateways/payments/port.ts'
import { methodsOfCustomer } from '../../store/methods.ts'
import { anOpenInvoice, balancesOf, cardForm, pay, paymentsFixture, runDueSchedules } from '../../testing.ts'
import { removeMethod } from '../methods/remove-method.ts'

const payments = paymentsFixture()
const stored = { store_method: true, enable_auto_payments: true }

describe('a late report of a payment that stores its method', () => {
  /** A charge whose reply was lost and that only a later check reports. */
  async function unanswered() {
    const { invoiceId, uow, customer } = await payments.open()
    const { create } = payments.sandbox
    payments.misbehave({
      create: async (...call) => {
        await create(...call)
        return failed({ kind: 'unknown_outcome', code: 'timeout', raw: null })
      },
    })
    await pay(uow, invoiceId, cardForm('10.00', stored))
    payments.misbehave({})
    payments.clock.advance(1000)
    const methods = () => payments.tenant.run((ctx) => methodsOfCustomer(ctx, customer.id))
    return {
      invoiceId,
      uow,
      methods,
      async remove() {
        const [method] = await methods()
        await removeMethod(uow, customer.id, method!.id)
        payments.clock.advance(1000)
      },
      async news() {
        for (const wait of [31_000, 3 * MINUTE_MS]) {
          payments.clock.advance(wait)
          await runDueSchedules(payments.tenant)
        }
      },
    }
  }

  it('does not restore a method that was removed after the payment started', async () => {
    const { invoiceId, uow, methods, remove, news } = await unanswered()
    await pay(uow, invoiceId, cardForm('20.00', stored))
    await remove()
    await news()
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '70.00', reserved: '0.00' })
    expect(await methods()).toEqual([])
  })

  it('keeps the newer token of a method that was stored again', async () => {
    const { invoiceId, uow, methods, remove, news } = await unanswered()
    await pay(uow, invoiceId, cardForm('20.00', stored))
    await remove()
    await pay(uow, invoiceId, cardForm('20.00', stored))
    await news()
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '50.00', reserved: '0.00' })
    const [method, ...more] = await methods()
    expect([method!.autoPayments, more]).toEqual([true, []])
    const body = { amount: '50.00', request_id: 'stored-again-1', method: method!.id }
    expect(await pay(uow, invoiceId, body, `stored-${method!.id}`)).toMatchObject({ status: 'confirmed' })
  })

  it('stores a method that was not removed', async () => {
    const { methods, news } = await unanswered()
    expect(await methods()).toEqual([])
    await news()
    expect(await methods()).toMatchObject([{ last4: '4242', autoPayments: true }])
  })

  it('stores a method again after its removal', async () => {
    const { invoiceId, uow, methods, remove } = await unanswered()
    await pay(uow, invoiceId, cardForm('20.00', stored))
    await remove()
    await pay(uow, invoiceId, cardForm('20.00', stored))
    expect(await methods()).toMatchObject([{ last4: '4242', autoPayments: true }])
  })
})

it('stores a card once when several payments store it at once', async () => {
  const { invoiceId, uow, customer } = await payments.open()
  const more = await payments.tenant.run(async (ctx) => {
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.push((await anOpenInvoice(ctx, '100.00', customer)).invoiceId)
    return ids
  })
  await Promise.all([invoiceId, ...more].map((id) => pay(uow, id, cardForm('10.00', { store_method: true }))))
  expect(await payments.tenant.run((ctx) => methodsOfCustomer(ctx, customer.id))).toHaveLength(1)
})
