import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { failed } from '../../../../gateways/payments/port.ts'
import { signedRequest } from '../../../../gateways/payments/sandbox/webhook.ts'
import { webhookSecrets } from '../../../../platform/auth/webhook-secrets.ts'
import type { Body } from '../../rules/option-form.ts'
import {
  anOpenInvoice,
  balancesOf,
  CARDS,
  cardForm,
  eCheckForm,
  paymentsFixture,
  portalOf,
  runDueSchedules,
} from '../../testing.ts'
import { payInvoice } from '../pay/pay-invoice.ts'
import { readPayment } from '../read/read-payment.ts'
import { handleProcessorEvent } from './handle-processor-event.ts'
import { receiveProcessorEvent } from './receive-processor-event.ts'

const payments = paymentsFixture()

const system = () => payments.tenant.uow({ kind: 'system', job: 'test' })

async function paid(body: Body, optionId = 'sandbox-card') {
  const invoice = await payments.tenant.run((ctx) => anOpenInvoice(ctx, '100.00'))
  const uow = payments.tenant.uow(portalOf(payments.app, invoice.customer.id))
  const payment = await payInvoice(uow, { invoiceId: invoice.invoiceId, optionId, body })
  return { invoiceId: invoice.invoiceId, paymentId: payment.id }
}

const detailOf = (paymentId: string) => payments.tenant.run((ctx) => readPayment(ctx, paymentId))
const inbox = () =>
  payments.tenant.run((ctx) => ctx.db.selectFrom('provider_inbox').selectAll().orderBy('event_id').execute())

const eventAbout = (chargeRef: string, id = `sbe_${chargeRef}_test`, accountId = payments.tenant.accountId) =>
  signedRequest(
    { id, kind: 'charge.updated', chargeRef, accountId },
    webhookSecrets(payments.app.config, 'sandbox', accountId)[0]!,
    payments.clock.wallNow(),
  )

describe('an e-check', () => {
  it('is confirmed when it clears, after the clock moved', async () => {
    const { invoiceId, paymentId } = await paid(eCheckForm('100.00'), 'sandbox-e-check')
    await runDueSchedules(payments.tenant)
    expect(await detailOf(paymentId)).toMatchObject({ status: 'waiting' })
    payments.clock.advance(3 * DAY_MS)
    await runDueSchedules(payments.tenant)
    expect(await detailOf(paymentId)).toMatchObject({ status: 'confirmed', captured_amount: '100.00' })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '0.00', reserved: '0.00' })
    expect(await inbox()).toMatchObject([{ kind: 'charge.cleared', status: 'done' }])
  })

  it('that is returned releases the reservation, and staff see the reason', async () => {
    const { invoiceId, paymentId } = await paid(eCheckForm('100.00', '000111111113'), 'sandbox-e-check')
    payments.clock.advance(2 * DAY_MS)
    await runDueSchedules(payments.tenant)
    expect(await detailOf(paymentId)).toMatchObject({
      status: 'rejected',
      captured_amount: '0.00',
      failure: 'The bank returned the e-check. The account is closed (R02).',
      invoices: [{ amount: '100.00', state: 'released' }],
    })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })

  it('that is returned after it cleared reopens the invoice', async () => {
    const { invoiceId, paymentId } = await paid(eCheckForm('100.00', '000222222227'), 'sandbox-e-check')
    payments.clock.advance(3 * DAY_MS)
    await runDueSchedules(payments.tenant)
    expect(await balancesOf(payments.tenant, invoiceId)).toMatchObject({ remaining: '0.00' })
    payments.clock.advance(5 * DAY_MS)
    await runDueSchedules(payments.tenant)
    expect(await detailOf(paymentId)).toMatchObject({
      status: 'rejected',
      refundable_amount: '0.00',
      failure: 'The bank returned the e-check. The owner didn’t authorize it (R10).',
      invoices: [{ amount: '100.00', state: 'reversed' }],
      can: { refund: false, post: false, capture: false, void: false },
    })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })

  it('that cleared and was returned between two checks ends as returned', async () => {
    const { invoiceId, paymentId } = await paid(eCheckForm('100.00', '000222222227'), 'sandbox-e-check')
    payments.clock.advance(30 * DAY_MS)
    await runDueSchedules(payments.tenant)
    expect(await detailOf(paymentId)).toMatchObject({ status: 'rejected' })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })
})

describe('a dispute', () => {
  it('reopens the invoice once for repeated events in any order', async () => {
    const { invoiceId, paymentId } = await paid(cardForm('100.00', { number: CARDS.disputed }))
    const { gateway_id } = await detailOf(paymentId)
    payments.clock.advance(7 * DAY_MS)
    await runDueSchedules(payments.tenant)
    await runDueSchedules(payments.tenant)
    const requests = ['a', 'b', 'c', 'a', 'b'].map((name) => eventAbout(gateway_id!, `sbe_${name}`))
    await Promise.all(requests.map((request) => receiveProcessorEvent(system(), 'sandbox', request)))
    const events = (await inbox()).map((event) => event.id).reverse()
    await Promise.all([...events, ...events].map((id) => handleProcessorEvent(system(), id)))
    expect(await detailOf(paymentId)).toMatchObject({
      status: 'rejected',
      failure: 'The cardholder disputed the payment.',
    })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
    const returns = await payments.tenant.run((ctx) =>
      ctx.db.selectFrom('ledger_entries').select('id').where('kind', '=', 'payment_return').execute(),
    )
    expect(returns).toHaveLength(1)
    expect((await inbox()).map((event) => event.status)).toEqual(['done', 'done', 'done', 'done'])
  })
})

