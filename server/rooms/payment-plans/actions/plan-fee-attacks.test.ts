import { expect, it } from 'vitest'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import type { Ctx } from '../../../platform/context.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { aCustomer } from '../../customers/testing.ts'
import { readInvoice, writeOffInvoice } from '../../invoices/index.ts'
import { anOpenInvoice, asCustomer, settle } from '../../invoices/testing.ts'
import {
  aConfirmedPlan,
  aProposal,
  aWrittenSchedule,
  choosePlan,
  confirmAs,
  letCustomersChoose,
  movePlansOf,
  proposePlan,
  readOffer,
  readPlan,
} from '../testing.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
const rival = setUp(() => test.tenant({ name: 'Rival Supply' }))
const run = <T>(work: (ctx: Ctx) => Promise<T>) => tenant.run(work)

const owing = (amount: string, of = tenant) =>
  of.run(async (ctx) => {
    const { id: customer } = await aCustomer(ctx, { email: 'pat@payer.test' })
    return { customer, id: (await anOpenInvoice(ctx, { customer, amount })).pk }
  })
const refused = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? (error.fields ?? error.code) : error),
  )
/** The open part of a plan, and what its invoices owe: always the same. */
const sums = async (planId: string) => {
  const { state, installments, invoices, fee } = await run((ctx) => readPlan(ctx, planId))
  const cents = (amounts: readonly string[]) =>
    amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)
  expect(cents(installments.map(({ balance }) => balance))).toBe(
    cents(invoices.map(({ remaining }) => remaining)),
  )
  return { state, fee, open: cents(invoices.map(({ remaining }) => remaining)) }
}

it.each([
  '-0.01',
  '1e3',
  '0.001',
  '9'.repeat(40),
  '99999999999999.99',
  '١٠',
  'Infinity',
  '0x10',
  '1,0,0',
  '   -1',
])('refuses the fee %s beside its field, of a proposal and of the policy', async (fee) => {
  const { id } = await owing('100.00')
  const installments = await run((ctx) => aWrittenSchedule(ctx, [id]))
  const given = { invoices: [id], installments, message: '', fee, email: false }
  expect(await refused(run((ctx) => proposePlan(ctx, given)))).toHaveProperty('fee')
  if (!/^9+\.99$/.test(fee))
    expect(await refused(run((ctx) => letCustomersChoose(ctx, { fee })))).toHaveProperty('fee')
})

it('offers customers no plan that costs more than the invoice owes', async () => {
  const { customer, id } = await owing('60.00')
  await run((ctx) => letCustomersChoose(ctx, { fee: '60.01' }))
  const payer = asCustomer(customer)
  const offer = await tenant.run((ctx) => readOffer(ctx, id), payer)
  expect(offer).toMatchObject({ can_choose: false, fee: '0.00', choices: [] })
  const body = { interval: 'monthly', count: 2, name: 'Pat', agreed: true, charges_itself: false } as const
  for (const total of ['60.00', '120.01'])
    expect(await refused(tenant.run((ctx) => choosePlan(ctx, id, { ...body, total }), payer))).not.toBeNull()
  await run((ctx) => letCustomersChoose(ctx, { fee: '60.00' }))
  expect(await tenant.run((ctx) => readOffer(ctx, id), payer)).toMatchObject({ can_choose: true })
})

it('charges no fee on an invoice of another customer or company', async () => {
  const own = await owing('100.00')
  const other = await owing('100.00')
  const foreign = await owing('100.00', rival)
  await run((ctx) => letCustomersChoose(ctx, { fee: '5.00' }))
  const body = {
    interval: 'monthly',
    count: 2,
    name: 'Pat',
    agreed: true,
    total: '105.00',
    charges_itself: false,
  } as const
  for (const id of [other.id, foreign.id]) {
    const choosing = tenant.run((ctx) => choosePlan(ctx, id, body), asCustomer(own.customer))
    expect(await refused(choosing)).toBe('invoice_unknown')
  }
  const installments = await run((ctx) => aWrittenSchedule(ctx, [own.id]))
  const given = { invoices: [own.id, foreign.id], installments, message: '', fee: '5.00', email: false }
  expect(await refused(run((ctx) => proposePlan(ctx, given)))).not.toBeNull()
  const theirs = await rival.run((ctx) => aProposal(ctx, [foreign.id], 2, '5.00'))
  expect(await refused(run((ctx) => readPlan(ctx, theirs.pk)))).toBe('not_found')
  expect((await run((ctx) => readInvoice(ctx, other.id))).remaining).toBe('100.00')
  expect((await rival.run((ctx) => readInvoice(ctx, foreign.id))).remaining).toBe('100.00')
})

it('keeps the installments equal to what is owed when an invoice with a fee is paid in part and written off', async () => {
  const { id } = await owing('100.00')
  const plan = await run((ctx) => aConfirmedPlan(ctx, [id], { count: 2, fee: '7.00' }))
  await run(async (ctx) => settle(ctx, await readInvoice(ctx, id), 20_00n))
  expect(await sums(plan.pk)).toEqual({ state: 'confirmed', fee: '7.00', open: 87_00 })
  await run((ctx) => writeOffInvoice(ctx, id, 'Bankrupt'))
  await movePlansOf(tenant)
  expect(await sums(plan.pk)).toEqual({ state: 'completed', fee: '7.00', open: 0 })
})

it('charges a fee once for a plan that is confirmed, and again only for another plan', async () => {
  const { id } = await owing('100.00')
  const plan = await run((ctx) => aProposal(ctx, [id], 2, '7.00'))
  await Promise.all(
    Array.from({ length: 8 }, () => run((ctx) => confirmAs(ctx, plan)).catch((error: unknown) => error)),
  )
  expect(await sums(plan.pk)).toEqual({ state: 'confirmed', fee: '7.00', open: 107_00 })
  expect((await run((ctx) => readInvoice(ctx, id))).late_fees).toHaveLength(1)
})
