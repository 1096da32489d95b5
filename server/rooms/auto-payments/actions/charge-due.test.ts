import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { CONSENT_TEXT_VERSION } from '../../../../domain/payments/auto-payments.ts'
import { updateCustomer } from '../../customers/index.ts'
import { voidInvoice } from '../../invoices/index.ts'
import { consentsOf, removeMethod } from '../../payments/index.ts'
import { balancesOf, CARDS, cardForm, eCheckForm, pay, sandboxCounts } from '../../payments/testing.ts'
import { tasksOf } from '../../worklist/testing.ts'
import { autoPaymentsFixture, autoPaymentsOf, mailsOf, runDue } from '../testing.ts'
import { startAttempt } from './charge-due.ts'
import { readAutoPaymentsOf } from './read-auto-payments.ts'
import { readPlanOfInvoice } from './read-plan.ts'
import { sendNotices } from './send-notices.ts'
import { turnOffForCustomer } from './turn-off-for-customer.ts'
import { turnOff, turnOn } from './turn-on.ts'

const auto = autoPaymentsFixture()
const at = (iso: string): void => auto.clock.set(iso)
const days = (count: number): void => auto.clock.advance(count * DAY_MS)
const kinds = async (): Promise<string[]> => (await mailsOf(auto.tenant)).map(({ kind }) => kind)
const methodOf = async (customerId: string): Promise<string> =>
  (await auto.tenant.run((ctx) => readAutoPaymentsOf(ctx, customerId))).method!.id

describe('charging due invoices', () => {
  it('sends the notice three days ahead and charges once on the due date with two workers', async () => {
    const { customer } = await auto.enroll()
    const invoice = await auto.invoice(customer, '250.00', '2026-12-02')
    at('2026-11-28T17:00:00Z')
    await runDue(auto.tenant)
    expect(await mailsOf(auto.tenant), 'four days ahead').toEqual([])
    expect(await auto.tenant.run((ctx) => readPlanOfInvoice(ctx, invoice))).toMatchObject({
      planned: { method_display: 'Visa •••• 4242', amount: '250.00', on: '2026-12-02' },
    })

    at('2026-11-29T06:00:00Z')
    const workers = Array.from({ length: 8 }, () => auto.tenant.uow({ kind: 'system', job: 'test' }))
    await Promise.all(workers.map(sendNotices))
    expect(await mailsOf(auto.tenant)).toEqual([
      expect.objectContaining({
        kind: 'auto-payments.notice',
        to: 'payer@example.test',
        subject: expect.stringMatching(/^\$250\.00 will be charged on Dec 2, 2026 for invoice/),
        text: expect.stringMatching(/Visa •••• 4242[\s\S]*customer-portal-site/),
      }),
    ])
    at('2026-12-02T04:59:00Z')
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant), 'the day before, in New York').toEqual([])

    at('2026-12-02T05:00:00Z')
    await Promise.all([runDue(auto.tenant), runDue(auto.tenant), runDue(auto.tenant)])
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant)).toEqual([{ status: 'confirmed', amount: '25000' }])
    expect(await sandboxCounts(auto.tenant)).toMatchObject({ charges: 2, taken: '26000' })
    expect(await balancesOf(auto.tenant, invoice)).toEqual({ remaining: '0.00', reserved: '0.00' })
    expect(await kinds()).toEqual(['auto-payments.notice'])
    expect(await auto.tenant.run((ctx) => readPlanOfInvoice(ctx, invoice))).toEqual({
      planned: null,
      stopped_by: null,
    })
  })

  it('takes the due date in the company’s time zone', async () => {
    await auto.newTenant('Pacific/Auckland')
    const { customer } = await auto.enroll()
    await auto.invoice(customer, '20.00', '2026-12-02')
    at('2026-11-29T12:00:00Z')
    await runDue(auto.tenant)
    at('2026-12-01T10:59:00Z')
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant)).toEqual([])
    at('2026-12-01T11:00:00Z')
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant)).toHaveLength(1)
  })

  it('announces a late-issued invoice at once and charges it a day later', async () => {
    const { customer } = await auto.enroll()
    days(1)
    const late = await auto.invoice(customer, '30.00', '2026-11-10')
    await runDue(auto.tenant)
    expect(await kinds()).toEqual(['auto-payments.notice'])
    auto.clock.advance(DAY_MS - 1)
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant)).toEqual([])
    auto.clock.advance(1)
    await runDue(auto.tenant)
    expect(await balancesOf(auto.tenant, late)).toMatchObject({ remaining: '0.00' })
  })

  it('does not charge an invoice that was overdue at the time of the consent', async () => {
    const customer = await auto.customer()
    const old = await auto.invoice(customer, '70.00', '2026-11-19')
    const today = await auto.invoice(customer, '40.00', '2026-11-20')
    await auto.enroll(CARDS.good, customer)
    for (const day of ['2026-11-20T18:00:00Z', '2026-11-21T18:00:00Z', '2026-12-20T18:00:00Z']) {
      at(day)
      await runDue(auto.tenant)
    }
    expect(await balancesOf(auto.tenant, old)).toMatchObject({ remaining: '70.00' })
    expect(await balancesOf(auto.tenant, today), 'due on the very day').toMatchObject({ remaining: '0.00' })
  })

  it('resumes a charge attempt after a crash between its record and the charge, and charges once', async () => {
    const { customer } = await auto.enroll()
    const invoice = await auto.invoice(customer, '80.00', '2026-12-02')
    at('2026-11-29T06:00:00Z')
    await runDue(auto.tenant)
    at('2026-12-02T06:00:00Z')
    const begun = await auto.tenant.run((ctx) => startAttempt(ctx, invoice), { kind: 'system', job: 'test' })
    expect(begun).toMatchObject({ state: 'open', try_no: 1, payment_id: null })
    expect(await auto.tenant.run((ctx) => startAttempt(ctx, invoice)), 'one attempt at a time').toBeNull()
    await Promise.all([runDue(auto.tenant), runDue(auto.tenant)])
    expect(await autoPaymentsOf(auto.tenant)).toEqual([{ status: 'confirmed', amount: '8000' }])
    expect(await sandboxCounts(auto.tenant)).toMatchObject({ charges: 2 })
  })

  it('leaves a lost reply to the reconciler and never charges twice', async () => {
    const { customer } = await auto.enroll()
    const invoice = await auto.invoice(customer, '50.13', '2026-12-02')
    at('2026-11-29T06:00:00Z')
    await runDue(auto.tenant)
    at('2026-12-02T06:00:00Z')
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant)).toMatchObject([{ status: 'waiting' }])
    await runDue(auto.tenant)
    auto.clock.advance(600_000)
    await runDue(auto.tenant)
    expect(await balancesOf(auto.tenant, invoice)).toEqual({ remaining: '0.00', reserved: '0.00' })
    expect(await sandboxCounts(auto.tenant)).toMatchObject({ charges: 2 })
  })
})

