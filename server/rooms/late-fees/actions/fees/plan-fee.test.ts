import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { readInvoice, voidInvoice } from '../../../invoices/index.ts'
import { anOpenInvoice, asCustomer, settle } from '../../../invoices/testing.ts'
import {
  aConfirmationToken,
  anOwingCustomer,
  aProposal,
  aWrittenSchedule,
  cancelPlan,
  choosePlan,
  confirmAs,
  letCustomersChoose,
  proposePlan,
  readOffer,
  readPlan,
  readProposal,
  updateProposal,
} from '../../../payment-plans/testing.ts'
import { listFees } from './list-fees.ts'
import { waiveFees } from './waive-fees.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
const run = <T>(work: (ctx: Ctx) => Promise<T>) => tenant.run(work)

const invoices = (...amounts: string[]) => run((ctx) => anOwingCustomer(ctx, amounts))
const balances = async (id: string) =>
  (await run((ctx) => readPlan(ctx, id))).installments.map(({ balance }) => balance)
const remaining = async (id: string) => (await run((ctx) => readInvoice(ctx, id))).remaining
const fieldsOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? (error.fields ?? error.code) : error),
  )
const feesIn = (state: 'charged' | 'waived') =>
  run(async (ctx) => (await listFees(ctx, { page: 1, page_size: 50, state })).results)
const incomeOf = async (invoice: string) => {
  const { rows } = await run((ctx) =>
    sql<{
      account: string
      minor: bigint
    }>`select q.ledger_account as account, sum(-q.amount_minor)::bigint as minor
      from ledger_postings p join ledger_postings q on q.account_id = p.account_id and q.entry_id = p.entry_id
        and q.ledger_account in ('late_fee_income', 'plan_fee_income')
      where p.account_id = ${ctx.accountId} and p.invoice_id = ${invoice} group by 1`.execute(ctx.db),
  )
  return Object.fromEntries(rows.map(({ account, minor }) => [account, Number(minor)]))
}

it('announces the fee in the schedule, and charges it once the plan is confirmed', async () => {
  const { ids } = await invoices('60.00', '140.00')
  const plan = await run((ctx) => aProposal(ctx, ids, 2, '7.00'))
  expect(plan).toMatchObject({ total: '207.00', remaining: '207.00', fee: '7.00', fee_invoice: null })
  expect(await remaining(ids[0]!), 'nothing is charged by a proposal').toBe('60.00')
  const token = await run((ctx) => aConfirmationToken(ctx, plan.pk))
  const shown = await test.transact((ctx) => readProposal(ctx, token))
  expect(shown).toMatchObject({ total: '207.00', fee: '7.00' })
  expect(shown.installments.map(({ amount, fee }) => [amount, fee])).toEqual([
    ['107.00', '7.00'],
    ['100.00', '0.00'],
  ])
  expect(shown.agreement_text).toMatch(
    /owes .* \$200\.00 on invoices .* fee of \$7\.00 .* pay \$207\.00 in 2/,
  )
  await run((ctx) => confirmAs(ctx, plan))
  await run((ctx) => confirmAs(ctx, plan, 'Somebody Else'))
  expect(await balances(plan.pk)).toEqual(['107.00', '100.00'])
  expect(await remaining(ids[0]!)).toBe('67.00')
  expect(await incomeOf(ids[0]!)).toEqual({ plan_fee_income: 700 })
  const after = await run((ctx) => readPlan(ctx, plan.pk))
  expect(after).toMatchObject({ remaining: '207.00', fee: '7.00', fee_invoice: after.invoices[0]!.number })
  expect(after.agreement!.text).toBe(shown.agreement_text)
  const invoice = await run((ctx) => readInvoice(ctx, ids[0]!))
  expect(invoice.late_fees).toMatchObject([{ text: 'Payment plan fee', amount: '7.00' }])
})

it('refuses a confirmation that was shown another total than with the fee', async () => {
  const { ids } = await invoices('100.00')
  const plan = await run((ctx) => aProposal(ctx, ids, 2, '7.00'))
  const stale = { ...plan, remaining: '100.00' }
  expect(await fieldsOf(run((ctx) => confirmAs(ctx, stale)))).toBe('conflict')
})

it('adds the fee to the first installment that is open by the time of the confirmation', async () => {
  const { ids } = await invoices('100.00', '100.00')
  const plan = await run((ctx) => aProposal(ctx, ids, 4, '10.00'))
  await run(async (ctx) => settle(ctx, await readInvoice(ctx, ids[0]!), 100_00n))
  const now = await run((ctx) => readPlan(ctx, plan.pk))
  expect(now.installments.map(({ balance }) => balance)).toEqual(['0.00', '0.00', '60.00', '50.00'])
  await run((ctx) => confirmAs(ctx, now))
  expect(await balances(plan.pk)).toEqual(['0.00', '0.00', '60.00', '50.00'])
  expect(await remaining(ids[1]!)).toBe('110.00')
})

