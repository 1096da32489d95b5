import { expect, it } from 'vitest'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { actingAs, type Ctx } from '../../../platform/context.ts'
import {
  aConfirmedPlan,
  aLinkHolder,
  aProposal,
  cancelPlan,
  confirmByLink,
  openOwnProposal,
  readPlan,
  readPlanOfInvoice,
  readProposal,
} from '../../payment-plans/testing.ts'
import { autoPaymentsFixture, autoPaymentsOf, mailsOf, runDue } from '../testing.ts'

const auto = autoPaymentsFixture()
const passDays = async (count: number) => {
  for (let day = 0; day < count; day += 1) {
    auto.clock.advance(DAY_MS)
    await runDue(auto.tenant)
  }
}
const amounts = async () => (await autoPaymentsOf(auto.tenant)).map(({ amount }) => amount)

it('charges each installment on its day after a notice, and the invoice itself never', async () => {
  const { customer } = await auto.enroll()
  const invoice = await auto.invoice(customer, '90.00', '2026-12-02')
  const plan = await auto.tenant.run((ctx) =>
    aConfirmedPlan(ctx, [invoice], { count: 3, chargesItself: true }),
  )
  await passDays(8)
  expect(await amounts()).toEqual(['3000'])
  await passDays(14)
  expect(await amounts()).toEqual(['3000', '3000', '3000'])
  expect((await mailsOf(auto.tenant)).map(({ kind }) => kind)).toEqual(
    Array.from({ length: 3 }, () => 'auto-payments.notice'),
  )
  expect((await auto.tenant.run((ctx) => readPlan(ctx, plan.pk))).remaining).toBe('0.00')
})

it('leaves an invoice alone whose plan is paid by hand, until the plan is canceled', async () => {
  const { customer } = await auto.enroll()
  const invoice = await auto.invoice(customer, '60.00', '2026-12-20')
  const plan = await auto.tenant.run((ctx) => aConfirmedPlan(ctx, [invoice], { count: 2 }))
  await passDays(3)
  await auto.tenant.run((ctx) => cancelPlan(ctx, plan.pk, ''))
  expect(await amounts()).toEqual([])
  await passDays(40)
  expect(await amounts()).toEqual(['6000'])
})

it('are agreed to by no pay link without the code', async () => {
  const { customer } = await auto.enroll()
  const id = await auto.invoice(customer, '90.00', '2026-12-20')
  await auto.tenant.run((ctx) => aProposal(ctx, [id], 2, '', true))
  const byPayLink = <T>(unlocked: boolean, work: (ctx: Ctx) => Promise<T>) =>
    auto.tenant.run(async (ctx) =>
      work(actingAs(ctx, await aLinkHolder(ctx, { customerId: customer.id, invoiceId: id }, unlocked))),
    )
  expect(await byPayLink(false, (ctx) => readPlanOfInvoice(ctx, id))).toMatchObject({ may_open: false })
  await expect(byPayLink(false, (ctx) => openOwnProposal(ctx, id))).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await byPayLink(true, (ctx) => readPlanOfInvoice(ctx, id))).toMatchObject({ may_open: true })
  expect((await byPayLink(true, (ctx) => openOwnProposal(ctx, id))).url).toContain('/confirm-payment-plan')
})

it('show their stored method to nobody who holds a locked pay link', async () => {
  const { customer } = await auto.enroll()
  const id = await auto.invoice(customer, '90.00', '2026-12-20')
  await auto.tenant.run((ctx) => aConfirmedPlan(ctx, [id], { count: 2, chargesItself: true }))
  const methodShown = (unlocked: boolean) =>
    auto.tenant.run(async (ctx) => {
      const holder = await aLinkHolder(ctx, { customerId: customer.id, invoiceId: id }, unlocked)
      return (await readPlanOfInvoice(actingAs(ctx, holder), id))!.payment_method
    })
  expect(await methodShown(true)).not.toBeNull()
  expect(await methodShown(false)).toBeNull()
})

it('are agreed to by no link that a pay link opened before automatic payments were on', async () => {
  const customer = await auto.customer()
  const id = await auto.invoice(customer, '90.00', '2026-12-20')
  const plan = await auto.tenant.run((ctx) => aProposal(ctx, [id], 2, '', true))
  const { url } = await auto.tenant.run(async (ctx) =>
    openOwnProposal(actingAs(ctx, await aLinkHolder(ctx, { customerId: customer.id, invoiceId: id })), id),
  )
  await auto.enroll(undefined, customer)
  const token = new URL(url).searchParams.get('token')!
  const shown = await auto.test.transact((ctx) => readProposal(ctx, token))
  expect(shown.may_charge_itself).toBe(false)
  const confirm = (charges_itself: boolean) =>
    auto.test.transact((ctx) =>
      confirmByLink(ctx, {
        token,
        name: 'Pat',
        revision: plan.revision,
        total: shown.total,
        charges_itself,
        agreed: true,
      }),
    )
  await expect(confirm(true)).rejects.toMatchObject({ fields: { charges_itself: [expect.anything()] } })
  expect(await confirm(false)).toMatchObject({ state: 'confirmed', charges_itself: false })
})
