import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { failed, type PaymentProvider, type ProviderPayment } from '../../../gateways/payments/port.ts'
import type { Steps } from '../../../platform/context.ts'
import type { Tenant, TestApp } from '../../../platform/testing/test-app.ts'
import { customerBalanceOf } from '../../ledger/index.ts'
import type { Body } from '../rules/option-form.ts'
import {
  anOpenInvoice,
  CARDS,
  cardForm,
  createPaymentsApp,
  eCheckForm,
  expectSoundBooks,
  portalOf,
  runTicks,
  sandboxCounts,
  standingOf,
} from '../testing.ts'
import { checkPayment } from './check-payment.ts'
import { payInvoice } from './pay-invoice.ts'
import { readPayment } from './read-payment.ts'
import { settlePayment } from './settle-payment.ts'
import { voidPayment } from './void-payment.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

let test: TestApp
let tenant: Tenant
/** Calls that are answered by something else than the Sandbox. */
let instead: Partial<PaymentProvider> = {}

beforeAll(async () => {
  test = await createPaymentsApp(
    (sandbox) =>
      new Proxy(sandbox, { get: (target, name) => Reflect.get(instead, name) ?? Reflect.get(target, name) }),
  )
})
beforeEach(async () => {
  instead = {}
  tenant = await test.tenant()
})
afterEach(() => expectSoundBooks(tenant))
afterAll(() => test.close())

async function invoiceAndPortal(total = '100.00') {
  const invoice = await tenant.run((ctx) => anOpenInvoice(ctx, total))
  return { ...invoice, steps: tenant.steps(portalOf(test.app, invoice.customer.id)) }
}

const pay = (steps: Steps, invoiceId: string, body: Body, optionId = 'sandbox-card') =>
  payInvoice(steps, { invoiceId, optionId, body })
const system = () => tenant.steps({ kind: 'system', job: 'test' })
const thePayment = async () => {
  const rows = await tenant.run((ctx) => ctx.db.selectFrom('payments').selectAll().execute())
  expect(rows).toHaveLength(1)
  return rows[0]!
}

/** The process dies right after its n-th transaction was committed. */
function dyingAfter(steps: Steps, nth: number): Steps {
  let begun = 0
  return {
    ...steps,
    transaction: async (work) => {
      begun += 1
      const result = await steps.transaction(work)
      if (begun === nth) throw new Error('killed')
      return result
    },
  }
}

/** The process dies when it begins its n-th transaction. */
function dyingBefore(steps: Steps, nth: number): Steps {
  let begun = 0
  return {
    ...steps,
    transaction: (work) => {
      begun += 1
      if (begun === nth) throw new Error('killed')
      return steps.transaction(work)
    },
  }
}

describe('a lost reply', () => {
  it('R-55 R-59 leaves the payment waiting, and the reconciler finds what happened', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    const paid = await pay(steps, invoiceId, cardForm('50.13'))
    expect(paid).toMatchObject({ status: 'waiting', invoice: { remaining: '100.00' } })
    expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '50.13' })
    test.clock.advance(29_000)
    const before = await thePayment()
    expect(before.next_check_at!.getTime()).toBeGreaterThan(test.clock.wallNow())
    test.clock.advance(2_000)
    await runTicks(tenant)
    expect(await thePayment()).toMatchObject({
      status: 'confirmed',
      captured_minor: 5013n,
      next_check_at: null,
      method_last4: '4242',
    })
    expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '49.87', reserved: '0.00' })
    expect(await sandboxCounts(tenant)).toMatchObject({ charges: 1, taken: '5013' })
  })

  it('gives the same request the settled answer afterwards', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    const body = cardForm('50.13')
    await pay(steps, invoiceId, body)
    expect(await pay(steps, invoiceId, body)).toMatchObject({ status: 'waiting' })
    test.clock.advance(MINUTE_MS)
    await runTicks(tenant)
    expect(await pay(steps, invoiceId, body)).toMatchObject({ status: 'confirmed' })
    expect(await sandboxCounts(tenant)).toMatchObject({ charges: 1 })
  })

  it('queues a check of its own, in the same transaction', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    await pay(steps, invoiceId, cardForm('50.13'))
    const { id } = await thePayment()
    const jobs = await tenant.run((ctx) =>
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

  it('asks twenty times at once and books once', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    await pay(steps, invoiceId, cardForm('50.13'))
    const { id } = await thePayment()
    await Promise.all(Array.from({ length: 20 }, () => checkPayment(system(), id)))
    expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '49.87', reserved: '0.00' })
    const entries = await tenant.run((ctx) =>
      ctx.db.selectFrom('ledger_entries').select('id').where('kind', '=', 'payment').execute(),
    )
    expect(entries).toHaveLength(1)
  })
})