it('refuses a fee that is no amount, below zero or above what is owed', async () => {
  const { ids } = await invoices('100.00')
  const installments = await run((ctx) => aWrittenSchedule(ctx, ids))
  const propose = (fee: string) =>
    fieldsOf(run((ctx) => proposePlan(ctx, { invoices: ids, installments, message: '', fee, email: false })))
  expect(await propose('seven')).toEqual({ fee: ['Enter a valid number.'] })
  expect(await propose('-1')).toEqual({ fee: ['Enter an amount that is not below 0.'] })
  expect(await propose('100.01')).toEqual({ fee: ['The fee can’t be more than the $100.00 that is owed.'] })
  expect(await propose('100.00')).toBeNull()
})

it('changes the fee of a proposal', async () => {
  const { ids } = await invoices('100.00')
  const { pk } = await run((ctx) => aProposal(ctx, ids, 2, '7.00'))
  const installments = await run((ctx) => aWrittenSchedule(ctx, ids, 2))
  const body = { installments, message: '', fee: '5.00', revision: 1, email: false }
  expect(await run((ctx) => updateProposal(ctx, pk, body))).toMatchObject({ fee: '5.00', total: '105.00' })
})

it('leaves a charged fee when the plan is canceled, and staff can waive it', async () => {
  const { ids } = await invoices('100.00')
  const plan = await run((ctx) => aProposal(ctx, ids, 2, '7.00'))
  await run((ctx) => confirmAs(ctx, plan))
  await run((ctx) => cancelPlan(ctx, plan.pk, ''))
  expect(await remaining(ids[0]!)).toBe('107.00')
  const fee = (await feesIn('charged')).find(({ payment_plan }) => payment_plan === plan.pk)
  expect(fee).toMatchObject({ rule: null, amount: '7.00', text: 'Payment plan fee' })
  await run((ctx) => waiveFees(ctx, [fee!.pk], 'Goodwill'))
  expect(await remaining(ids[0]!)).toBe('100.00')
  expect(await incomeOf(ids[0]!)).toEqual({ plan_fee_income: 0 })
  expect(await run((ctx) => readPlan(ctx, plan.pk))).toMatchObject({ fee: '0.00', fee_waived: '7.00' })
})

it('charges nothing for a proposal that is withdrawn, and waives the fee of a voided invoice', async () => {
  const { ids } = await invoices('100.00', '50.00')
  const withdrawn = await run((ctx) => aProposal(ctx, [ids[0]!], 2, '7.00'))
  await run((ctx) => cancelPlan(ctx, withdrawn.pk, ''))
  expect(await remaining(ids[0]!)).toBe('100.00')
  expect(await run((ctx) => readPlan(ctx, withdrawn.pk))).toMatchObject({ fee: '0.00' })
  const other = await run((ctx) => aProposal(ctx, [ids[1]!], 2, '3.00'))
  await run((ctx) => confirmAs(ctx, other))
  await run((ctx) => voidInvoice(ctx, ids[1]!, ''))
  expect(await run((ctx) => readPlan(ctx, other.pk))).toMatchObject({ fee: '0.00', fee_waived: '3.00' })
})

it('charges the fee of the policy for a plan that a customer chooses', async () => {
  const { customer, ids } = await invoices('100.00')
  await run((ctx) => letCustomersChoose(ctx, { fee: '4.50' }))
  const payer = asCustomer(customer)
  const offer = await tenant.run((ctx) => readOffer(ctx, ids[0]!), payer)
  expect(offer).toMatchObject({ fee: '4.50', total: '104.50' })
  expect(offer.choices[0]!.installments.map(({ amount }) => amount)).toEqual(['54.50', '50.00'])
  expect(offer.choices[0]!.agreement_text).toContain('fee of $4.50')
  const body = { interval: 'monthly', count: 2, name: 'Pat', agreed: true, charges_itself: false } as const
  const choose = (total: string) => tenant.run((ctx) => choosePlan(ctx, ids[0]!, { ...body, total }), payer)
  expect(await fieldsOf(choose('100.00'))).toBe('conflict')
  const plan = await choose('104.50')
  expect((await choose('104.50')).pk).toBe(plan.pk)
  expect(await balances(plan.pk)).toEqual(['54.50', '50.00'])
  expect(await remaining(ids[0]!)).toBe('104.50')
})

it('offers customers no plan in another currency than the fee’s', async () => {
  await run((ctx) => letCustomersChoose(ctx, { fee: '4.50' }))
  const made = await run(async (ctx) => {
    const { id } = await aCustomer(ctx, { email: 'yen@payer.test', currency: 'JPY' })
    return { id, invoice: await anOpenInvoice(ctx, { customer: id, amount: '5000' }) }
  })
  const offer = await tenant.run((ctx) => readOffer(ctx, made.invoice.pk), asCustomer(made.id))
  expect(offer).toMatchObject({ can_choose: false, fee: '0' })
})
