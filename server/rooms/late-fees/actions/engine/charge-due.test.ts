import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { rowsOfExport } from '../../../../../testing/exports/rows-of-export.ts'
import { setUpBooks } from '../../../../../testing/set-up-books.ts'
import { aDispute, aPromise } from '../../../answers/testing.ts'
import { aCustomer, deleteGroup } from '../../../customers/testing.ts'
import { readInvoice, waiveLateFees } from '../../../invoices/index.ts'
import { aFeeRule, anOpenInvoice, settle } from '../../../invoices/testing.ts'
import { reserve } from '../../../ledger/index.ts'
import { aConfirmedPlan, movePlansOf } from '../../../payment-plans/testing.ts'
import { pauseReminders } from '../../../reminders/index.ts'
import { chargeDue } from '../../index.ts'
import { aLateFeeRule } from '../../testing.ts'
import { exportFees } from '../fees/export-fees.ts'
import { readRule } from '../rules/read-rule.ts'

const { test, tenant } = setUpBooks()

const clear = () =>
  tenant.run((ctx) =>
    sql`update late_fee_rules set state = 'off', on_since = null where account_id = ${ctx.accountId}`.execute(
      ctx.db,
    ),
  )
const switchAccount = (isOn: boolean) =>
  tenant.run((ctx) =>
    sql`update accounts set system_enabled = ${isOn} where account_id = ${ctx.accountId}`.execute(ctx.db),
  )
beforeEach(async () => {
  test.clock.set('2026-11-20T15:00:00Z')
  await clear()
  await switchAccount(true)
})

const charge = () => chargeDue(tenant.uow({ kind: 'system', job: 'late-fees.charge' }))
const chargeOn = async (day: string): Promise<void> => {
  test.clock.set(`${day}T15:00:00Z`)
  await charge()
}
/** Creates an invoice of 1,250.00 that is due on Dec 20. */
const anInvoice = (amount = '1250.00') => tenant.run((ctx) => anOpenInvoice(ctx, { amount }))
const aRule = (change = sql`revision = revision`, onSince = '2026-11-20') =>
  tenant.run(async (ctx) => {
    const id = await aFeeRule(ctx, onSince)
    await sql`update late_fee_rules set ${change} where account_id = ${ctx.accountId} and id = ${id}`.execute(
      ctx.db,
    )
    return id
  })
const feesOf = async (id: string) =>
  (await tenant.run((ctx) => readInvoice(ctx, id))).late_fees.map(
    (fee) => `${fee.text} ${fee.amount} ${fee.charged_on}`,
  )

