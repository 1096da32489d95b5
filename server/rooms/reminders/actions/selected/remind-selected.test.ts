import { beforeEach, expect, it } from 'vitest'
import { invoiceRuns } from '../../../../../contract/lists/invoice-runs.ts'
import { setUpTestApp, type Tenant } from '../../../../../testing/test-app.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { updateSettings } from '../../../accounts/testing.ts'
import { type Customer, updateCustomer } from '../../../customers/index.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { runInvoices } from '../../../invoices/testing.ts'
import { anOpenInvoice } from '../../../payments/testing.ts'
import { aFlow, decisionsOf, pauseCustomer, remindersOf, sendDueOf } from '../../testing.ts'

const test = setUpTestApp()
let tenant: Tenant
const ask = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => tenant.run(work)
const goTo = (day: string): void => test.clock.set(`${day}T15:00:00Z`)

beforeEach(async () => {
  goTo('2026-11-20')
  tenant = await test.tenant()
  await ask((ctx) => updateSettings(ctx, { system_enabled: true, holding_on_weekend: true }))
  await ask((ctx) =>
    aFlow(ctx, [{ offset_days: 1 }, { offset_days: 8, min_remaining: '50' }], { gapDays: 5 }),
  )
})

// A Saturday.
const SATURDAY = '2026-12-05'
const customerNamed = (shortName: string) =>
  ask((ctx) => aCustomer(ctx, { shortName, email: `${shortName.toLowerCase()}@pay.test` }))
const invoiceOf = async (customer: Customer, amount: string, due: string) =>
  (await ask((ctx) => anOpenInvoice(ctx, amount, customer, due))).invoiceId
const { preview, remind } = runInvoices(() => ({ app: test.app, tenant }))

it('sends one email for the invoices of a customer at a step, and the preview says so before', async () => {
  const harbor = await customerNamed('Harbor')
  const kissa = await customerNamed('Kissa')
  const [one, other, third] = [
    await invoiceOf(harbor, '100.00', '2026-12-01'),
    await invoiceOf(kissa, '60.00', '2026-12-02'),
    await invoiceOf(harbor, '40.00', '2026-12-02'),
  ]
  goTo(SATURDAY)
  const chosen = [one!, other!, third!]
  const before = await preview(chosen)
  expect(before).toMatchObject({ count: 3, left_out: [], emails: { count: 2 } })
  expect(before.emails!.first).toMatchObject([
    { customer: 'Harbor', to: ['harbor@pay.test'], step: 'Day 1', invoice_count: 2, amount: '140.00' },
    { customer: 'Kissa', to: ['kissa@pay.test'], invoice_count: 1, amount: '60.00' },
  ])
  expect(await remind(chosen)).toMatchObject({ state: 'done', done: 3, left_out_count: 0 })
  expect((await remindersOf(tenant)).map(({ to }) => to).sort()).toEqual([
    'harbor@pay.test',
    'kissa@pay.test',
  ])
  goTo('2026-12-07')
  await sendDueOf(tenant)
  expect(await decisionsOf(tenant, one!)).toEqual(['Day 1: sent'])
  // Too soon after the last one, although another step is there.
  expect(await remind(chosen)).toMatchObject({ done: 0, left_out_count: 3 })
  goTo('2026-12-10')
  expect(await remind(chosen)).toMatchObject({ done: 2, left_out: [{ reason: 'below_minimum' }] })
})

it('leaves out whom the engine would not write to, by the same reasons', async () => {
  const paused = await customerNamed('Paused')
  const silent = await customerNamed('Silent')
  const recent = await customerNamed('Recent')
  const ready = await customerNamed('Ready')
  const all: string[] = []
  for (const one of [paused, silent, recent, ready]) all.push(await invoiceOf(one, '20.00', '2026-12-01'))
  const again = await invoiceOf(recent, '30.00', '2026-12-02')
  const early = await invoiceOf(ready, '90.00', '2026-12-20')
  goTo(SATURDAY)
  await ask((ctx) => pauseCustomer(ctx, paused.id))
  await ask((ctx) => updateCustomer(ctx, silent.id, { email: '' }))
  expect(await remind([all[2]!])).toMatchObject({ done: 1 })
  const chosen = [...all, again, early]
  expect((await preview(chosen)).left_out).toEqual([
    { reason: 'no_address', count: 1, customers: ['Silent'], customer_count: 1 },
    { reason: 'too_early', count: 1, customers: ['Ready'], customer_count: 1 },
    { reason: 'gap', count: 1, customers: ['Recent'], customer_count: 1 },
    { reason: 'customer_paused', count: 1, customers: ['Paused'], customer_count: 1 },
    { reason: 'below_minimum', count: 1, customers: ['Recent'], customer_count: 1 },
  ])
  expect(await remind(chosen)).toMatchObject({ state: 'done', done: 1, left_out_count: 5 })
  expect(await remindersOf(tenant)).toHaveLength(2)
})

it('sends the latest step that is due, and none of the earlier ones after it', async () => {
  const harbor = await customerNamed('Harbor')
  const invoice = await invoiceOf(harbor, '100.00', '2026-12-01')
  await ask((ctx) => pauseCustomer(ctx, harbor.id, '2026-12-09'))
  goTo('2026-12-02')
  await sendDueOf(tenant)
  goTo('2026-12-09')
  expect(await remind([invoice])).toMatchObject({ done: 1 })
  goTo('2026-12-21')
  await sendDueOf(tenant)
  expect(await decisionsOf(tenant, invoice)).toEqual([
    'Day 1: held customer_paused until 2026-12-09',
    'Day 1: skipped replaced',
    'Day 8: sent',
  ])
  expect((await preview([invoice])).left_out).toEqual([
    { reason: 'no_reminder_left', count: 1, customers: ['Harbor'], customer_count: 1 },
  ])
})

it('sends once when two workers do the same run', async () => {
  const invoice = await invoiceOf(await customerNamed('Harbor'), '100.00', '2026-12-01')
  goTo(SATURDAY)
  await Promise.all([remind([invoice]), remind([invoice])])
  expect(await remindersOf(tenant)).toHaveLength(1)
})

it('does nothing while the account is off', async () => {
  const invoice = await invoiceOf(await customerNamed('Harbor'), '100.00', '2026-12-01')
  goTo(SATURDAY)
  await ask((ctx) => updateSettings(ctx, { system_enabled: false }))
  expect((await preview([invoice])).left_out).toMatchObject([{ reason: 'account_off' }])
  expect(await remind([invoice])).toMatchObject({ done: 0, left_out_count: 1 })
  expect(() => invoiceRuns.preview.body.parse({ action: 'remind_all', invoices: [invoice] })).toThrow()
})