/** The task of a charge that is not tried again. */
const OPEN_TASK = 'failed_charge: Ask for another payment method (open)'

describe('when a charge fails', () => {
  it('retries after 1, 3 and 5 days with an email each time, then stops', async () => {
    const { customer } = await auto.enroll(CARDS.poorLater)
    const invoice = await auto.invoice(customer, '60.00', '2026-12-02')
    at('2026-11-29T06:00:00Z')
    await runDue(auto.tenant)
    const attempts: number[] = []
    at('2026-12-02T05:00:30Z')
    for (let day = 0; day < 12; day += 1) {
      await runDue(auto.tenant)
      attempts.push((await autoPaymentsOf(auto.tenant)).length)
      // A schedule that runs slightly earlier each day loses no day.
      auto.clock.advance(DAY_MS - 1000)
    }
    expect(attempts).toEqual([1, 2, 2, 3, 3, 4, 4, 4, 4, 4, 4, 4])
    expect(await autoPaymentsOf(auto.tenant)).toEqual(
      Array.from({ length: 4 }, () => ({ status: 'rejected', amount: '6000' })),
    )
    const mails = (await mailsOf(auto.tenant)).filter(({ kind }) => kind === 'auto-payments.failure')
    expect(mails.filter(({ to }) => to === 'payer@example.test')).toHaveLength(4)
    expect(mails.filter(({ to }) => to === auto.tenant.owner.email)).toHaveLength(4)
    expect(mails[0]!.text).toContain('insufficient funds')
    expect(mails[0]!.text).toContain('We’ll try again on Dec 3, 2026')
    expect(mails.at(-1)!.text).toContain('We won’t try again automatically')
    expect(await balancesOf(auto.tenant, invoice)).toEqual({ remaining: '60.00', reserved: '0.00' })
    expect(await auto.tenant.run((ctx) => readAutoPaymentsOf(ctx, customer.id))).toMatchObject({ on: true })
    expect(await tasksOf(auto.tenant)).toEqual([OPEN_TASK])
  })

  it('ends automatic payments after a stolen card', async () => {
    const { customer } = await auto.enroll(CARDS.stolenLater)
    await auto.invoice(customer, '60.00', '2026-12-02')
    await auto.invoice(customer, '61.00', '2026-12-03')
    at('2026-11-30T06:00:00Z')
    await runDue(auto.tenant)
    at('2026-12-02T06:00:00Z')
    await runDue(auto.tenant)
    days(6)
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant)).toEqual([{ status: 'rejected', amount: '6000' }])
    expect(await auto.tenant.run((ctx) => readAutoPaymentsOf(ctx, customer.id))).toMatchObject({
      on: false,
      history: [{ because: 'declined' }],
    })
    const failures = (await mailsOf(auto.tenant)).filter(({ kind }) => kind === 'auto-payments.failure')
    expect(failures.map(({ to }) => to).sort()).toEqual(
      [auto.tenant.owner.email, 'payer@example.test'].sort(),
    )
    for (const { text } of failures) expect(text).toContain('turned off')
    expect(await tasksOf(auto.tenant)).toEqual([OPEN_TASK])
  })

  it('stops retrying once the invoice is paid by hand or voided', async () => {
    const { customer, uow } = await auto.enroll(CARDS.poorLater)
    const paid = await auto.invoice(customer, '60.00', '2026-12-02')
    const gone = await auto.invoice(customer, '61.00', '2026-12-02')
    at('2026-11-29T06:00:00Z')
    await runDue(auto.tenant)
    at('2026-12-02T06:00:00Z')
    await runDue(auto.tenant)
    await pay(uow, paid, cardForm('60.00'))
    await auto.tenant.run((ctx) => voidInvoice(ctx, gone, 'Ordered twice'))
    days(6)
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant)).toHaveLength(2)
    expect(await tasksOf(auto.tenant)).toEqual([])
  })

  it('ends automatic payments after a returned charge and does not repeat it', async () => {
    const { customer } = await auto.enroll(CARDS.disputed)
    const invoice = await auto.invoice(customer, '60.00', '2026-12-02')
    at('2026-11-29T06:00:00Z')
    await runDue(auto.tenant)
    at('2026-12-02T06:00:00Z')
    await runDue(auto.tenant)
    expect(await balancesOf(auto.tenant, invoice)).toMatchObject({ remaining: '0.00' })
    days(8)
    await runDue(auto.tenant)
    days(1)
    await runDue(auto.tenant)
    expect(await balancesOf(auto.tenant, invoice)).toMatchObject({ remaining: '60.00' })
    expect(await autoPaymentsOf(auto.tenant)).toEqual([{ status: 'rejected', amount: '6000' }])
    expect(await auto.tenant.run((ctx) => readAutoPaymentsOf(ctx, customer.id))).toMatchObject({ on: false })
    expect(await tasksOf(auto.tenant)).toEqual([OPEN_TASK])
  })
})

