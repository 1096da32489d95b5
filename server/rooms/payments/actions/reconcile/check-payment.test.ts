import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { failed } from '../../../../gateways/payments/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import {
  balancesOf,
  CARDS,
  cardForm,
  eCheckForm,
  pay,
  paymentsFixture,
  runDueSchedules,
  sandboxCounts,
} from '../../testing.ts'
import { readPayment } from '../read/read-payment.ts'
import { voidPayment } from '../settle/void-payment.ts'
import { checkPayment } from './check-payment.ts'

const payments = paymentsFixture()

const system = () => payments.tenant.uow({ kind: 'system', job: 'test' })
const thePayment = async () => {
  const rows = await payments.tenant.run((ctx) => ctx.db.selectFrom('payments').selectAll().execute())
  expect(rows).toHaveLength(1)
  return rows[0]!
}

const theDetail = async () => {
  const { id } = await thePayment()
  return payments.tenant.run((ctx) => readPayment(ctx, id))
}

/** The process dies right after its nth commit. */
function dyingAfter(uow: UnitOfWork, nth: number): UnitOfWork {
  let begun = 0
  return {
    ...uow,
    transaction: async (work) => {
      begun += 1
      const result = await uow.transaction(work)
      if (begun === nth) throw new Error('killed')
      return result
    },
  }
}

/** The process dies when it begins its nth transaction. */
function dyingBefore(uow: UnitOfWork, nth: number): UnitOfWork {
  let begun = 0
  return {
    ...uow,
    transaction: (work) => {
      begun += 1
      if (begun === nth) throw new Error('killed')
      return uow.transaction(work)
    },
  }
}

describe('a lost reply', () => {
  it('leaves the payment waiting until the reconciler finds the outcome', async () => {
    const { invoiceId, uow } = await payments.open()
    const paid = await pay(uow, invoiceId, cardForm('50.13'))
    expect(paid).toMatchObject({ status: 'waiting', invoice: { remaining: '100.00' } })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '50.13' })
    payments.clock.advance(29_000)
    const before = await thePayment()
    expect(before.next_check_at!.getTime()).toBeGreaterThan(payments.clock.wallNow())
    payments.clock.advance(2_000)
    await runDueSchedules(payments.tenant)
    expect(await thePayment()).toMatchObject({
      status: 'confirmed',
      captured_minor: 5013n,
      next_check_at: null,
      method_last4: '4242',
    })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '49.87', reserved: '0.00' })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1, taken: '5013' })
  })

  it('returns the settled outcome to the same request afterwards', async () => {
    const { invoiceId, uow } = await payments.open()
    const body = cardForm('50.13')
    await pay(uow, invoiceId, body)
    expect(await pay(uow, invoiceId, body)).toMatchObject({ status: 'waiting' })
    payments.clock.advance(MINUTE_MS)
    await runDueSchedules(payments.tenant)
    expect(await pay(uow, invoiceId, body)).toMatchObject({ status: 'confirmed' })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1 })
  })

  it('enqueues a check in the same transaction', async () => {
    const { invoiceId, uow } = await payments.open()
    await pay(uow, invoiceId, cardForm('50.13'))
    const { id } = await thePayment()
    const jobs = await payments.tenant.run((ctx) =>
      ctx.db
        .selectFrom('pgboss.job' as never)
        .select(['name', 'data'] as never)
        .execute(),
    )
    expect(jobs).toContainEqual({
      name: 'payments.check-payment',
      data: expect.objectContaining({ payload: { paymentId: id } }),
    })
  })

  it('books once in twenty concurrent checks', async () => {
    const { invoiceId, uow } = await payments.open()
    await pay(uow, invoiceId, cardForm('50.13'))
    const { id } = await thePayment()
    await Promise.all(Array.from({ length: 20 }, () => checkPayment(system(), id)))
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '49.87', reserved: '0.00' })
    const entries = await payments.tenant.run((ctx) =>
      ctx.db.selectFrom('ledger_entries').select('id').where('kind', '=', 'payment').execute(),
    )
    expect(entries).toHaveLength(1)
  })
})

