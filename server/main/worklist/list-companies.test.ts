import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { companies } from '../../../contract/worklist/companies.ts'
import { rowsOfExport } from '../../../testing/exports/rows-of-export.ts'
import { setUpTestApp, type Tenant } from '../../../testing/test-app.ts'
import { actingAs, inTransaction, tenantlessUnitOfWork } from '../../platform/context.ts'
import { changeStanding, changeSubscription, insertMember } from '../../rooms/accounts/index.ts'
import { aCustomer } from '../../rooms/customers/testing.ts'
import { anOpenInvoice } from '../../rooms/invoices/testing.ts'
import { openTask } from '../../rooms/worklist/index.ts'
import { exportCompanies, listCompanies, readCompanyFigures } from '../../rooms/worklist/testing.ts'

const test = setUpTestApp()
let tenant: Tenant
let client: Tenant

beforeEach(async () => {
  tenant = await test.tenant({ name: 'Accountants LLP' })
  client = await test.tenant({ name: 'Client Ltd' })
  await client.run((ctx) => insertMember(ctx, tenant.owner.userId, 'advisor'))
})

const list = (search = '', more: object = {}) =>
  inTransaction(test.app, { requestId: 'test', ip: null }, { ...tenant.owner, role: null }, (ctx) =>
    listCompanies(actingAs(ctx, { ...tenant.owner, role: null }), {
      params: {},
      query: companies.list.query.parse({ search, ...more }),
      body: {},
    }),
  )

it('lists the companies of a person with their tasks, and none of others', async () => {
  const stranger = await test.tenant({ name: 'Stranger Ltd' })
  await client.run(async (ctx) => {
    const { id: customerId } = await aCustomer(ctx)
    await openTask(ctx, {
      key: 'a',
      kind: 'other',
      customerId,
      title: 'Call',
      reason: '',
      endsWhenSettled: false,
    })
  })
  const { results } = await list()
  expect(results.map(({ name, role, tasks_due }) => [name, role, tasks_due])).toEqual([
    ['Accountants LLP', 'owner', 0],
    ['Client Ltd', 'advisor', 1],
  ])
  expect(results.some(({ account }) => account === stranger.accountId)).toBe(false)
  expect((await list('client')).results).toHaveLength(1)
})

it('exports them in the same order, a row for each currency and counts in the first', async () => {
  await client.run(async (ctx) => {
    const { id: customer } = await aCustomer(ctx, { shortName: 'Kissa', currency: 'JPY' })
    await anOpenInvoice(ctx, { amount: '90000', customer, invoice_date: '2026-01-02' })
    await anOpenInvoice(ctx, { amount: '100.00', invoice_date: '2026-01-02' })
  })
  const uow = tenantlessUnitOfWork(
    test.app,
    { requestId: 'test', ip: null },
    { ...tenant.owner, role: null },
    null,
  )
  const body = (given: object) => companies.export.body.parse(given)
  const rows = await rowsOfExport(exportCompanies(uow, body({ order_by: '-overdue' })))
  expect(rows.map((row) => [row.Company, row.Currency, row.Owed, row['Overdue invoices']])).toEqual([
    ['Client Ltd', 'USD', '100.00', '2'],
    ['Client Ltd', 'JPY', '90000', ''],
    ['Accountants LLP', '', '', '0'],
  ])
  expect(await rowsOfExport(exportCompanies(uow, body({ search: 'accountants' })))).toHaveLength(1)
  expect(() => body({ currency: 'XXX' })).toThrow()
})

