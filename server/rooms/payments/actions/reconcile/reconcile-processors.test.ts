import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { failed, type PaymentProcessor, succeeded } from '../../../../gateways/payments/port.ts'
import { sandboxDashboard } from '../../../../gateways/payments/sandbox/index.ts'
import { CARDS, eCheckForm, pay, paymentsFixture, reconcilingSteps, runDueSchedules } from '../../testing.ts'
import { refundPayment } from '../refund/refund-payment.ts'
import { checkDueRefunds } from './check-due.ts'
import { reconcileProcessors } from './reconcile-processors.ts'

const payments = paymentsFixture()

const { system, detailOf, paid, changeAtProcessor, cases, nextDay } = reconcilingSteps(payments)

const refund = (id: string, total: string, requestId = `refund-${id}-${total}`) =>
  refundPayment(payments.tenant.uow(), id, {
    total,
    total_currency: 'USD',
    request_id: requestId,
    reason: '',
  })

const runs = () =>
  payments.tenant.run((ctx) =>
    ctx.db.selectFrom('payment_reconciliations').selectAll().orderBy('day').execute(),
  )

/** Marks a charge as too recent for the comparisons so far, so that the next one fetches it by reference. */
const rememberMoving = (ref: string) =>
  payments.tenant.run((ctx) =>
    ctx.db
      .updateTable('payment_reconciliations')
      .set({ moving_refs: [ref] })
      .execute(),
  )

