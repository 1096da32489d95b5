import { expect, it } from 'vitest'
import { aDispute, aPromise, resolveDispute } from '../../answers/testing.ts'
import { autoPaymentsFixture, autoPaymentsOf, runDue } from '../testing.ts'
import { startAttempt } from './charge-due.ts'
import { readPlanOfInvoice } from './read-plan.ts'

const auto = autoPaymentsFixture()

/** An invoice that is charged on 2 December, announced three days before. */
async function announced(): Promise<string> {
  const { customer } = await auto.enroll()
  const invoice = await auto.invoice(customer, '250.00', '2026-12-02')
  auto.clock.set('2026-11-29T06:00:00Z')
  await runDue(auto.tenant)
  return invoice
}
const reachDueDate = async () => {
  auto.clock.set('2026-12-02T15:00:00Z')
  await runDue(auto.tenant)
}
const planOf = (invoice: string) => auto.tenant.run((ctx) => readPlanOfInvoice(ctx, invoice))

it('charges a disputed invoice only after the dispute was resolved, and says why it waits', async () => {
  const invoice = await announced()
  const dispute = await auto.tenant.run((ctx) => aDispute(ctx, invoice, '20.00'))
  await reachDueDate()
  expect(await autoPaymentsOf(auto.tenant)).toEqual([])
  expect(await planOf(invoice)).toEqual({ planned: null, stopped_by: 'dispute' })
  await auto.tenant.run((ctx) => resolveDispute(ctx, dispute, 'The amount was right.'))
  await runDue(auto.tenant)
  expect(await autoPaymentsOf(auto.tenant)).toEqual([{ status: 'confirmed', amount: '25000' }])
})

it('never charges an invoice that is disputed after its charge was begun', async () => {
  const invoice = await announced()
  auto.clock.set('2026-12-02T15:00:00Z')
  expect(await auto.tenant.run((ctx) => startAttempt(ctx, invoice))).not.toBeNull()
  await auto.tenant.run((ctx) => aDispute(ctx, invoice))
  await runDue(auto.tenant)
  expect(await autoPaymentsOf(auto.tenant)).toEqual([])
})

it('charges an invoice on the agreed day although the customer promised to pay it later', async () => {
  const invoice = await announced()
  await auto.tenant.run((ctx) => aPromise(ctx, invoice))
  await reachDueDate()
  expect(await autoPaymentsOf(auto.tenant)).toEqual([{ status: 'confirmed', amount: '25000' }])
})
