import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { failed, type Outcome } from '../../../../gateways/payments/port.ts'
import { sandboxDashboard } from '../../../../gateways/payments/sandbox/index.ts'
import { newId } from '../../../../platform/ids.ts'
import { waitingEvents } from '../../store/inbox.ts'
import { balancesOf, CARDS, cardForm, pay, paymentsFixture, runDueSchedules } from '../../testing.ts'
import { handleProcessorEvent } from '../inbox/handle-processor-event.ts'
import { deliverDueEvents } from '../inbox/process-inbox.ts'
import { readPayment } from '../read/read-payment.ts'
import { refundPayment } from '../refund/refund-payment.ts'
import { voidPayment } from '../settle/void-payment.ts'
import { listCases } from './list-cases.ts'
import { recheckCase } from './recheck-case.ts'

const payments = paymentsFixture()

/** The same reply with an amount one dollar higher. */
const dearer = <T extends { amount: { minor: bigint; currency: string } }>(
  outcome: Outcome<T | null>,
): Outcome<never> => {
  if (!outcome.ok || outcome.value === null) return outcome as Outcome<never>
  const { minor, currency } = outcome.value.amount
  return { ok: true, value: { ...outcome.value, amount: { minor: minor + 100n, currency } } as never }
}

const LISTED = { page: 1, page_size: 25, search: '', state: 'open', order_by: '-opened_at' } as const

const openCases = () => payments.tenant.run(async (ctx) => (await listCases(ctx, LISTED)).results)
const recheck = (id: string) => recheckCase(payments.tenant.uow(), id)
const detailOf = (id: string) => payments.tenant.run((ctx) => readPayment(ctx, id))

describe('a case about a mismatch', () => {
  it('is resolved by a later processor report, and keeps the reference of the first one', async () => {
    const { invoiceId, uow } = await payments.open('100.00')
    const real = payments.sandbox
    const wrong = {
      create: async (...values: Parameters<typeof real.create>) => dearer(await real.create(...values)),
      findPayment: async (...values: Parameters<typeof real.findPayment>) =>
        dearer(await real.findPayment(...values)),
      fetch: async (...values: Parameters<typeof real.fetch>) => dearer(await real.fetch(...values)),
    }
    payments.misbehave(wrong)
    const { id } = await pay(uow, invoiceId, cardForm('100.00'))
    const [found] = await openCases()
    expect(found).toMatchObject({ kind: 'mismatch', gateway_id: expect.any(String), payment: { pk: id } })
    expect((await recheck(found!.pk)).closed_at).toBeNull()
    expect(await detailOf(id)).toMatchObject({ status: 'error', captured_amount: '0.00' })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '100.00' })
    payments.misbehave({})
    expect((await recheck(found!.pk)).closed_at).not.toBeNull()
    expect(await detailOf(id)).toMatchObject({ status: 'confirmed', captured_amount: '100.00' })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '0.00', reserved: '0.00' })
  })

  it('about an authorization is voided by staff for any reported amount', async () => {
    const { invoiceId, uow } = await payments.open('100.00')
    const { create, void: voidAtSandbox } = payments.sandbox
    payments.misbehave({
      create: async (...values) => dearer(await create(...values)),
      void: async (...values) => dearer(await voidAtSandbox!(...values)),
    })
    const { id } = await pay(uow, invoiceId, cardForm('100.00', { number: CARDS.challenged }))
    expect(await detailOf(id)).toMatchObject({ status: 'error', captured_amount: '0.00' })
    await voidPayment(payments.tenant.uow(), id)
    expect(await detailOf(id)).toMatchObject({ status: 'rejected' })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })

  it('about a refund stays open until the refund is settled and booked', async () => {
    const { invoiceId, uow } = await payments.open('100.00')
    const { id } = await pay(uow, invoiceId, cardForm('100.00'))
    const real = payments.sandbox
    payments.misbehave({
      refund: async (...values) => dearer(await real.refund(...values)),
      findRefund: async (...values) => dearer(await real.findRefund(...values)),
    })
    await refundPayment(payments.tenant.uow(), id, {
      total: '40.00',
      total_currency: 'USD',
      request_id: `refund-${newId(0)}`,
      reason: '',
    })
    const [found] = await openCases()
    expect(found).toMatchObject({ kind: 'mismatch', payment: { pk: id } })
    expect((await recheck(found!.pk)).closed_at).toBeNull()
    expect(await detailOf(id)).toMatchObject({ refunded_amount: '0.00', refunds: [{ status: 'waiting' }] })
    payments.misbehave({})
    expect((await recheck(found!.pk)).closed_at).not.toBeNull()
    expect(await detailOf(id)).toMatchObject({ refunded_amount: '40.00', refunds: [{ status: 'confirmed' }] })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '40.00', reserved: '0.00' })
  })
})