describe('a process that dies', () => {
  it('R-53 before the call: nothing was charged, and what was held is free again once that is certain', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    await expect(pay(dyingAfter(steps, 2), invoiceId, cardForm('100.00'))).rejects.toThrow('killed')
    expect(await thePayment()).toMatchObject({ status: 'input', provider_ref: null })
    expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '100.00' })
    test.clock.advance(31_000)
    await runTicks(tenant)
    // Too early to be certain: the call could still arrive.
    expect(await thePayment()).toMatchObject({ status: 'input' })
    test.clock.advance(3 * MINUTE_MS)
    await runTicks(tenant)
    expect(await thePayment()).toMatchObject({ status: 'rejected', failure_code: 'never_arrived' })
    expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
    expect(await sandboxCounts(tenant)).toMatchObject({ charges: 0 })
  })

  it('R-53 after the call: the charge is found and booked, once', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    const body = cardForm('100.00')
    await expect(pay(dyingBefore(steps, 3), invoiceId, body)).rejects.toThrow('killed')
    expect(await sandboxCounts(tenant)).toMatchObject({ charges: 1 })
    await expect(pay(steps, invoiceId, body)).rejects.toMatchObject({ code: 'in_progress' })
    test.clock.advance(31_000)
    await runTicks(tenant)
    expect(await thePayment()).toMatchObject({ status: 'confirmed' })
    expect(await pay(steps, invoiceId, body)).toMatchObject({
      status: 'confirmed',
      invoice: { remaining: '0.00' },
    })
    expect(await sandboxCounts(tenant)).toMatchObject({ charges: 1, taken: '10000' })
  })

  it('finds a decline whose answer was lost', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    await expect(
      pay(dyingBefore(steps, 3), invoiceId, cardForm('100.00', { number: CARDS.declined })),
    ).rejects.toThrow('killed')
    test.clock.advance(31_000)
    await runTicks(tenant)
    expect(await thePayment()).toMatchObject({
      status: 'rejected',
      failure_code: 'declined',
      failure_message: 'Your card was declined.',
    })
  })
})

describe('R-45 a charge that arrives after it was given up', () => {
  /** The call was given up as never arrived; `arrive` is when the processor gets it after all. */
  async function givenUp() {
    const { invoiceId, steps, customer } = await invoiceAndPortal()
    let arrive: () => Promise<unknown> = async () => null
    const sandbox = test.app.processors.get('sandbox')!
    const create = sandbox.create
    instead = {
      create: (connection, request, key) => {
        arrive = () => create(connection, request, key)
        return Promise.resolve(failed({ kind: 'unknown_outcome', code: 'timeout', raw: null }))
      },
    }
    await pay(steps, invoiceId, cardForm('100.00', { number: CARDS.disputed }))
    instead = {}
    for (const wait of [31_000, 3 * MINUTE_MS]) {
      test.clock.advance(wait)
      await runTicks(tenant)
    }
    const attempt = await thePayment()
    expect(attempt).toMatchObject({ status: 'rejected', failure_code: 'never_arrived' })
    return { invoiceId, steps, customer, attempt, sandbox, arrive: () => arrive() }
  }

  const late = () =>
    tenant.run((ctx) =>
      ctx.db.selectFrom('payments').selectAll().where('late_of', 'is not', null).executeTakeFirstOrThrow(),
    )

  it('is recorded as a payment of its own, and what is over becomes unapplied credit', async () => {
    const { invoiceId, steps, customer, attempt, sandbox, arrive } = await givenUp()
    await pay(steps, invoiceId, cardForm('70.00'))
    await arrive()
    const found = await sandbox.findByOurId({ accountId: tenant.accountId }, attempt.id)
    const observed = (found as { value: ProviderPayment }).value
    const seen = { recipient: tenant.accountId, cause: 'event' }
    for (const _ of [1, 2]) await tenant.run((ctx) => settlePayment(ctx, attempt.id, observed, seen))
    const money = {
      status: 'confirmed',
      amount_minor: 10_000n,
      unapplied_minor: 7_000n,
      provider_ref: observed.providerRef,
    }
    expect(await late()).toMatchObject(money)
    expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '0.00', reserved: '0.00' })
    const balance = await tenant.run((ctx) => customerBalanceOf(ctx, customer.id, 'USD'))
    expect(balance).toMatchObject({ owedMinor: 0n, unappliedMinor: 7_000n })
    // Later news of the charge belong to the payment that the money is.
    test.clock.advance(7 * DAY_MS)
    await runTicks(tenant)
    expect(await late()).toMatchObject({ status: 'rejected', failure_code: 'disputed', unapplied_minor: 0n })
    expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '30.00', reserved: '0.00' })
  })
})

