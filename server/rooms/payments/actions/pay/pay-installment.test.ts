import { expect, it } from 'vitest'
import { aCustomer } from '../../../customers/testing.ts'
import { aConfirmedPlan, aProposal, readPlan } from '../../../payment-plans/testing.ts'
import { anOpenInvoice, cardForm, pay, paymentsFixture, portalOf, refusalOf } from '../../testing.ts'
import { offerOptions } from './offer-options.ts'

const payments = paymentsFixture()

async function planned() {
  const invoice = await payments.tenant.run(async (ctx) => anOpenInvoice(ctx, '100.00', await aCustomer(ctx)))
  const plan = await payments.tenant.run((ctx) => aConfirmedPlan(ctx, [invoice.invoiceId], { count: 2 }))
  const uow = payments.tenant.uow(portalOf(payments.app, invoice.customer.id))
  return { ...invoice, plan, uow, ids: plan.installments.map(({ id }) => id) }
}

it('offers and takes the balance of an open installment', async () => {
  const { uow, invoiceId, ids, plan } = await planned()
  const [option] = await offerOptions(uow, invoiceId, ids[0])
  expect(option).toMatchObject({
    balance: '50.00',
    invoice_balance: '100.00',
    extra_data: { installment_id: ids[0] },
  })
  const above = await refusalOf(pay(uow, invoiceId, cardForm('50.01', { installment_id: ids[0]! })))
  expect(above.fields).toEqual({
    amount: ['The amount should not be greater than the balance of 50.00'],
  })
  const paid = await pay(uow, invoiceId, cardForm('50.00', { installment_id: ids[0]! }))
  expect(paid.status).toBe('confirmed')
  const after = await payments.tenant.run((ctx) => readPlan(ctx, plan.pk))
  expect(after.installments.map(({ status }) => status)).toEqual(['Paid', 'Open'])
  const again = await refusalOf(pay(uow, invoiceId, cardForm('50.00', { installment_id: ids[0]! })))
  expect(again.fields!.installment_id![0]).toMatch(/^This installment is paid already/)
})

it('takes an installment once in concurrent requests', async () => {
  const { uow, invoiceId, ids, plan } = await planned()
  const tries = Array.from({ length: 8 }, () =>
    pay(uow, invoiceId, cardForm('50.00', { installment_id: ids[0]! })).then(
      ({ status }) => status,
      () => 'refused',
    ),
  )
  const outcomes = await Promise.all(tries)
  expect(outcomes.filter((outcome) => outcome === 'confirmed')).toHaveLength(1)
  expect((await payments.tenant.run((ctx) => readPlan(ctx, plan.pk))).remaining).toBe('50.00')
})

it('refuses installments of other invoices, of proposals and made-up ones beside the field', async () => {
  const { uow, invoiceId } = await planned()
  const other = await planned()
  const proposed = await payments.open()
  const proposal = await payments.tenant.run((ctx) => aProposal(ctx, [proposed.invoiceId], 2))
  for (const id of [other.ids[0]!, proposal.installments[0]!.id, 'x', ''])
    expect(
      Object.keys((await refusalOf(pay(uow, invoiceId, cardForm('10.00', { installment_id: id })))).fields!),
    ).toEqual(['installment_id'])
})
