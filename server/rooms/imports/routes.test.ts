import { beforeAll, describe, expect, it } from 'vitest'
import type { StaffRole } from '../../../domain/people/roles.ts'
import { callApi } from '../../../testing/call-api.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { aMember, anAccount } from '../accounts/testing.ts'
import { openSession } from '../identity/index.ts'
import { importsJobs } from './jobs.ts'

type Body = Record<string, unknown> & { pk: string }

const test = setUpTestServer()
let accountId: string
let owner: string

beforeAll(async () => {
  const opened = await test.transact((ctx) =>
    anAccount(ctx, { ownerEmail: 'owner@imports.test', subDomain: 'imports' }),
  )
  accountId = opened.accountId
  owner = await sign(opened.owner.id)
  await test.app.jobs.work(test.app, importsJobs)
})

const sign = async (userId: string) =>
  (await test.transact((ctx) => openSession(ctx, { audience: 'staff', userId }))).token

async function member(role: StaffRole): Promise<string> {
  const user = await test.transact((ctx) => aMember(ctx, { accountId, email: `${role}@imports.test`, role }))
  return sign(user.id)
}

const path = (rest = '') => `/api/accounts/${accountId}/imports/${rest}`

const upload = (
  content: string | Buffer,
  { token = owner, type = 'text/csv', query = '?kind=customers&name=list.csv' } = {},
) =>
  callApi<Body>(test.server, {
    method: 'POST',
    path: path(query),
    token,
    file: { type, bytes: Buffer.from(content) },
  })

const call = (method: 'GET' | 'POST', rest: string, body?: object) =>
  callApi<Body>(test.server, { method, path: path(rest), token: owner, ...(body && { body }) })

/** Waits until the queue has brought the import to a status. */
async function waitForStatus(pk: string, status: string) {
  await expect.poll(async () => (await call('GET', `${pk}/`)).body.status, { timeout: 120_000 }).toBe(status)
  return call('GET', `${pk}/`)
}

describe('imports over HTTP', () => {
  it('imports a file of customers end to end, through the queue', async () => {
    const uploaded = await upload('Name;E-Mail\r\nHarbor;a@harbor.test\r\nBad;nope\r\n')
    expect(uploaded).toMatchObject({
      status: 201,
      body: { status: 'mapping', mapping: { short_name: 0, email: 1 } },
    })
    const { pk, mapping, date_order, decimal_mark } = uploaded.body
    const check = await call('POST', `${pk}/check/`, { mapping, date_order, decimal_mark })
    expect(check).toMatchObject({ status: 202, body: { status: 'previewing' } })
    await waitForStatus(pk, 'ready')
    expect(await call('GET', `${pk}/rows/?outcome=reject&page_size=5`)).toMatchObject({
      status: 200,
      body: {
        count: 1,
        results: [{ row_number: 3, cells: ['Bad', 'nope'], errors: { email: [expect.any(String)] } }],
      },
    })
    expect(await call('POST', `${pk}/run/`)).toMatchObject({ status: 202, body: { status: 'running' } })
    expect(await waitForStatus(pk, 'done')).toMatchObject({
      status: 200,
      body: { status: 'done', written_rows: 1, outcomes: { create: 1, reject: 1 } },
    })
    const csv = await call('GET', `${pk}/rejected-rows/`)
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('skipped rows.csv'),
    })
    expect(csv.bytes.toString()).toContain('Bad;nope;Email: ‘nope’ isn’t an email address.')
    expect(await call('GET', '?kind=customers')).toMatchObject({ body: { count: 1, results: [{ pk }] } })
  })

  it('reports invalid input beside the field, or by status code', async () => {
    expect(await upload('%PDF-1.7 ')).toMatchObject({
      status: 400,
      body: { file: ['This is a PDF, not a CSV file.'] },
    })
    expect(await upload('Name\n')).toMatchObject({
      status: 400,
      body: { file: [expect.stringContaining('no rows below')] },
    })
    expect(await upload('')).toMatchObject({ status: 400 })
    expect(await upload('Name\nA\n', { type: 'image/png' })).toMatchObject({ status: 415 })
    expect(await upload('Name\nA\n', { query: '?kind=payments' })).toMatchObject({
      status: 400,
      body: { kind: ['kind is customers or invoices.'] },
    })
    expect(await upload(Buffer.alloc(32 * 1024 * 1024 + 1, 'a'))).toMatchObject({
      status: 413,
      body: { detail: 'The file you tried to upload is too large.' },
    })
    const { pk } = (await upload('A,B\nx,y\n')).body
    const wrong = await call('POST', `${pk}/check/`, { mapping: {}, date_order: 'MDY', decimal_mark: 'auto' })
    expect(wrong).toMatchObject({ status: 400, body: { 'mapping.short_name': [expect.any(String)] } })
    expect(
      await call('POST', `${pk}/check/`, { mapping: { short_name: -1 }, date_order: 'XYZ' }),
    ).toMatchObject({ status: 400, body: { date_order: [expect.any(String)] } })
    expect(await call('POST', `${pk}/run/`)).toMatchObject({ status: 409 })
    expect(await call('GET', `${pk}/rows/?outcome=nonsense`)).toMatchObject({ status: 400 })
    expect(await call('GET', 'not-an-id/')).toMatchObject({ status: 404 })
  })

  it('restricts uploads to roles that write, in their own account', async () => {
    const [viewer, advisor] = [await member('viewer'), await member('advisor')]
    expect(await upload('Name\nA\n', { token: viewer })).toMatchObject({ status: 403 })
    expect(await upload('Name\nA\n', { token: advisor })).toMatchObject({ status: 201 })
    const rival = await test.transact((ctx) =>
      anAccount(ctx, { ownerEmail: 'owner@rival.test', subDomain: 'rival-imports' }),
    )
    expect(await upload('Name\nA\n', { token: await sign(rival.owner.id) })).toMatchObject({ status: 404 })
  })
})