it('sorts by what is owed and what needs attention, over all pages, and adds up', async () => {
  const rich = await test.tenant({ name: 'Zebra Ltd' })
  await rich.run((ctx) => insertMember(ctx, tenant.owner.userId, 'advisor'))
  await rich.run((ctx) => anOpenInvoice(ctx, { amount: '250.00', invoice_date: '2026-01-02' }))
  await client.run((ctx) => anOpenInvoice(ctx, { amount: '100.00' }))
  const names = async (order_by: string, page_size = '5') =>
    (await list('', { order_by, page_size })).results.map(({ name }) => name)
  expect(await names('-owed')).toEqual(['Zebra Ltd', 'Client Ltd', 'Accountants LLP'])
  expect(await names('owed')).toEqual(['Accountants LLP', 'Client Ltd', 'Zebra Ltd'])
  expect(await names('-overdue')).toEqual(['Zebra Ltd', 'Accountants LLP', 'Client Ltd'])
  expect(await names('-attention')).toEqual(['Zebra Ltd', 'Accountants LLP', 'Client Ltd'])
  expect((await list('', { page_size: '5' })).totals).toEqual({
    owed: [{ currency: 'USD', owed: '350.00', overdue: '250.00' }],
    attention: 1,
    left_out: 0,
  })
})

it('compares amounts of one currency only, never adds two, and puts the own currency first', async () => {
  const yen = await test.tenant({ name: 'Yen Ltd' })
  await yen.run((ctx) => insertMember(ctx, tenant.owner.userId, 'advisor'))
  await yen.run(async (ctx) => {
    const { id: customer } = await aCustomer(ctx, { shortName: 'Kissa', currency: 'JPY' })
    await anOpenInvoice(ctx, { amount: '90000', customer })
  })
  await yen.run((ctx) => anOpenInvoice(ctx, { amount: '20.00' }))
  await client.run((ctx) => anOpenInvoice(ctx, { amount: '100.00' }))
  const byDollars = await list('', { order_by: '-owed' })
  expect(byDollars).toMatchObject({ currency: 'USD', currencies: ['USD', 'JPY'] })
  expect(byDollars.results.map(({ name }) => name)).toEqual(['Client Ltd', 'Yen Ltd', 'Accountants LLP'])
  const byYen = await list('', { order_by: '-owed', currency: 'JPY' })
  expect(byYen.results[0]).toMatchObject({
    name: 'Yen Ltd',
    owed: [
      { currency: 'USD', owed: '20.00' },
      { currency: 'JPY', owed: '90000' },
    ],
  })
  expect(byYen.totals.owed.map(({ currency }) => currency)).toEqual(['USD', 'JPY'])
})

it('shows no figures of a company in which the person does not work, whatever is asked for', async () => {
  const stranger = await test.tenant({ name: 'Stranger Ltd' })
  await stranger.run((ctx) => anOpenInvoice(ctx, { amount: '1.00' }))
  await client.run((ctx) => anOpenInvoice(ctx, { amount: '1.00' }))
  const figures = await inTransaction(
    test.app,
    { requestId: 'test', ip: null },
    { ...tenant.owner, role: null },
    async (ctx) => {
      await sql`select set_config('app.user_id', ${tenant.owner.userId}, true)`.execute(ctx.db)
      return readCompanyFigures(
        ctx,
        [client, stranger].map(({ accountId: id }) => ({ id, today: '2030-01-01' })),
      )
    },
  )
  expect([...figures.keys()]).toEqual([client.accountId])
})

it('shows no figures of a company that is blocked, and says how many are left out', async () => {
  await client.run((ctx) => anOpenInvoice(ctx, { amount: '100.00' }))
  await client.run((ctx) => changeStanding(ctx, { blocked: true }))
  expect((await list('client')).results[0]).toMatchObject({ state: 'blocked', owed: [], tasks_due: 0 })
  expect((await list()).totals).toEqual({ owed: [], attention: 0, left_out: 1 })
})

it('keeps the figures of a company whose plan has lapsed', async () => {
  await client.run((ctx) => anOpenInvoice(ctx, { amount: '100.00', invoice_date: '2026-01-02' }))
  const before = await list()
  await client.run((ctx) => changeSubscription(ctx, { status: 'past_due' }))
  const after = await list()
  expect(after.totals).toEqual(before.totals)
  expect(after.results.find(({ name }) => name === 'Client Ltd')).toMatchObject({
    state: 'inactive',
    owed: [{ currency: 'USD', owed: '100.00', overdue: '100.00' }],
    overdue_invoices: 1,
  })
})