/** Runs the next day's comparison and everything else that falls due until then. */
async function nextDay(): Promise<void> {
  payments.clock.advance(DAY_MS)
  await runDueSchedules(payments.tenant)
}

const unheard = failed({ kind: 'unknown_outcome', code: 'timeout', raw: null })
const kindsOf = async () => (await openCases()).map(({ kind }) => kind)

describe('a case about an unknown charge or refund', () => {
  it('about a late charge is closed once the money is recorded', async () => {
    const { invoiceId, uow } = await payments.open('100.00')
    const { create } = payments.sandbox
    let arrive: () => Promise<unknown> = () => Promise.reject(new Error('nothing was asked'))
    payments.misbehave({
      create: async (...values) => {
        arrive = () => create(...values)
        return unheard
      },
    })
    const { id } = await pay(uow, invoiceId, cardForm('100.00'))
    payments.misbehave({})
    await nextDay()
    expect(await detailOf(id)).toMatchObject({ status: 'rejected' })
    await arrive()
    await nextDay()
    const [found] = await openCases()
    expect(found).toMatchObject({ kind: 'charge_without_payment', payment: { pk: id } })
    expect((await recheck(found!.pk)).closed_at).not.toBeNull()
    expect(await kindsOf()).toEqual(['late_charge'])
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '0.00', reserved: '0.00' })
    await nextDay()
    expect(await kindsOf()).toEqual(['late_charge'])
  })

  it('about refunds made at the processor is closed once each part is booked', async () => {
    const { invoiceId, uow } = await payments.open('100.00')
    const { id } = await pay(uow, invoiceId, cardForm('100.00'))
    const { gateway_id } = await detailOf(id)
    payments.misbehave({ refund: async () => unheard })
    const body = { total: '50.00', total_currency: 'USD', request_id: 'never-arrives', reason: '' }
    await refundPayment(payments.tenant.uow(), id, body)
    payments.misbehave({})
    const desk = sandboxDashboard(payments.app, payments.tenant.accountId)
    await desk.simulateEvent(gateway_id!, 'refund')
    // A refund requested here may be a part of it, which is not known yet.
    await deliverDueEvents(payments.tenant.uow())
    for (const event of await payments.tenant.run((ctx) => waitingEvents(ctx, ctx.now, 100)))
      await handleProcessorEvent(payments.tenant.uow(), event)
    expect(await detailOf(id)).toMatchObject({ status: 'confirmed', refunded_amount: '50.00' })
    // No answer when the refund that never arrived is closed, so the comparison finds it.
    payments.misbehave({ fetch: async () => unheard })
    await nextDay()
    payments.misbehave({})
    const [found] = await openCases()
    expect(found).toMatchObject({ kind: 'refund_without_record', payment: { pk: id } })
    expect((await recheck(found!.pk)).closed_at).not.toBeNull()
    expect(await detailOf(id)).toMatchObject({ status: 'refunded', refunded_amount: '100.00' })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })
})
