import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { aCustomer } from '../../customers/testing.ts'
import { verifyCreditMemoCounters } from '../store/counters.ts'
import { aCreditMemo } from '../testing.ts'
import { listCreditMemos, type MemoSelection } from './list-credit-memos.ts'
import { voidCreditMemo } from './void-credit-memo.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
const customers: Record<string, string> = {}

beforeAll(async () => {
  for (const name of ['Harbor Foods', 'Zebra Bakery'])
    customers[name] = (await tenant.run((ctx) => aCustomer(ctx, { shortName: name }))).id
  const issued: string[] = []
  for (const [index, name] of ['Harbor Foods', 'Zebra Bakery', 'Harbor Foods', 'Harbor Foods'].entries()) {
    const memo = await tenant.run((ctx) =>
      aCreditMemo(ctx, { customer: customers[name]!, number: ['CM-9', 'CM-100', 'CM-20', 'CM-3'][index]! }),
    )
    issued.push(memo.id)
  }
  await tenant.run((ctx) => voidCreditMemo(ctx, issued[2]!))
})

const list = (asked: Partial<MemoSelection> = {}) =>
  tenant.run((ctx) =>
    listCreditMemos(ctx, { page: 1, page_size: 20, search: '', order_by: '-issued_on', ...asked }),
  )

it('counts the memos of the account and of one customer, void ones included', async () => {
  expect((await list()).count).toBe(4)
  expect((await list({ customer: customers['Harbor Foods']! })).count).toBe(3)
  expect((await list({ customer: customers['Zebra Bakery']! })).count).toBe(1)
  expect((await list({ search: 'zebra' })).count).toBe(1)
  expect((await list({ page_size: 2, page: 2 })).results).toHaveLength(2)
})

it('filters by amount, date and currency, and counts what is found', async () => {
  const { results } = await list()
  const [first] = results
  expect((await list({ filter_total_gte: first!.total })).count).toBeGreaterThan(0)
  expect((await list({ exclude_total_gte: '0' })).count).toBe(0)
  expect((await list({ filter_remaining_gt: '0', filter_issued_on_lte: first!.issued_on })).count).toBe(3)
  expect((await list({ filter_currency: 'EUR' })).count).toBe(0)
  await expect(list({ filter_total_gte: '1.005' })).rejects.toMatchObject({ code: 'invalid_input' })
})

it('orders numbers naturally', async () => {
  const { results } = await list({ order_by: 'number' })
  expect(results.map(({ number }) => number)).toEqual(['CM-3', 'CM-9', 'CM-20', 'CM-100'])
})

it('takes the count from counters, with one row for each kind after a merge', async () => {
  const merge = () =>
    tenant.run(async ({ accountId, db }) => {
      const scopes = [accountId, ...Object.values(customers)]
      await sql`select merge_credit_memo_tallies(${accountId}, ${scopes}::uuid[])`.execute(db)
    })
  expect(await tenant.run(verifyCreditMemoCounters)).toEqual([])
  await merge()
  expect(await tenant.run(verifyCreditMemoCounters)).toEqual([])
  const rows = await tenant.run(({ db }) => db.selectFrom('credit_memo_tallies').select('id').execute())
  expect(rows, 'of the account and Harbor Foods open and void, of Zebra Bakery open').toHaveLength(5)
  expect((await list()).count).toBe(4)
})

it('reports a wrong counter and its scope', async () => {
  const reported = tenant.run(async (ctx) => {
    await sql`update credit_memo_tallies set memos = memos + 1 where scope_id = ${customers['Zebra Bakery']}`.execute(
      ctx.db,
    )
    expect(await verifyCreditMemoCounters(ctx)).toEqual([
      `credit memos open of customer ${customers['Zebra Bakery']}: 2 kept, 1 counted`,
    ])
    throw new Error('nothing of it stays')
  })
  await expect(reported).rejects.toThrow('nothing of it stays')
})

it('lists only the account’s own memos', async () => {
  const other = await test.tenant()
  const asked = { page: 1, page_size: 20, search: '', order_by: '-issued_on' }
  expect(await other.run((ctx) => listCreditMemos(ctx, asked))).toEqual({ count: 0, results: [] })
})
