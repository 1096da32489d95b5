import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, it } from 'vitest'
import { invoices } from '../../../../../contract/invoices.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { draftInput, someOfEach } from '../../testing.ts'
import { createInvoice } from '../write/create-invoice.ts'
import { exportInvoices } from './export-invoices.ts'
import { listInvoices } from './list-invoices.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
beforeAll(async () => {
  await someOfEach(tenant)
})

async function exported(request: Record<string, string | string[]>): Promise<Buffer> {
  const { parts } = await exportInvoices(tenant.uow(), invoices.export.body.parse(request))
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

const rowsOf = async (request: Record<string, string | string[]>): Promise<Record<string, string>[]> =>
  parse(await exported(request), { columns: true, bom: true })

const listed = async (request: Record<string, string>) => {
  const query = invoices.list.query.parse({ ...request, page_size: '100' })
  const { results } = await tenant.run((ctx) => listInvoices(ctx, { ...query, filters: [] }))
  return results.map((row) => [row.number, row.status, row.remaining])
}

it.each([
  {},
  { view: 'open', order_by: 'due_date' },
  { view: 'overdue', order_by: '-remaining' },
  { view: 'paid' },
  { order_by: 'remaining' },
  { order_by: '-customer' },
  { search: 'late', order_by: 'number' },
  { search: 'kissa' },
  { aging: 'days_60' },
])('exports what the list shows, in its order: %o', async (request) => {
  const rows = await rowsOf(request)
  expect(rows.map((row) => [row['Invoice number'], row.Status, row['Balance due']])).toEqual(
    await listed(request),
  )
})

it('exports what the filters leave', async () => {
  const rows = await rowsOf({ filter_remaining_gte: '1', order_by: 'number' })
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.every((row) => row['Balance due'] !== '0.00')).toBe(true)
})

it('exports only the chosen ones, in the list’s order, and none that the filters leave out', async () => {
  const query = invoices.list.query.parse({ view: 'open', order_by: 'remaining', page_size: '100' })
  const { results } = await tenant.run((ctx) => listInvoices(ctx, { ...query, filters: [] }))
  const { results: paid } = await tenant.run((ctx) =>
    listInvoices(ctx, { ...query, view: 'paid', filters: [] }),
  )
  const chosen = [results[3]!, results[1]!]
  const rows = await rowsOf({
    ...{ view: 'open', order_by: 'remaining' },
    invoices: [...chosen, paid[0]!].map(({ pk }) => pk),
  })
  expect(rows.map((row) => row['Invoice number'])).toEqual([results[1]!.number, results[3]!.number])
  expect(invoices.export.body.safeParse({ invoices: [] }).success).toBe(false)
})

it('disarms formulas in a CSV and keeps them as text in a workbook', async () => {
  await tenant.run(async (ctx) => {
    const { id } = await aCustomer(ctx, { shortName: '=cmd|calc' })
    const draft = { ...draftInput(id), number: 'Formula-1' }
    await createInvoice(ctx, draft)
  })
  const search = 'Formula-1'
  expect((await rowsOf({ search })).map((row) => row.Customer)).toEqual(["'=cmd|calc"])
  const sheet = unzipSync(await exported({ search, format: 'xlsx' }))['xl/worksheets/sheet1.xml']!
  expect(strFromU8(sheet)).toContain('>=cmd|calc</t>')
  expect(strFromU8(sheet)).not.toContain('<f')
})

it('says in the audit log who exported how many rows', async () => {
  const rows = await rowsOf({ view: 'paid' })
  const logged = await tenant.run((ctx) =>
    ctx.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('account_id', '=', ctx.accountId)
      .where('action', '=', 'invoices.export')
      .execute(),
  )
  expect(logged.map(({ detail }) => detail)).toContainEqual(
    expect.objectContaining({ view: 'paid', format: 'csv', rows: rows.length }),
  )
})