describe('the daily comparison', () => {
  it('leaves a payment with a lost reply to its own checks, also after a long time without a worker', async () => {
    const { id } = await paid('50.13')
    await nextDay()
    expect(await detailOf(id)).toMatchObject({ status: 'waiting' })
    expect(await cases({ state: 'all' })).toEqual([])
    expect((await runs()).at(-1)).toMatchObject({ differing: 0 })
    await runDueSchedules(payments.tenant)
    expect(await detailOf(id)).toMatchObject({ status: 'confirmed', captured_amount: '50.13' })
  })

  it('finds no difference for paid, refunded, returned, disputed, declined, authorized and open payments', async () => {
    const { id } = await paid()
    await refund(id, '30.00')
    await refund((await paid('20.00')).id, '20.00')
    await paid('10.00', { number: CARDS.disputed })
    await paid('10.00', { number: CARDS.authorized })
    await paid('10.00', { number: CARDS.declined }).catch(() => null)
    await paid('50.13')
    for (const account of ['000222222227', '000111111113', '000123456789']) {
      const { invoiceId, uow } = await payments.open('15.00')
      await pay(uow, invoiceId, eCheckForm('15.00', account), 'sandbox-e-check')
    }
    for (let day = 0; day < 10; day++) {
      payments.clock.advance(DAY_MS)
      await runDueSchedules(payments.tenant)
    }
    expect(await cases({ state: 'all' })).toEqual([])
    const [first, ...later] = await runs()
    expect([first!.compared, first!.differing, first!.failure]).toEqual([9, 0, null])
    expect(later).toHaveLength(9)
  })

  it.each(['listPayments', 'fetch'] as const)(
    'reports no difference for an entry booked during the reply to %s',
    async (call) => {
      const { invoiceId, uow } = await payments.open('15.00')
      const { id } = await pay(uow, invoiceId, eCheckForm('15.00', '000123456789'), 'sandbox-e-check')
      await reconcileProcessors(system())
      const { gateway_id } = await detailOf(id)
      await rememberMoving(gateway_id!)
      let calls = 0
      const ask = payments.sandbox[call] as (...args: unknown[]) => Promise<never>
      const bookedMeanwhile = async (...args: unknown[]) => {
        const answer = await ask(...args)
        if (calls++ > 0) return answer
        payments.clock.advance(4 * DAY_MS)
        await runDueSchedules(payments.tenant)
        return answer
      }
      const nothing = async () => succeeded({ items: [], next: null })
      payments.misbehave({ ...(call === 'fetch' && { listPayments: nothing }), [call]: bookedMeanwhile })
      await nextDay()
      expect(calls).toBeGreaterThan(0)
      expect(await cases({ state: 'all' })).toEqual([])
      expect((await runs()).map(({ differing }) => differing)).toEqual([0, 0, 0])
    },
  )

  it('finds a charge without a payment', async () => {
    const { id } = await paid()
    await changeAtProcessor(sql`insert into sandbox_charges
      select account_id, 'sbc_atthedesk0123456789', 'not-ours', 'k', request_hash, type, status, currency, 7700, 7700, 0, reason, method,
        stored_token, settle_at, settle_as, reply_lost, created_at, updated_at, approved_at, customer_ref, description
      from sandbox_charges`)
    await nextDay()
    expect(await cases()).toMatchObject([
      {
        kind: 'charge_without_payment',
        detail: 'Sandbox took $77.00, which isn’t booked here.',
        gateway_id: 'sbc_atthedesk0123456789',
        payment: null,
        booked: null,
        observed: { amount: '77.00', currency: 'USD' },
      },
    ])
    expect((await detailOf(id)).cases).toEqual([])
  })

  it('covers the time since the last comparison, also after a long time without a worker', async () => {
    const { ref } = await paid()
    const dashboard = sandboxDashboard(payments.app, payments.tenant.accountId)
    for (const found of [['refund_without_record'], ['refund_without_record', 'payment_without_charge']]) {
      if (found.length === 1) await dashboard.simulateEvent(ref, 'refund')
      else {
        const { ref: other } = await paid()
        await changeAtProcessor(sql`delete from sandbox_charges where ref = ${other}`)
      }
      payments.clock.advance(90 * DAY_MS)
      await reconcileProcessors(system())
      expect((await cases()).map(({ kind }) => kind)).toEqual(found)
    }
    payments.clock.set('2026-11-20T15:00:00Z')
  })

  it('compares recently changed charges again, whatever their age', async () => {
    const { ref } = await paid()
    await nextDay()
    await sandboxDashboard(payments.app, payments.tenant.accountId).simulateEvent(ref, 'refund')
    payments.clock.advance(34 * DAY_MS)
    await changeAtProcessor(sql`update sandbox_refunds set created_at = created_at - interval '2 days'`)
    await changeAtProcessor(
      sql`update sandbox_charges set updated_at = ${new Date(payments.clock.wallNow() - HOUR_MS / 2)} where ref = ${ref}`,
    )
    await reconcileProcessors(system())
    expect(await cases()).toEqual([])
    expect((await runs()).at(-1)).toMatchObject({ moving_refs: [ref] })
    await nextDay()
    expect(await cases()).toMatchObject([{ kind: 'refund_without_record', gateway_id: ref }])
    expect((await runs()).at(-1)).toMatchObject({ moving_refs: [] })
    // Also when the processor has forgotten the charge by then.
    await rememberMoving(ref)
    for (const table of ['sandbox_refunds', 'sandbox_events'])
      await changeAtProcessor(sql`delete from ${sql.table(table)} where charge_ref = ${ref}`)
    await changeAtProcessor(sql`delete from sandbox_charges where ref = ${ref}`)
    await nextDay()
    expect((await cases()).map(({ kind }) => kind)).toContain('payment_without_charge')
    payments.clock.set('2026-11-20T15:00:00Z')
  })

  it('finds a refund at the processor once the open refund that explained it has failed, if the processor gave no answer then', async () => {
    const { id, ref } = await paid()
    const unknown = failed({ kind: 'unknown_outcome', code: 'timeout', raw: null })
    payments.misbehave({ refund: async () => unknown })
    await refund(id, '100.00')
    payments.misbehave({})
    await sandboxDashboard(payments.app, payments.tenant.accountId).simulateEvent(ref, 'refund')
    payments.clock.advance(40 * DAY_MS)
    await reconcileProcessors(system())
    expect(await cases()).toEqual([])
    payments.misbehave({ fetch: async () => unknown })
    await checkDueRefunds(system())
    payments.misbehave({})
    await nextDay()
    expect(await cases()).toMatchObject([{ kind: 'refund_without_record', payment: { pk: id } }])
    payments.clock.set('2026-11-20T15:00:00Z')
  })

  it('finds a payment without a charge and shows it on the payment', async () => {
    const { id, ref } = await paid()
    await changeAtProcessor(sql`delete from sandbox_charges where ref = ${ref}`)
    await nextDay()
    const found = {
      kind: 'payment_without_charge',
      detail: '$100.00 is booked here, but Sandbox has no such charge.',
      booked: { amount: '100.00', currency: 'USD' },
      observed: null,
      payment: { pk: id },
    }
    expect(await cases()).toMatchObject([found])
    expect((await detailOf(id)).cases).toMatchObject([found])
  })

  it('finds a different amount', async () => {
    const { ref } = await paid()
    await changeAtProcessor(sql`update sandbox_charges set captured_minor = 9000 where ref = ${ref}`)
    await nextDay()
    expect(await cases()).toMatchObject([
      { kind: 'amount', detail: 'Sandbox took $90.00; $100.00 is booked here.' },
    ])
  })

  it('finds a different currency', async () => {
    const { ref } = await paid()
    await changeAtProcessor(sql`update sandbox_charges set currency = 'CAD' where ref = ${ref}`)
    await nextDay()
    expect(await cases()).toMatchObject([
      {
        kind: 'currency',
        booked: { amount: '100.00', currency: 'USD' },
        observed: { amount: '100.00', currency: 'CAD' },
      },
    ])
  })

  it('finds a refund without a record, also of a much older payment', async () => {
    const { ref } = await paid()
    payments.clock.advance(60 * DAY_MS)
    await changeAtProcessor(sql`insert into sandbox_refunds (account_id, ref, charge_ref, our_id, idempotency_key, currency, amount_minor, created_at)
      select account_id, 'sbr_desk', ref, 'x', 'x', 'USD', 2500, now() + interval '60 days' from sandbox_charges`)
    await changeAtProcessor(
      sql`update sandbox_refunds set created_at = ${new Date(payments.clock.wallNow())}`,
    )
    await changeAtProcessor(sql`update sandbox_charges set refunded_minor = 2500 where ref = ${ref}`)
    await nextDay()
    expect(await cases()).toMatchObject([
      {
        kind: 'refund_without_record',
        detail: 'Sandbox refunded $25.00; $0.00 is booked here as refunded.',
      },
    ])
  })

  it('finds a record without a refund', async () => {
    const { id, ref } = await paid()
    await refund(id, '40.00')
    for (const table of ['sandbox_refunds', 'sandbox_events'])
      await changeAtProcessor(sql`delete from ${sql.table(table)} where charge_ref = ${ref}`)
    await changeAtProcessor(sql`update sandbox_charges set refunded_minor = 0 where ref = ${ref}`)
    await nextDay()
    expect(await cases()).toMatchObject([
      {
        kind: 'record_without_refund',
        detail: '$40.00 is booked here as refunded; Sandbox refunded $0.00.',
        payment: { pk: id },
      },
    ])
  })

  it('finds all six differences once each, for any page size and repeated runs', async () => {
    const made = []
    for (let at = 0; at < 6; at++) made.push(await paid())
    const [without, amount, currency, unbooked, unmade] = made
    await refund(unmade!.id, '40.00')
    await changeAtProcessor(sql`delete from sandbox_charges where ref = ${without!.ref}`)
    await changeAtProcessor(sql`update sandbox_charges set captured_minor = 9000 where ref = ${amount!.ref}`)
    await changeAtProcessor(sql`update sandbox_charges set currency = 'CAD' where ref = ${currency!.ref}`)
    await changeAtProcessor(sql`update sandbox_charges set refunded_minor = 500 where ref = ${unbooked!.ref}`)
    await changeAtProcessor(sql`update sandbox_charges set refunded_minor = 0 where ref = ${unmade!.ref}`)
    await changeAtProcessor(sql`insert into sandbox_charges
      select account_id, 'sbc_desk' || n, 'x' || n, 'k' || n, request_hash, type, status, 'USD', 100, 100, 0, reason, method,
        stored_token, settle_at, settle_as, reply_lost, created_at, updated_at, approved_at, customer_ref, description
      from sandbox_charges, generate_series(1, 250) n where ref = ${made[5]!.ref}`)
    await Promise.all(Array.from({ length: 5 }, () => reconcileProcessors(system())))
    await nextDay()
    await nextDay()
    const found = await payments.tenant.run((ctx) =>
      sql<{
        kind: string
        n: number
      }>`select kind, count(*)::int as n from payment_cases group by 1 order by 1`.execute(ctx.db),
    )
    expect(found.rows).toEqual([
      { kind: 'amount', n: 1 },
      { kind: 'charge_without_payment', n: 250 },
      { kind: 'currency', n: 1 },
      { kind: 'payment_without_charge', n: 1 },
      { kind: 'record_without_refund', n: 1 },
      { kind: 'refund_without_record', n: 1 },
    ])
    expect((await runs()).map((run) => run.differing)).toContain(255)
  })

  it('runs once a day after 3 a.m. in the account’s time zone, with concurrent callers', async () => {
    await Promise.all(Array.from({ length: 10 }, () => reconcileProcessors(system())))
    payments.clock.advance(HOUR_MS)
    await reconcileProcessors(system())
    expect(await runs()).toMatchObject([{ attempts: 1 }])
    await nextDay()
    const days = (await runs()).map((run) => run.day)
    expect(days).toHaveLength(2)
    // 08:30 UTC is 03:30 in New York and 07:30 UTC is 02:30, before the day starts there.
    payments.clock.set(`${days[1]}T07:30:00Z`)
    payments.clock.advance(DAY_MS)
    await reconcileProcessors(system())
    expect(await runs()).toHaveLength(2)
    payments.clock.advance(HOUR_MS)
    await reconcileProcessors(system())
    expect(await runs()).toHaveLength(3)
    payments.clock.set('2026-11-20T15:00:00Z')
  })

  it('is retried an hour after the processor was unreachable, and opens no case for that', async () => {
    await paid()
    const away: Partial<PaymentProcessor> = {
      listPayments: async () => failed({ kind: 'unavailable', code: 'down', raw: null }),
    }
    payments.misbehave(away)
    await nextDay()
    payments.misbehave({})
    await reconcileProcessors(system())
    expect((await runs()).at(-1)).toMatchObject({ attempts: 1, finished_at: null })
    payments.clock.advance(HOUR_MS)
    await reconcileProcessors(system())
    expect((await runs()).at(-1)).toMatchObject({ attempts: 2, differing: 0, failure: null })
    expect(await cases({ state: 'all' })).toEqual([])
  })

  it('finds a second charge with the id of a charged payment', async () => {
    const { ref } = await paid()
    const { listPayments } = payments.sandbox
    payments.misbehave({
      listPayments: async (...args) => {
        const listed = await listPayments(...args)
        if (!listed.ok) return listed
        const { items, next } = listed.value
        return succeeded({
          items: items.flatMap((one) => [one, { ...one, providerRef: 'sbc_second' }]),
          next,
        })
      },
    })
    await nextDay()
    expect(await cases()).toMatchObject([{ kind: 'charge_without_payment', gateway_id: 'sbc_second' }])
    expect((await runs()).at(-1)).toMatchObject({ compared: 2, differing: 1 })
    expect(ref).not.toBe('sbc_second')
  })

  it('uses the listed state of a charge that cannot be fetched, and continues with the others', async () => {
    const { ref } = await paid()
    await paid()
    await changeAtProcessor(sql`update sandbox_charges set captured_minor = 9000 where ref = ${ref}`)
    payments.misbehave({ fetch: async () => failed({ kind: 'unavailable', code: 'down', raw: null }) })
    await nextDay()
    expect(await cases()).toMatchObject([{ kind: 'amount', gateway_id: ref }])
    expect((await runs()).at(-1)).toMatchObject({ compared: 2, differing: 1, failure: null })
  })

  it('stops fetching after five unanswered calls in a row, and still finds every difference', async () => {
    const { ref } = await paid()
    await changeAtProcessor(sql`insert into sandbox_charges
      select account_id, 'sbc_unknown_' || n, 'not-ours-' || n, 'k' || n, request_hash, type, status, currency, amount_minor, captured_minor, 0,
        reason, method, stored_token, settle_at, settle_as, reply_lost, created_at, updated_at, approved_at, customer_ref, description
      from sandbox_charges, generate_series(1, 12) n where ref = ${ref}`)
    let calls = 0
    const { fetch } = payments.sandbox
    payments.misbehave({
      fetch: async (...about) => {
        calls += 1
        if (calls === 3) return fetch(...about)
        return failed({ kind: 'unavailable', code: 'down', raw: null })
      },
    })
    await nextDay()
    expect(calls).toBe(3 + 5)
    expect(await cases()).toHaveLength(12)
    expect((await runs()).at(-1)).toMatchObject({ compared: 13, differing: 12, failure: null })
  })

  it('fetches payments that a truncated list omits', async () => {
    await paid()
    payments.misbehave({ listPayments: async () => succeeded({ items: [], next: null }) })
    await nextDay()
    expect(await cases()).toEqual([])
    expect((await runs()).at(-1)).toMatchObject({ compared: 1, differing: 0 })
  })
})
