import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../../contract/index.ts'
import type { Tenant, TestApp } from '../../../../testing/test-app.ts'
import { aCustomer } from '../../customers/testing.ts'
import { listPayments, payInvoice, recordPayment } from '../../payments/index.ts'
import { anOpenInvoice, cardForm, createSandboxApp, eCheckForm, portalOf } from '../../payments/testing.ts'
import { readBehind } from './charts/read-behind.ts'
import { readDashboard } from './read-dashboard.ts'

let test: TestApp
let tenant: Tenant

beforeAll(async () => {
  test = await createSandboxApp()
  // At the test's time it is already November 21 there.
  tenant = await test.tenant({ timezone: 'Pacific/Auckland' })
  const customer = await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Acme', email: 'a@acme.test' }))
  const invoice = await tenant.run((ctx) => anOpenInvoice(ctx, '500.00', customer))
  const uow = tenant.uow(portalOf(test.app, customer.id))
  const pay = (body: ReturnType<typeof cardForm>, optionId: string) =>
    payInvoice(uow, { invoiceId: invoice.invoiceId, optionId, body })
  await pay(cardForm('40.00'), 'sandbox-card')
  await pay(eCheckForm('30.00'), 'sandbox-e-check')
  const record = (received_on: string, total: string) =>
    tenant.run((ctx) =>
      recordPayment(ctx, {
        ...{ customer: customer.id, type: 'check', total, received_on, reference: '' },
        request_id: `record-${received_on}`,
      }),
    )
  await record('2026-10-23', '7.00')
  await record('2026-10-22', '100.00')
})
afterAll(() => test.close())

const sumsOf = async (query: Record<string, string>) =>
  (await tenant.run((ctx) => listPayments(ctx, contract.payments.list.query.parse(query)))).sums
const figures = async () => (await tenant.run(readDashboard)).currencies[0]!

it('shows as pending what the list of pending payments adds up to', async () => {
  const { in_flight } = await figures()
  expect(in_flight).toBe('30.00')
  expect(await sumsOf({ filter_status: 'waiting' })).toEqual([
    { currency: 'USD', total: in_flight, collected: '0.00' },
  ])
})

it('shows as collected what both lists of the same thirty days add up to, whenever it was recorded', async () => {
  const { collected_30_days } = await figures()
  expect(collected_30_days).toBe('47.00')
  const behind = await tenant.run((ctx) => readBehind(ctx, { report: 'collected', from: '2026-10-23' }))
  expect(behind).toMatchObject({ total: collected_30_days, count: 2 })
  expect(behind.rows.map((row) => [row.kind, row.on, row.amount])).toEqual([
    ['payment', '2026-11-21', '40.00'],
    ['payment', '2026-10-23', '7.00'],
  ])
  const days = { filter_booked_on_gte: '2026-10-23', filter_booked_on_lte: '2026-11-21' }
  expect(await sumsOf(days)).toEqual([{ currency: 'USD', total: '47.00', collected: collected_30_days }])
})