describe('payments and changes before the charge', () => {
  it('charges nothing after the payer turned automatic payments off', async () => {
    const { customer, payer } = await auto.enroll()
    const invoice = await auto.invoice(customer, '60.00', '2026-12-02')
    at('2026-11-29T06:00:00Z')
    await runDue(auto.tenant)
    const method = await methodOf(customer.id)
    await auto.tenant.run((ctx) => turnOff(ctx, method), payer)
    at('2026-12-02T06:00:00Z')
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant)).toEqual([])
    expect(await balancesOf(auto.tenant, invoice)).toMatchObject({ remaining: '60.00' })
    // A new consent needs a new notice.
    at('2026-12-01T06:00:00Z')
    await auto.tenant.run((ctx) => turnOn(ctx, method, CONSENT_TEXT_VERSION), payer)
    await runDue(auto.tenant)
    at('2026-12-02T06:00:00Z')
    await runDue(auto.tenant)
    expect(await kinds()).toEqual(['auto-payments.notice', 'auto-payments.notice'])
    expect(await autoPaymentsOf(auto.tenant)).toHaveLength(1)
  })

  it('abandons an open attempt when the consent is withdrawn before the charge', async () => {
    const { customer, payer } = await auto.enroll()
    const invoice = await auto.invoice(customer, '60.00', '2026-12-02')
    at('2026-11-29T06:00:00Z')
    await runDue(auto.tenant)
    at('2026-12-02T06:00:00Z')
    await auto.tenant.run((ctx) => startAttempt(ctx, invoice))
    const method = await methodOf(customer.id)
    await auto.tenant.run((ctx) => turnOff(ctx, method), payer)
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant)).toEqual([])
    auto.clock.advance(1000)
    await auto.tenant.run((ctx) => turnOn(ctx, method, CONSENT_TEXT_VERSION), payer)
    await removeMethod(auto.tenant.uow(payer), customer.id, method)
    const agreed = { text_version: CONSENT_TEXT_VERSION, agreed_by_kind: 'portal', stored_method_id: method }
    expect(await auto.tenant.run((ctx) => consentsOf(ctx, customer.id))).toMatchObject([
      { ...agreed, withdrawn_because: 'method_removed', payment_id: null },
      { ...agreed, withdrawn_because: 'customer', payment_id: expect.any(String) },
    ])
  })

  it('charges only the rest of a partly paid invoice', async () => {
    const { customer, uow } = await auto.enroll()
    const invoice = await auto.invoice(customer, '100.00', '2026-12-02')
    at('2026-11-29T06:00:00Z')
    await runDue(auto.tenant)
    await pay(uow, invoice, cardForm('30.00'))
    at('2026-12-02T06:00:00Z')
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant)).toEqual([{ status: 'confirmed', amount: '7000' }])
    expect(await balancesOf(auto.tenant, invoice)).toEqual({ remaining: '0.00', reserved: '0.00' })
  })

  it('waits while an e-check is under way and charges nothing once it clears', async () => {
    const { customer, uow } = await auto.enroll()
    const clears = await auto.invoice(customer, '100.00', '2026-12-02')
    const returns = await auto.invoice(customer, '55.00', '2026-12-02')
    at('2026-11-29T06:00:00Z')
    await runDue(auto.tenant)
    at('2026-12-01T06:00:00Z')
    await pay(uow, clears, eCheckForm('100.00'), 'sandbox-e-check')
    await pay(uow, returns, eCheckForm('20.00', '000123451113'), 'sandbox-e-check')
    at('2026-12-02T06:00:00Z')
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant), 'both are being paid').toEqual([])
    at('2026-12-05T07:00:00Z')
    await runDue(auto.tenant)
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant)).toEqual([{ status: 'confirmed', amount: '5500' }])
    expect(await balancesOf(auto.tenant, clears)).toEqual({ remaining: '0.00', reserved: '0.00' })
  })

  it('does not charge a customer without an address or an inactive one', async () => {
    const { customer } = await auto.enroll()
    await auto.invoice(customer, '60.00', '2026-12-02')
    const change = (body: Parameters<typeof updateCustomer>[2]) =>
      auto.tenant.run((ctx) => updateCustomer(ctx, customer.id, body))
    await change({ email: '' })
    at('2026-12-02T06:00:00Z')
    await runDue(auto.tenant)
    days(2)
    await runDue(auto.tenant)
    await change({ email: 'new@example.test', is_active: false })
    await runDue(auto.tenant)
    days(2)
    await runDue(auto.tenant)
    expect(await autoPaymentsOf(auto.tenant)).toEqual([])
    expect(await kinds()).toEqual([])
  })

  it('charges nothing after staff turned automatic payments off', async () => {
    const { customer } = await auto.enroll()
    await auto.invoice(customer, '60.00', '2026-12-02')
    await auto.tenant.run((ctx) => turnOffForCustomer(ctx, customer.id))
    at('2026-12-03T06:00:00Z')
    await runDue(auto.tenant)
    expect(await kinds()).toEqual([])
    expect(await auto.tenant.run((ctx) => readAutoPaymentsOf(ctx, customer.id))).toMatchObject({
      on: false,
      history: [{ because: 'staff', method_display: 'Visa •••• 4242' }],
    })
  })

  it('stays off when an e-check with a consent clears after the payer turned it off', async () => {
    const { customer, uow, payer } = await auto.enroll()
    const invoice = await auto.invoice(customer, '20.00', '2026-12-20')
    const form = eCheckForm('20.00', '000123456789', { enable_auto_payments: true })
    expect(await pay(uow, invoice, form, 'sandbox-e-check')).toMatchObject({ status: 'waiting' })
    const method = await methodOf(customer.id)
    days(1)
    await auto.tenant.run((ctx) => turnOff(ctx, method), payer)
    days(4)
    await runDue(auto.tenant)
    expect(await balancesOf(auto.tenant, invoice)).toMatchObject({ remaining: '0.00' })
    expect(await auto.tenant.run((ctx) => readAutoPaymentsOf(ctx, customer.id))).toMatchObject({ on: false })
  })
})