describe('a challenge', () => {
  it('that nobody answers is let go after an hour', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    const asked = await pay(steps, invoiceId, cardForm('100.00', { number: CARDS.challenged }))
    expect(asked).toMatchObject({ status: 'input', next: { kind: 'challenge' } })
    test.clock.advance(59 * MINUTE_MS)
    await runTicks(tenant)
    expect(await thePayment()).toMatchObject({ status: 'input' })
    test.clock.advance(2 * MINUTE_MS)
    await runTicks(tenant)
    expect(await thePayment()).toMatchObject({ status: 'rejected', failure_code: 'voided', next_step: null })
    expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })

  it('whose question got lost is let go too', async () => {
    const { invoiceId, steps } = await invoiceAndPortal()
    expect(await pay(steps, invoiceId, cardForm('10.13', { number: CARDS.challenged }))).toMatchObject({
      status: 'waiting',
    })
    test.clock.advance(MINUTE_MS)
    await runTicks(tenant)
    expect(await thePayment()).toMatchObject({ status: 'waiting' })
    test.clock.advance(61 * MINUTE_MS)
    await runTicks(tenant)
    expect(await thePayment()).toMatchObject({ status: 'rejected' })
  })
})

describe('a processor that says something else', () => {
  const lies: [string, Partial<ProviderPayment>][] = [
    ['amount', { amount: { minor: 1n, currency: 'USD' } }],
    ['currency', { amount: { minor: 10_000n, currency: 'EUR' } }],
    ['recipient', { recipient: '00000000-0000-7000-8000-000000000001' }],
    ['payment id', { ourId: '00000000-0000-7000-8000-000000000002' }],
    ['captured amount', { captured: { minor: 9_999n, currency: 'USD' } }],
  ]

  it.each(lies)(
    'T-15 R-58 with another %s is not believed: nothing is booked, staff have to look',
    async (problem, lie) => {
      const { invoiceId, steps } = await invoiceAndPortal()
      const create = test.app.processors.get('sandbox')!.create
      instead = {
        create: async (...call) => {
          const made = await create(...call)
          return made.ok ? { ok: true, value: { ...made.value, ...lie } } : made
        },
      }
      const paid = await pay(steps, invoiceId, cardForm('100.00'))
      expect(paid).toMatchObject({ status: 'error', invoice: { remaining: '100.00' } })
      const payment = await thePayment()
      expect(payment).toMatchObject({ failure_code: 'mismatch', captured_minor: 0n })
      expect(payment.failure_message).toContain(`another ${problem}`)
      expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '100.00' })
      const notes = await tenant.run((ctx) =>
        ctx.db.selectFrom('audit_entries').select('action').where('object_id', '=', payment.id).execute(),
      )
      expect(notes.map((note) => note.action)).toContain('payments.quarantine')
      // The money was taken, so it can't just be released.
      await expect(voidPayment(tenant.steps(), payment.id)).rejects.toMatchObject({ code: 'wrong_state' })
    },
  )
})

it('R-59 asks less and less often, and at last leaves it to a person', async () => {
  const { invoiceId, steps } = await invoiceAndPortal()
  await pay(steps, invoiceId, cardForm('50.13'))
  let asked = 0
  instead = {
    findByOurId: () => {
      asked += 1
      return Promise.resolve(failed({ kind: 'unavailable', code: 'down', raw: null }))
    },
  }
  // The Sandbox would tell by webhook what the reconciler can't find out here.
  await tenant.run((ctx) => ctx.db.deleteFrom('sandbox_events' as never).execute())
  for (const wait of [
    31_000,
    2 * MINUTE_MS,
    10 * MINUTE_MS,
    60 * MINUTE_MS,
    ...Array.from({ length: 12 }, () => DAY_MS),
  ]) {
    test.clock.advance(wait)
    await runTicks(tenant)
    await runTicks(tenant)
  }
  expect(asked).toBe(12)
  const payment = await thePayment()
  expect(payment).toMatchObject({ status: 'error', failure_code: 'unresolved', next_check_at: null })
  expect(await standingOf(tenant, invoiceId)).toMatchObject({ reserved: '50.13' })
  instead = {}
  // It had been charged: voiding it finds that out, and the money is booked.
  await expect(voidPayment(tenant.steps(), payment.id)).rejects.toMatchObject({ code: 'wrong_state' })
  expect(await tenant.run((ctx) => readPayment(ctx, payment.id))).toMatchObject({ status: 'confirmed' })
})

it('an e-check is asked after for ten business days', async () => {
  const { invoiceId, steps } = await invoiceAndPortal()
  await pay(steps, invoiceId, eCheckForm('100.00'), 'sandbox-e-check')
  expect(await thePayment()).toMatchObject({ status: 'waiting' })
  test.clock.advance(4 * DAY_MS)
  // By the reconciler alone, should the webhook never come.
  await tenant.run((ctx) => ctx.db.deleteFrom('sandbox_events' as never).execute())
  await checkPayment(system(), (await thePayment()).id)
  expect(await thePayment()).toMatchObject({ status: 'confirmed' })
  expect(await standingOf(tenant, invoiceId)).toEqual({ remaining: '0.00', reserved: '0.00' })
})