describe('a process that dies', () => {
  it('before the call charges nothing and releases the reservation once the call can no longer arrive', async () => {
    const { invoiceId, uow } = await payments.open()
    await expect(pay(dyingAfter(uow, 2), invoiceId, cardForm('100.00'))).rejects.toThrow('killed')
    expect(await thePayment()).toMatchObject({ status: 'input', provider_ref: null })
    expect(await theDetail()).toMatchObject({ status: 'input', awaits_payer: false })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '100.00' })
    payments.clock.advance(31_000)
    await runDueSchedules(payments.tenant)
    // Too early: the call could still arrive.
    expect(await thePayment()).toMatchObject({ status: 'input' })
    payments.clock.advance(3 * MINUTE_MS)
    await runDueSchedules(payments.tenant)
    expect(await thePayment()).toMatchObject({ status: 'rejected', failure_code: 'never_arrived' })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 0 })
  })

  it('after the call has its charge found and booked once', async () => {
    const { invoiceId, uow } = await payments.open()
    const body = cardForm('100.00')
    await expect(pay(dyingBefore(uow, 3), invoiceId, body)).rejects.toThrow('killed')
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1 })
    await expect(pay(uow, invoiceId, body)).rejects.toMatchObject({ code: 'in_progress' })
    payments.clock.advance(31_000)
    await runDueSchedules(payments.tenant)
    expect(await thePayment()).toMatchObject({ status: 'confirmed' })
    expect(await pay(uow, invoiceId, body)).toMatchObject({
      status: 'confirmed',
      invoice: { remaining: '0.00' },
    })
    expect(await sandboxCounts(payments.tenant)).toMatchObject({ charges: 1, taken: '10000' })
  })

  it('has a decline with a lost reply found', async () => {
    const { invoiceId, uow } = await payments.open()
    await expect(
      pay(dyingBefore(uow, 3), invoiceId, cardForm('100.00', { number: CARDS.declined })),
    ).rejects.toThrow('killed')
    payments.clock.advance(31_000)
    await runDueSchedules(payments.tenant)
    expect(await thePayment()).toMatchObject({
      status: 'rejected',
      failure_code: 'declined',
      failure_message: 'Your card was declined.',
    })
  })
})

describe('a challenge', () => {
  it('that is not answered is canceled after an hour', async () => {
    const { invoiceId, uow } = await payments.open()
    const challenged = await pay(uow, invoiceId, cardForm('100.00', { number: CARDS.challenged }))
    expect(challenged).toMatchObject({ status: 'input', next: { kind: 'challenge' } })
    expect(await theDetail()).toMatchObject({ status: 'input', awaits_payer: true })
    payments.clock.advance(59 * MINUTE_MS)
    await runDueSchedules(payments.tenant)
    expect(await thePayment()).toMatchObject({ status: 'input' })
    payments.clock.advance(2 * MINUTE_MS)
    await runDueSchedules(payments.tenant)
    expect(await thePayment()).toMatchObject({ status: 'rejected', failure_code: 'voided', next_step: null })
    expect(await theDetail()).toMatchObject({ status: 'rejected', awaits_payer: false })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })

  it('whose processor cannot cancel it yet is checked again within minutes', async () => {
    const { invoiceId, uow } = await payments.open()
    await pay(uow, invoiceId, cardForm('100.00', { number: CARDS.challenged }))
    payments.misbehave({ void: async () => failed({ kind: 'unavailable', code: '503', raw: null }) })
    payments.clock.advance(61 * MINUTE_MS)
    await runDueSchedules(payments.tenant)
    expect(await thePayment()).toMatchObject({ status: 'input', unanswered_checks: 1 })
    payments.misbehave({})
    payments.clock.advance(10 * MINUTE_MS)
    await runDueSchedules(payments.tenant)
    expect(await thePayment()).toMatchObject({ status: 'rejected', failure_code: 'voided' })
  })

  it('whose reply was lost is canceled too', async () => {
    const { invoiceId, uow } = await payments.open()
    expect(await pay(uow, invoiceId, cardForm('10.13', { number: CARDS.challenged }))).toMatchObject({
      status: 'waiting',
    })
    payments.clock.advance(MINUTE_MS)
    await runDueSchedules(payments.tenant)
    expect(await thePayment()).toMatchObject({ status: 'waiting' })
    payments.clock.advance(61 * MINUTE_MS)
    await runDueSchedules(payments.tenant)
    expect(await thePayment()).toMatchObject({ status: 'rejected' })
  })
})

