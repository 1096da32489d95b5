import { expect, it } from 'vitest'
import { rowsOfExport } from '../../../../testing/exports/rows-of-export.ts'
import { aCustomer } from '../../customers/testing.ts'
import { anOpenInvoice, cardForm, pay, paymentsFixture } from '../../payments/testing.ts'
import { exportEnrolled } from './export-enrolled.ts'
import { listEnrolled } from './list-enrolled.ts'

const payments = paymentsFixture()
const list = (query = { page: 1, page_size: 10 }) =>
  payments.tenant.run((ctx) => listEnrolled(ctx, { params: { account: ctx.accountId }, query, body: {} }))

it('lists who agreed to automatic payments, with the method and what stops it', async () => {
  expect(await list()).toMatchObject({ count: 0, results: [] })
  const mine = await payments.open()
  await pay(mine.uow, mine.invoiceId, cardForm('1.00', { enable_auto_payments: true }))
  await payments.tenant.run(async (ctx) => anOpenInvoice(ctx, '5.00', await aCustomer(ctx)))
  const { count, results } = await list()
  expect(count).toBe(1)
  expect(results[0]).toMatchObject({
    customer: { pk: mine.customer.id },
    method_display: 'Visa •••• 4242',
    expiry: null,
  })
  expect(await rowsOfExport(exportEnrolled(payments.tenant.uow(), { format: 'csv' }))).toMatchObject([
    {
      Customer: results[0]!.customer.short_name,
      'Payment method': 'Visa •••• 4242',
      Since: results[0]!.since_on,
    },
  ])
  expect((await list({ page: 2, page_size: 10 })).results).toEqual([])
})
