import { describe, expect, it } from 'vitest'
import { changeSubscription } from '../../accounts/index.ts'
import { updateSettings } from '../../accounts/testing.ts'
import { moveCustomers, updateCustomer } from '../../customers/index.ts'
import { aGroup, changeSwitches } from '../../customers/testing.ts'
import { CARDS } from '../../payments/testing.ts'
import { autoPaymentsFixture, autoPaymentsOf, mailsOf, runDue } from '../testing.ts'
import { readAutoPaymentsOf, readOwnAutoPayments } from './read-auto-payments.ts'
import { readPlanOfInvoice } from './read-plan.ts'

const auto = autoPaymentsFixture()
const settings = (change: Parameters<typeof updateSettings>[1]) =>
  auto.tenant.run((ctx) => updateSettings(ctx, change))
const charged = async () => (await autoPaymentsOf(auto.tenant)).length
const noticed = async () => (await mailsOf(auto.tenant, 'auto-payments.notice')).length

/** A customer with an announced charge, one second before it is due. */
async function announced() {
  const enrolled = await auto.enroll()
  const invoice = await auto.invoice(enrolled.customer, '80.00', '2026-12-05')
  auto.clock.set('2026-12-02T06:00:00Z')
  await runDue(auto.tenant)
  // The day begins at five in New York's winter.
  auto.clock.set('2026-12-05T04:59:59Z')
  await runDue(auto.tenant)
  return { ...enrolled, invoice, before: await charged() }
}

const reach = async (iso: string) => {
  auto.clock.set(iso)
  await runDue(auto.tenant)
}
const DUE = '2026-12-05T05:00:00Z'

describe('automatic payments', () => {
  it('charge at the start of the due date while everything is on', async () => {
    const { before } = await announced()
    await reach(DUE)
    expect(await charged()).toBe(before + 1)
  })

  it('stop with a notice when the account is off, and resume when it is on again', async () => {
    const { customer, invoice, payer, before } = await announced()
    await settings({ system_enabled: false })
    await reach(DUE)
    expect(await charged()).toBe(before)
    const stopped = { planned: [], stopped_by: 'account' }
    expect(await auto.tenant.run((ctx) => readAutoPaymentsOf(ctx, customer.id))).toMatchObject(stopped)
    expect(await auto.tenant.run((ctx) => readPlanOfInvoice(ctx, invoice))).toEqual({
      planned: null,
      stopped_by: 'account',
    })
    expect(await auto.tenant.run(readOwnAutoPayments, payer)).toMatchObject({ on: true, is_paused: true })
    await settings({ system_enabled: true })
    await runDue(auto.tenant)
    expect(await charged()).toBe(before + 1)
    expect(await auto.tenant.run(readOwnAutoPayments, payer)).toMatchObject({ is_paused: false })
  })

  it('stop for the customers of a group that is off, and go on when they leave it', async () => {
    const { customer, before } = await announced()
    const group = await auto.tenant.run(async (ctx) => {
      const id = await aGroup(ctx)
      await moveCustomers(ctx, { group: id, customers: [customer.id] })
      await changeSwitches(ctx, id, { auto_pay_status: false, reminders_status: true })
      return id
    })
    await reach(DUE)
    expect(await charged()).toBe(before)
    const stop = async () => (await auto.tenant.run((ctx) => readAutoPaymentsOf(ctx, customer.id))).stopped_by
    expect(await stop()).toBe('group')
    await auto.tenant.run((ctx) => changeSwitches(ctx, group, { reminders_status: false }))
    await runDue(auto.tenant)
    expect(await charged(), 'another switch of the group changes nothing').toBe(before)
    await auto.tenant.run((ctx) => moveCustomers(ctx, { group: null, customers: [customer.id] }))
    await runDue(auto.tenant)
    expect(await charged()).toBe(before + 1)
    expect(await stop()).toBeNull()
  })

  it('stop when the subscription has ended or the customer is inactive', async () => {
    const { customer, before } = await announced()
    const stop = async () => (await auto.tenant.run((ctx) => readAutoPaymentsOf(ctx, customer.id))).stopped_by
    await auto.tenant.run((ctx) => changeSubscription(ctx, { status: 'unpaid' }))
    await reach(DUE)
    expect(await stop()).toBe('account')
    await auto.tenant.run(async (ctx) => {
      await changeSubscription(ctx, { status: 'active' })
      await updateCustomer(ctx, customer.id, { is_active: false })
    })
    await runDue(auto.tenant)
    expect(await stop()).toBe('inactive')
    expect(await charged()).toBe(before)
  })

  it('announce nothing while they are off', async () => {
    const { customer } = await auto.enroll()
    const group = await auto.tenant.run(async (ctx) => {
      const id = await aGroup(ctx)
      await moveCustomers(ctx, { group: id, customers: [customer.id] })
      await changeSwitches(ctx, id, { auto_pay_status: false })
      return id
    })
    await auto.invoice(customer, '80.00', '2026-12-05')
    const before = await noticed()
    await reach('2026-12-02T06:00:00Z')
    expect(await noticed()).toBe(before)
    await auto.tenant.run((ctx) => changeSwitches(ctx, group, { auto_pay_status: true }))
    await settings({ system_enabled: false })
    await runDue(auto.tenant)
    expect(await noticed()).toBe(before)
    await settings({ system_enabled: true })
    await runDue(auto.tenant)
    expect(await noticed()).toBe(before + 1)
  })

  it('announce a charge again that was off for weeks, and make it a day later', async () => {
    const { before } = await announced()
    await settings({ system_enabled: false })
    await reach('2026-12-16T05:59:59Z')
    const notices = await noticed()
    await settings({ system_enabled: true })
    auto.clock.set('2026-12-17T06:00:00Z')
    await runDue(auto.tenant)
    expect(await charged(), 'the old notice has lapsed').toBe(before)
    expect(await noticed()).toBe(notices + 1)
    await runDue(auto.tenant)
    expect(await noticed(), 'once').toBe(notices + 1)
    await reach('2026-12-18T05:59:59Z')
    expect(await charged()).toBe(before)
    await reach('2026-12-18T06:00:00Z')
    expect(await charged()).toBe(before + 1)
  })
})

describe('an account that unsubscribed from system emails', () => {
  it('sends its owners no email about payments and failures, and its customers all of them', async () => {
    const owners = async () =>
      (await mailsOf(auto.tenant, '%')).filter(({ to }) => to.startsWith('owner-')).map(({ kind }) => kind)
    await settings({ un_subscribe_from_all_system_emails: true })
    const { customer } = await auto.enroll(CARDS.poorLater)
    await auto.invoice(customer, '80.00', '2026-12-05')
    await reach('2026-12-02T06:00:00Z')
    await reach(DUE)
    expect(await owners()).toEqual([])
    const failures = await mailsOf(auto.tenant, 'auto-payments.failure')
    expect(failures.map(({ to }) => to)).toEqual([customer.email])
    await settings({ un_subscribe_from_all_system_emails: false })
    await reach('2026-12-06T06:00:00Z')
    expect(await owners()).toContain('auto-payments.failure')
  })
})