it('checks less and less often and finally opens a case', async () => {
  const { invoiceId, uow } = await payments.open()
  await pay(uow, invoiceId, cardForm('50.13'))
  let calls = 0
  payments.misbehave({
    findPayment: () => {
      calls += 1
      return Promise.resolve(failed({ kind: 'unavailable', code: 'down', raw: null }))
    },
  })
  // The Sandbox would report by webhook what the reconciler cannot find out here.
  await payments.tenant.run((ctx) => ctx.db.deleteFrom('sandbox_events' as never).execute())
  for (const wait of [
    31_000,
    2 * MINUTE_MS,
    10 * MINUTE_MS,
    60 * MINUTE_MS,
    ...Array.from({ length: 12 }, () => DAY_MS),
  ]) {
    payments.clock.advance(wait)
    await runDueSchedules(payments.tenant)
    await runDueSchedules(payments.tenant)
  }
  expect(calls).toBe(12)
  const payment = await thePayment()
  expect(payment).toMatchObject({ status: 'error', failure_code: 'unresolved', next_check_at: null })
  expect(await balancesOf(payments.tenant, invoiceId)).toMatchObject({ reserved: '50.13' })
  payments.misbehave({})
  // The payment had been charged: voiding it finds the charge, and the money is booked.
  await expect(voidPayment(payments.tenant.uow(), payment.id)).rejects.toMatchObject({
    code: 'wrong_state',
  })
  expect(await payments.tenant.run((ctx) => readPayment(ctx, payment.id))).toMatchObject({
    status: 'confirmed',
  })
})

it('finds the outcome within minutes once a processor answers again after a day', async () => {
  const { invoiceId, uow } = await payments.open()
  for (const _ of Array.from({ length: 8 })) await pay(uow, invoiceId, cardForm('5.13'))
  await payments.tenant.run((ctx) => ctx.db.deleteFrom('sandbox_events' as never).execute())
  let calls = 0
  payments.misbehave({
    findPayment: () => {
      calls += 1
      return Promise.resolve(failed({ kind: 'unavailable', code: 'down', raw: null }))
    },
  })
  payments.clock.advance(31_000)
  await runDueSchedules(payments.tenant)
  expect(calls, 'one that is silent is not asked after everything').toBe(5)
  for (let hour = 0; hour < 24; hour++) {
    payments.clock.advance(60 * MINUTE_MS)
    for (const _ of [1, 2]) await runDueSchedules(payments.tenant)
  }
  payments.misbehave({})
  payments.clock.advance(11 * MINUTE_MS)
  await runDueSchedules(payments.tenant)
  const rows = await payments.tenant.run((ctx) => ctx.db.selectFrom('payments').selectAll().execute())
  expect(rows.map(({ status }) => status)).toEqual(Array(8).fill('confirmed'))
})

it('checks an e-check for ten business days', async () => {
  const { invoiceId, uow } = await payments.open()
  await pay(uow, invoiceId, eCheckForm('100.00'), 'sandbox-e-check')
  expect(await thePayment()).toMatchObject({ status: 'waiting' })
  payments.clock.advance(4 * DAY_MS)
  // By the reconciler alone, in case the webhook never arrives.
  await payments.tenant.run((ctx) => ctx.db.deleteFrom('sandbox_events' as never).execute())
  await checkPayment(system(), (await thePayment()).id)
  expect(await thePayment()).toMatchObject({ status: 'confirmed' })
  expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '0.00', reserved: '0.00' })
})
