import { expect, it } from 'vitest'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { actingAs, type Ctx } from '../../../../platform/context.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { readInvoice } from '../../../invoices/index.ts'
import { asCustomer, settle } from '../../../invoices/testing.ts'
import {
  aConfirmationToken,
  aConfirmedPlan,
  aLinkHolder,
  anOwingCustomer,
  aProposal,
  confirmAs,
  openOwnProposal,
  readPlanOfInvoice,
  readProposal,
} from '../../testing.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
const run = <T>(work: (ctx: Ctx) => Promise<T>) => tenant.run(work)
const invoices = (...amounts: string[]) => run((ctx) => anOwingCustomer(ctx, amounts))
/** Runs as the holder of a pay link of one invoice. */
const byLink = <T>(customerId: string, invoiceId: string, work: (ctx: Ctx) => Promise<T>) =>
  run(async (ctx) => work(actingAs(ctx, await aLinkHolder(ctx, { customerId, invoiceId }))))

it('shows the next installment that can be paid, with its place in the whole plan', async () => {
  const { ids } = await invoices('100.00', '200.00')
  await run((ctx) => aConfirmedPlan(ctx, ids, { count: 3 }))
  const second = () => run((ctx) => readPlanOfInvoice(ctx, ids[1]!))
  const before = await second()
  expect(before).toMatchObject({ state: 'confirmed', installment_count: 3, payment_method: null })
  expect(before!.installments.map(({ number, balance }) => [number, balance])).toEqual([
    [2, '100.00'],
    [3, '100.00'],
  ])
  expect(before!.next).toEqual({ id: before!.installments[0]!.id, payable: '100.00' })
  await run(async (ctx) => settle(ctx, await readInvoice(ctx, ids[1]!), 130_00n))
  expect((await second())!.next).toEqual({ id: before!.installments[1]!.id, payable: '70.00' })
})

it('shows a proposal once it was emailed, and opens it for its payer', async () => {
  const { customer, ids } = await invoices('100.00')
  const draft = await run((ctx) => aProposal(ctx, ids))
  const own = <T>(work: (ctx: Ctx) => Promise<T>) => byLink(customer, ids[0]!, work)
  expect(await own((ctx) => readPlanOfInvoice(ctx, ids[0]!))).toBeNull()
  await expect(own((ctx) => openOwnProposal(ctx, ids[0]!))).rejects.toMatchObject({ code: 'not_found' })
  await run((ctx) =>
    ctx.db
      .updateTable('payment_plans')
      .set({ sent_at: new Date(ctx.now) })
      .where('id', '=', draft.pk)
      .execute(),
  )
  expect(await own((ctx) => readPlanOfInvoice(ctx, ids[0]!))).toMatchObject({
    state: 'proposed',
    confirm_by: draft.expires_on,
    may_open: true,
    next: null,
  })
  const { url } = await own((ctx) => openOwnProposal(ctx, ids[0]!))
  const token = new URL(url).searchParams.get('token')!
  expect((await test.transact((ctx) => readProposal(ctx, token))).state).toBe('proposed')
  await run((ctx) => confirmAs(ctx, draft))
  await expect(own((ctx) => openOwnProposal(ctx, ids[0]!))).rejects.toMatchObject({ code: 'not_found' })
})

it('opens no proposal for a link of one of its invoices, nor of another customer', async () => {
  const { customer, ids } = await invoices('100.00', '50.00')
  const other = await invoices('70.00')
  await run((ctx) => aProposal(ctx, ids, 2, '', true))
  expect(await byLink(customer, ids[0]!, (ctx) => readPlanOfInvoice(ctx, ids[0]!))).toMatchObject({
    may_open: false,
  })
  await expect(byLink(customer, ids[0]!, (ctx) => openOwnProposal(ctx, ids[0]!))).rejects.toMatchObject({
    code: 'not_found',
  })
  const { url } = await run((ctx) => openOwnProposal(actingAs(ctx, asCustomer(customer)), ids[0]!))
  expect(url).toContain('/confirm-payment-plan?token=')
  await expect(
    run((ctx) => openOwnProposal(actingAs(ctx, asCustomer(other.customer)), ids[0]!)),
  ).rejects.toMatchObject({ code: 'not_found' })
})

it('gives one pay link to the holder of a confirmation link, and another once that is revoked', async () => {
  const { ids } = await invoices('100.00')
  const plan = await run((ctx) => aProposal(ctx, ids, 2))
  const token = await run((ctx) => aConfirmationToken(ctx, plan.pk))
  const read = () => test.transact((ctx) => readProposal(ctx, token))
  expect((await read()).pay_url).toBeNull()
  await run((ctx) => confirmAs(ctx, plan))
  const [first, second] = [await read(), await read()]
  expect(first.pay_url).toContain('/pay-invoice?token=')
  expect(second.pay_url).toBe(first.pay_url)
  const pays = (url: string | null) =>
    run((ctx) =>
      ctx.db
        .selectFrom('pay_links')
        .select(['invoice_id', 'revoked_at'])
        .where('token_hash', '=', sha256(new URL(url!).searchParams.get('token')!))
        .execute(),
    )
  expect(await pays(second.pay_url)).toEqual([{ invoice_id: ids[0], revoked_at: null }])
  await run((ctx) =>
    ctx.db
      .updateTable('pay_links')
      .set({ revoked_at: new Date(ctx.now) })
      .where('account_id', '=', ctx.accountId)
      .execute(),
  )
  const third = await read()
  expect(third.pay_url).not.toBe(first.pay_url)
  expect((await read()).pay_url).toBe(third.pay_url)
  expect(await pays(third.pay_url)).toEqual([{ invoice_id: ids[0], revoked_at: null }])
  await run(async (ctx) => settle(ctx, await readInvoice(ctx, ids[0]!), 100_00n))
  expect((await read()).pay_url).toBeNull()
})

it('pays no invoice that was given to another customer since', async () => {
  const { ids } = await invoices('100.00')
  const { customer: other } = await invoices('70.00')
  const plan = await run((ctx) => aProposal(ctx, ids, 2))
  const token = await run((ctx) => aConfirmationToken(ctx, plan.pk))
  await run((ctx) => confirmAs(ctx, plan))
  await run((ctx) =>
    ctx.db
      .updateTable('invoices')
      .set({ customer_id: other })
      .where('account_id', '=', ctx.accountId)
      .where('id', '=', ids[0]!)
      .execute(),
  )
  expect((await test.transact((ctx) => readProposal(ctx, token))).pay_url).toBeNull()
})