describe('late fees', () => {
  it('are charged from the first day after the grace days, once a month', async () => {
    await aRule()
    const invoice = await anInvoice()
    await chargeOn('2026-12-29')
    expect(await feesOf(invoice.id)).toEqual([])
    await chargeOn('2026-12-30')
    await charge()
    await chargeOn('2027-01-29')
    expect(await feesOf(invoice.id)).toEqual(['Late fee, December 2026 15.63 2026-12-30'])
    await chargeOn('2027-01-30')
    expect(await feesOf(invoice.id)).toHaveLength(2)
  })

  it('are charged once by workers that run at once', async () => {
    await aRule()
    const invoices = [await anInvoice(), await anInvoice(), await anInvoice()]
    test.clock.set('2026-12-30T15:00:00Z')
    await Promise.all([charge(), charge(), charge(), charge()])
    for (const { id } of invoices) expect(await feesOf(id)).toHaveLength(1)
  })

  it('are charged for the latest period alone after an outage', async () => {
    await aRule()
    const invoice = await anInvoice()
    await chargeOn('2027-04-02')
    await charge()
    expect(await feesOf(invoice.id)).toEqual(['Late fee, March 2027 15.63 2027-04-02'])
  })

  it('are computed without earlier fees, or on top of them, up to the caps', async () => {
    await aRule(sql`compounds = true, cap_minor = 4000`)
    const invoice = await anInvoice()
    for (const day of ['2026-12-30', '2027-01-30', '2027-03-01', '2027-03-30']) await chargeOn(day)
    expect(await feesOf(invoice.id)).toEqual([
      'Late fee, December 2026 15.63 2026-12-30',
      'Late fee, January 2027 15.82 2027-01-30',
      'Late fee, February 2027 8.55 2027-03-01',
    ])
  })

  it('are not charged for days before the rule, unless it includes what was late already', async () => {
    const invoice = await anInvoice()
    test.clock.set('2027-01-05T15:00:00Z')
    await aRule(sql`repeat = 'once'`, '2027-01-05')
    await charge()
    expect(await feesOf(invoice.id)).toEqual([])
    await clear()
    await aRule(sql`repeat = 'once', includes_late = true`, '2027-01-05')
    await charge()
    await chargeOn('2027-06-05')
    expect(await feesOf(invoice.id)).toEqual(['Late fee, December 2026 15.63 2027-01-05'])
  })

  it('are not charged while something speaks against it', async () => {
    await aRule(sql`min_remaining_minor = 10000`)
    const small = await anInvoice('99.99')
    const paid = await anInvoice()
    const paying = await anInvoice()
    const disputed = await anInvoice()
    const promised = await anInvoice()
    const paused = await anInvoice()
    const off = await anInvoice()
    await tenant.run((ctx) => settle(ctx, paid, 1_250_00n))
    await tenant.run((ctx) => reserve(ctx, [{ invoiceId: paying.id, amountMinor: 1n }]))
    await tenant.run((ctx) => aDispute(ctx, disputed.id))
    await tenant.run((ctx) => aPromise(ctx, promised.id))
    await tenant.run((ctx) =>
      pauseReminders(ctx, { scope: 'invoice', subject: paused.id, until: null, note: '' }),
    )
    await tenant.run((ctx) =>
      sql`update customers set late_fees_on = false where account_id = ${ctx.accountId} and id = ${off.customer.pk}`.execute(
        ctx.db,
      ),
    )
    await tenant.run((ctx) =>
      sql`update promises set promised_on = '2026-12-31' where account_id = ${ctx.accountId}`.execute(ctx.db),
    )
    await chargeOn('2026-12-30')
    for (const { id } of [small, paid, paying, disputed, promised, paused, off])
      expect(await feesOf(id)).toEqual([])
    await chargeOn('2027-01-01')
    expect(await feesOf(promised.id)).toEqual(['Late fee, December 2026 15.63 2027-01-01'])
  })

  it('skip an invoice while its payment plan is confirmed, and return when the plan defaults', async () => {
    await aRule()
    const [onPlan, beside] = [await anInvoice(), await anInvoice()]
    test.clock.set('2026-12-19T15:00:00Z')
    await tenant.run((ctx) => aConfirmedPlan(ctx, [onPlan.id]))
    await chargeOn('2026-12-30')
    expect(await feesOf(onPlan.id)).toEqual([])
    expect(await feesOf(beside.id)).toHaveLength(1)
    // The first installment was due on Dec 26, with five days of grace.
    test.clock.set('2027-01-02T15:00:00Z')
    await movePlansOf(tenant)
    await charge()
    expect(await feesOf(onPlan.id)).toEqual(['Late fee, December 2026 15.63 2027-01-02'])
    expect(await feesOf(beside.id)).toHaveLength(1)
  })

  it('are not charged again for a period that was waived', async () => {
    await aRule()
    const invoice = await anInvoice()
    await chargeOn('2026-12-30')
    const [fee] = (await tenant.run((ctx) => readInvoice(ctx, invoice.id))).late_fees
    await tenant.run((ctx) => waiveLateFees(ctx, [fee!.pk], 'Goodwill', '2026-12-30'))
    await charge()
    expect(await feesOf(invoice.id)).toEqual(['Late fee, December 2026 0.00 2026-12-30'])
    await chargeOn('2027-01-30')
    expect(await feesOf(invoice.id)).toHaveLength(2)
  })

  it('are charged once a month when the rule changes in the middle of it', async () => {
    const rule = await aRule()
    const invoice = await anInvoice()
    await chargeOn('2026-12-30')
    await tenant.run((ctx) =>
      sql`update late_fee_rules set day_of_month = 31 where account_id = ${ctx.accountId} and id = ${rule}`.execute(
        ctx.db,
      ),
    )
    await chargeOn('2026-12-31')
    expect(await feesOf(invoice.id)).toHaveLength(1)
    await chargeOn('2027-01-31')
    expect(await feesOf(invoice.id)).toEqual([
      'Late fee, December 2026 15.63 2026-12-30',
      'Late fee, January 2027 15.63 2027-01-31',
    ])
  })

  it('follow the rule of the customer’s group, also when that one is off', async () => {
    await aRule()
    const rule = await tenant.run((ctx) => aLateFeeRule(ctx, 'on'))
    await tenant.run((ctx) =>
      sql`update late_fee_rules set kind = 'flat', flat_minor = 500, rate_ppm = 0
        where account_id = ${ctx.accountId} and id = ${rule.pk}`.execute(ctx.db),
    )
    const customer = await tenant.run((ctx) => aCustomer(ctx, { groupId: rule.groups[0]!.pk }))
    const grouped = await tenant.run((ctx) => anOpenInvoice(ctx, { customer: customer.id }))
    const other = await anInvoice()
    await chargeOn('2026-12-30')
    expect(await feesOf(grouped.id)).toEqual(['Late fee, December 2026 5.00 2026-12-30'])
    expect(await feesOf(other.id)).toEqual(['Late fee, December 2026 15.63 2026-12-30'])
    await tenant.run((ctx) =>
      sql`update late_fee_rules set state = 'off', on_since = null
        where account_id = ${ctx.accountId} and id = ${rule.pk}`.execute(ctx.db),
    )
    await chargeOn('2027-01-30')
    expect(await feesOf(grouped.id)).toHaveLength(1)
    expect(await feesOf(other.id)).toHaveLength(2)
  })

  it('are charged once a month when the group of their rule is deleted in the middle of it', async () => {
    await aRule(sql`day_of_month = 31`)
    const rule = await tenant.run((ctx) => aLateFeeRule(ctx, 'on'))
    const group = rule.groups[0]!.pk
    const customer = await tenant.run((ctx) => aCustomer(ctx, { groupId: group }))
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx, { customer: customer.id }))
    await chargeOn('2026-12-30')
    await tenant.run((ctx) => deleteGroup(ctx, group))
    await chargeOn('2026-12-31')
    expect(await feesOf(invoice.id)).toHaveLength(1)
    await chargeOn('2027-01-31')
    expect(await feesOf(invoice.id)).toHaveLength(2)
    expect(await tenant.run((ctx) => readRule(ctx, rule.pk))).toMatchObject({ state: 'on', groups: [] })
  })

  it('stop with the account, and come when it is on again', async () => {
    await aRule()
    const invoice = await anInvoice()
    await switchAccount(false)
    await chargeOn('2026-12-30')
    expect(await feesOf(invoice.id)).toEqual([])
    await switchAccount(true)
    await charge()
    expect(await feesOf(invoice.id)).toHaveLength(1)
  })
})

it('exports the fees of a list, with formulas disarmed', async () => {
  const customer = await tenant.run((ctx) => aCustomer(ctx, { shortName: '=Harbor' }))
  const { number } = await tenant.run((ctx) =>
    anOpenInvoice(ctx, { amount: '1250.00', customer: customer.id }),
  )
  await aRule()
  await chargeOn('2026-12-30')
  const exported = (state: 'charged' | 'waived') =>
    rowsOfExport(exportFees(tenant.uow(), { state, format: 'csv' }))
  const rows = await exported('charged')
  expect(rows.find((row) => row.Invoice === number)).toMatchObject({
    Customer: "'=Harbor",
    'Charged on': '2026-12-30',
    Amount: expect.stringMatching(/^\d+\.\d\d$/),
  })
  const matching = (match: Record<string, string>) =>
    rowsOfExport(exportFees(tenant.uow(), { state: 'charged', format: 'csv', ...match }))
  expect(await matching({ customer: customer.id, filter_charged_on: '2026-12-30' })).toHaveLength(1)
  expect(await matching({ customer: customer.id, exclude_amount_gt: '0' })).toEqual([])
  expect((await exported('waived')).some((row) => row.Invoice === number)).toBe(false)
})
