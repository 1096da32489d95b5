import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, it } from 'vitest'
import { callApi } from '../../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../../testing/http-company.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import type { Ctx } from '../../platform/context.ts'
import { aConflict } from '../../rooms/accounting/testing.ts'
import { aKey } from '../../rooms/api-keys/testing.ts'
import { anOpenInvoice } from '../../rooms/invoices/testing.ts'
import { aLateFeeRule } from '../../rooms/late-fees/testing.ts'
import { anAccessRequest } from '../../rooms/portal/testing.ts'

const test = setUpTestServer()
let company: HttpCompany
let other: HttpCompany
let viewer: string

/** Records whose names a spreadsheet would take for formulas. */
const FORMULA = '=1+1'

beforeAll(async () => {
  company = await anHttpCompany(test, 'exporting')
  other = await anHttpCompany(test, 'elsewhere')
  viewer = await company.member('viewer')
  await company.run(async (ctx) => {
    await anOpenInvoice(ctx, { number: FORMULA })
    await aConflict(ctx)
    await aKey(ctx)
    await aLateFeeRule(ctx)
    await anAccessRequest(ctx, 'ada@atlas.test', FORMULA)
  })
  await callApi(test.server, {
    method: 'POST',
    path: `/api/accounts/${company.accountId}/imports/?kind=customers&name=${encodeURIComponent(`${FORMULA}.csv`)}`,
    token: company.token,
    file: { type: 'text/csv', bytes: Buffer.from('Name,Email\nKissa Oy,a@kissa.test\n') },
  })
})

const ask = (path: string, body: object, of = company, token = of.token) =>
  callApi<{ detail: string; format: string[] }>(test.server, {
    method: 'POST',
    path: `/api/accounts/${of.accountId}/${path}/export/`,
    token,
    body,
  })
const rowsIn = (bytes: Buffer): Record<string, string>[] => parse(bytes, { columns: true, bom: true })

it.each([
  ['imports', 'Imports', { kind: 'customers' }, { File: `'${FORMULA}.csv`, Rows: '1', Status: 'mapping' }],
  ['events', 'Activity', { about: 'invoice' }, { Event: 'invoice.created', Record: `'${FORMULA}` }],
  ['late-fee-rules', 'Late fee rules', {}, { Status: 'draft', 'Percent a year': '15' }],
  ['access-requests', 'Requests for access', { state: 'open' }, { Name: `'${FORMULA}`, Status: 'open' }],
  ['accounting-conflicts', 'Accounting conflicts', {}, { Difference: 'Invoice 7 was not read' }],
  ['api-keys', 'API keys', {}, { Name: 'Test key', Status: 'active' }],
] as const)('exports %s as CSV and as a workbook, of the own company only', async (path, name, body, row) => {
  const csv = await ask(path, body)
  expect(csv.headers['content-disposition']).toMatch(new RegExp(`filename="${name} [\\d-]{10}\\.csv"`))
  expect(rowsIn(csv.bytes)).toContainEqual(expect.objectContaining(row))
  const workbook = await ask(path, { ...body, format: 'xlsx' })
  const sheet = strFromU8(unzipSync(workbook.bytes)['xl/worksheets/sheet1.xml']!)
  for (const heading of Object.keys(row)) expect(sheet).toContain(`>${heading}<`)
  expect(rowsIn((await ask(path, body, other)).bytes)).toEqual([])
  expect((await ask(path, body, company, other.token)).status).toBe(404)
  expect((await ask(path, body, company, viewer)).status).toBe(403)
  expect((await ask(path, { ...body, format: 'pdf' })).status).toBe(400)
})

it.each([
  ['imports', { kind: 'invoices' }],
  ['events', { about: 'payment' }],
  ['access-requests', { state: 'refused' }],
  ['accounting-conflicts', { state: 'closed' }],
])('exports %s with the filters of the list', async (path, body) => {
  const { status, bytes } = await ask(path, body)
  expect([status, rowsIn(bytes)]).toEqual([200, []])
})

it('exports no API key itself', async () => {
  const { key } = await company.run((ctx: Ctx) => aKey(ctx))
  expect((await ask('api-keys', {})).bytes.toString()).not.toContain(key)
})
