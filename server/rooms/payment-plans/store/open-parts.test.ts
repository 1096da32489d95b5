import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { aCustomer } from '../../customers/testing.ts'
import { readInvoice } from '../../invoices/index.ts'
import { anOpenInvoice, settle } from '../../invoices/testing.ts'
import { settledOf } from '../rules/present-plan.ts'
import { aConfirmedPlan, anOwingCustomer } from '../testing.ts'
import { openInstallments, partsOf } from './open-parts.ts'
import { findPlan } from './plans.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

it('derives the same shares in SQL as the domain does, whatever was paid', async () => {
  const { ids, plan } = await tenant.run(async (ctx) => {
    const { id: customer } = await aCustomer(ctx)
    const made = []
    for (const [index, amount] of ['100.00', '33.33', '250.01'].entries())
      made.push((await anOpenInvoice(ctx, { customer, amount, invoice_date: `2026-11-${10 + index}` })).pk)
    return { ids: made, plan: await aConfirmedPlan(ctx, made, { count: 5 }) }
  })
  const compare = () =>
    tenant.run(async (ctx) => {
      const whole = (await findPlan(ctx, plan.pk))!
      const expected = settledOf(whole).flatMap(({ number, parts }) =>
        parts.map(({ invoiceId, amountMinor, openMinor }) => ({ number, invoiceId, amountMinor, openMinor })),
      )
      const { rows } = await sql`
        select number, invoice_id as "invoiceId", amount_minor as "amountMinor", open_minor as "openMinor"
        from (${partsOf(ctx, sql`p.id = ${plan.pk}`)}) q order by number, due_on, invoice_id`.execute(ctx.db)
      const key = (one: { number: number; invoiceId: string }) => `${one.number} ${one.invoiceId}`
      const sorted = <T extends { number: number; invoiceId: string }>(list: readonly T[]) =>
        [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1))
      expect(sorted(rows as typeof expected)).toEqual(sorted(expected))
    })
  await compare()
  for (const [index, minor] of [
    [1, 10_00n],
    [0, 99_99n],
    [2, 130_00n],
    [0, 1n],
    [1, 23_33n],
  ] as const) {
    await tenant.run(async (ctx) => settle(ctx, await readInvoice(ctx, ids[index]!), minor))
    await compare()
  }
  // Fees charged or waived since then, and a plan whose invoice owes more than it was charged then.
  for (const change of [
    sql`charged_minor + 1234, remaining_minor = remaining_minor + 1234`,
    sql`charged_minor - 5000`,
  ]) {
    await tenant.run((ctx) =>
      sql`update receivables set charged_minor = ${change} where account_id = ${ctx.accountId} and invoice_id = ${ids[2]}`.execute(
        ctx.db,
      ),
    )
    await compare()
  }
})

it('lists what is open of the installments due in some days, without the paid ones', async () => {
  const { ids, plan } = await tenant.run(async (ctx) => {
    const { ids } = await anOwingCustomer(ctx, ['60.00', '60.00'])
    return { ids, plan: await aConfirmedPlan(ctx, ids) }
  })
  const [first, second] = plan.installments.map((one) => one.due_date)
  const open = () =>
    tenant.run(async (ctx) => {
      const due = openInstallments(ctx, { currency: 'USD', from: first!, until: second! })
      const { rows } = await sql<{ open: string }>`
        select number, open_minor::text as open from (${due}) q where plan_id = ${plan.pk} order by number`.execute(
        ctx.db,
      )
      return rows
    })
  const pay = (index: number, minor: bigint) =>
    tenant.run(async (ctx) => settle(ctx, await readInvoice(ctx, ids[index]!), minor))
  const both = [
    { number: 1, open: '3000' },
    { number: 2, open: '3000' },
  ]
  expect(await open()).toEqual(both)
  await pay(0, 10_00n)
  expect(await open()).toEqual([{ number: 1, open: '2000' }, both[1]])
  await pay(0, 20_00n)
  expect(await open()).toEqual([both[1]])
  await pay(0, 30_00n)
  expect(await open()).toEqual([])
})
