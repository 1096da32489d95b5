import { expect, it } from 'vitest'
import { verifyBooks } from '../../server/main/commands/verify-books.ts'
import { aProviderTenant, connectSandbox } from '../../server/rooms/accounting/testing.ts'
import { updateSettings } from '../../server/rooms/accounts/testing.ts'
import { aMerge } from '../../server/rooms/customers/testing.ts'
import { readInvoice } from '../../server/rooms/invoices/index.ts'
import { aFeeRule, anOpenInvoice, settle } from '../../server/rooms/invoices/testing.ts'
import { chargeDue } from '../../server/rooms/late-fees/testing.ts'
import {
  aConfirmedPlan,
  anOwingCustomer,
  movePlansOf,
  readPlan,
} from '../../server/rooms/payment-plans/testing.ts'
import {
  anOwingCustomer as aDebtor,
  aRun,
  aStatement,
  listRuns,
  sendRun,
} from '../../server/rooms/statements/testing.ts'
import { setUpTestApp, type Tenant } from '../../testing/test-app.ts'

const test = setUpTestApp()

const aTenant = async (): Promise<Tenant> => {
  test.clock.set('2026-11-20T15:00:00Z')
  const tenant = await test.tenant()
  await tenant.run((ctx) => updateSettings(ctx, { system_enabled: true }))
  return tenant
}
const differencesOf = async (tenant: Tenant) => (await tenant.run(verifyBooks)).differences

it('confirms a payment plan, and completes it when its invoices are paid', async () => {
  const tenant = await aTenant()
  const { ids } = await tenant.run((ctx) => anOwingCustomer(ctx, ['100.00', '200.00']))
  const plan = await tenant.run((ctx) => aConfirmedPlan(ctx, ids, { count: 3 }))
  for (const [at, minor] of [100_00n, 200_00n].entries())
    await tenant.run(async (ctx) => settle(ctx, await readInvoice(ctx, ids[at]!), minor))
  await movePlansOf(tenant)
  expect((await tenant.run((ctx) => readPlan(ctx, plan.pk))).state).toBe('completed')
  expect(await differencesOf(tenant)).toEqual([])
})

it('charges a late fee once', async () => {
  const tenant = await aTenant()
  await tenant.run((ctx) => aFeeRule(ctx, '2026-11-20'))
  const { id } = await tenant.run((ctx) => anOpenInvoice(ctx, { amount: '1250.00' }))
  test.clock.set('2026-12-31T15:00:00Z')
  const charge = () => chargeDue(tenant.uow({ kind: 'system', job: 'late-fees.charge' }))
  await charge()
  await charge()
  expect((await tenant.run((ctx) => readInvoice(ctx, id))).late_fees).toHaveLength(1)
  expect(await differencesOf(tenant)).toEqual([])
})

it('sends a statement, and a run of statements', async () => {
  const tenant = await aTenant()
  await tenant.run(aStatement)
  await tenant.run((ctx) => aDebtor(ctx, {}, '2026-10-05'))
  const run = await tenant.run((ctx) => aRun(ctx, { from: '2026-10-01', to: '2026-10-31' }))
  await sendRun(tenant.uow({ kind: 'system', job: 'proof' }), run)
  const { runs } = await tenant.run(listRuns)
  expect(runs).toMatchObject([{ state: 'done', sent: 1 }])
})

it('merges two customers', async () => {
  const tenant = await aTenant()
  await tenant.run(aMerge)
  expect(await differencesOf(tenant)).toEqual([])
})

it('reads the books of an accounting platform', async () => {
  test.clock.set('2026-11-20T15:00:00Z')
  const tenant = await aProviderTenant(test)
  expect(await connectSandbox(tenant)).toBe('done')
  expect(await differencesOf(tenant)).toEqual([])
})