describe('the inbox', () => {
  it('stores each event once with its raw bytes, and accepts a duplicate', async () => {
    const { paymentId } = await paid(cardForm('100.00'))
    const { gateway_id } = await detailOf(paymentId)
    const request = eventAbout(gateway_id!)
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => receiveProcessorEvent(system(), 'sandbox', request)),
    )
    expect(answers).toEqual([true, true, true, true, true])
    const stored = await inbox()
    expect(stored).toHaveLength(1)
    expect(stored[0]!.raw_body.equals(request.body)).toBe(true)
  })

  it('stores no event that is forged, old, for another business or of an unknown processor', async () => {
    const { paymentId } = await paid(cardForm('100.00'))
    const { gateway_id } = await detailOf(paymentId)
    const good = eventAbout(gateway_id!)
    const other = await payments.another()
    const bad = [
      { ...good, body: Buffer.concat([good.body, Buffer.from(' ')]) },
      { ...good, headers: {} },
      { ...good, receivedAt: good.receivedAt + 301_000 },
      eventAbout(gateway_id!, 'sbe_foreign', other.accountId),
    ]
    for (const request of bad) expect(await receiveProcessorEvent(system(), 'sandbox', request)).toBe(false)
    expect(await receiveProcessorEvent(system(), 'stripe', good)).toBe(false)
    expect(await inbox()).toEqual([])
  })

  it('settles only what the processor reports when it is fetched', async () => {
    const { invoiceId, paymentId } = await paid(eCheckForm('100.00'), 'sandbox-e-check')
    const { gateway_id } = await detailOf(paymentId)
    const claim = signedRequest(
      {
        id: 'sbe_early',
        kind: 'charge.cleared',
        chargeRef: gateway_id!,
        accountId: payments.tenant.accountId,
      },
      webhookSecrets(payments.app.config, 'sandbox', payments.tenant.accountId)[0]!,
      payments.clock.wallNow(),
    )
    await receiveProcessorEvent(system(), 'sandbox', claim)
    await runDueSchedules(payments.tenant)
    expect(await detailOf(paymentId)).toMatchObject({ status: 'waiting' })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '100.00' })
  })

  it('retries an event that waited for days as often as any other, and books it once the processor answers', async () => {
    const { invoiceId, paymentId } = await paid(cardForm('100.00', { number: CARDS.disputed }))
    const { gateway_id } = await detailOf(paymentId)
    await receiveProcessorEvent(system(), 'sandbox', eventAbout(gateway_id!))
    payments.clock.advance(10 * DAY_MS)
    const silent = async () => failed({ kind: 'unavailable', code: '503', raw: null })
    payments.misbehave({ fetch: silent })
    const { id } = (await inbox())[0]!
    for (let attempt = 1; attempt < 12; attempt++) {
      await expect(handleProcessorEvent(system(), id)).rejects.toThrow('unavailable')
      expect(await inbox()).toMatchObject([{ status: 'new', attempts: attempt }])
    }
    payments.misbehave({})
    await handleProcessorEvent(system(), id)
    expect(await detailOf(paymentId)).toMatchObject({ status: 'rejected' })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
  })

  it('opens a case for an event that failed for three days', async () => {
    const { paymentId } = await paid(cardForm('100.00', { number: CARDS.disputed }))
    const { gateway_id } = await detailOf(paymentId)
    await receiveProcessorEvent(system(), 'sandbox', eventAbout(gateway_id!))
    payments.misbehave({ fetch: async () => failed({ kind: 'unavailable', code: '503', raw: null }) })
    const { id } = (await inbox())[0]!
    for (let attempt = 1; attempt <= 12; attempt++) {
      payments.clock.advance(DAY_MS / 3)
      await expect(handleProcessorEvent(system(), id)).rejects.toThrow('unavailable')
    }
    expect(await inbox()).toMatchObject([{ status: 'dead', attempts: 12 }])
    const cases = await payments.tenant.run((ctx) =>
      ctx.db.selectFrom('payment_cases').select(['kind', 'subject']).execute(),
    )
    expect(cases).toEqual([{ kind: 'event_unhandled', subject: id }])
  })

  it('skips an event about an unknown charge', async () => {
    await receiveProcessorEvent(system(), 'sandbox', eventAbout('sbc_nobody'))
    await runDueSchedules(payments.tenant)
    expect(await inbox()).toMatchObject([{ status: 'skipped', last_error: 'the processor does not know it' }])
  })
})
