import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_GROUPS } from '../../../../domain/people/customer-group.ts'
import { createTestApp, type Tenant, type TestApp } from '../../../../testing/test-app.ts'
import { aGroup } from '../../customers/testing.ts'
import { anUpload, checked, imported, rowsOf, written } from '../testing.ts'

let test: TestApp
let tenant: Tenant

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const groupsOf = (who: Tenant) =>
  who.run(async (ctx) => {
    const rows = await ctx.db
      .selectFrom('customers as c')
      .leftJoin('customer_groups as g', 'g.id', 'c.group_id')
      .select(['c.short_name', 'g.name'])
      .where('c.account_id', '=', ctx.accountId)
      .execute()
    return Object.fromEntries(rows.map((row) => [row.short_name, row.name]))
  })

describe('a file of customers with a column of groups', () => {
  const LIST = 'Name,Group\nAnchor,Key accounts\nBirch,  key   ACCOUNTS \nCedar,Schools\nDune,\n'

  it('puts customers into their groups, ignoring case, and creates the missing ones', async () => {
    tenant = await test.tenant()
    await tenant.run((ctx) => aGroup(ctx, 'Schools'))
    expect(await imported(tenant, 'customers', LIST)).toMatchObject({ outcomes: { create: 4, reject: 0 } })
    expect(await groupsOf(tenant)).toEqual({
      Anchor: 'Key accounts',
      Birch: 'Key accounts',
      Cedar: 'Schools',
      Dune: null,
    })
    const added = await tenant.run((ctx) =>
      ctx.db
        .selectFrom('audit_entries')
        .select('detail')
        .where('action', '=', 'customers.create-group')
        .execute(),
    )
    expect(added).toHaveLength(2)
    expect(added).toContainEqual({ detail: { name: 'Key accounts' } })
  })

  it('moves a customer, keeps the group where the cell is empty, and ignores another spelling', async () => {
    const csv = 'Name,Group\nAnchor,schools\nBirch,\nCedar,SCHOOLS\n'
    const upload = await checked(tenant, await anUpload(tenant, 'customers', csv))
    expect(upload).toMatchObject({ outcomes: { update: 1, unchanged: 2 } })
    expect((await rowsOf(tenant, upload))[0]).toMatchObject({
      outcome: 'update',
      summary: 'Anchor · changes group',
    })
    await written(tenant, upload)
    expect(await groupsOf(tenant)).toMatchObject({
      Anchor: 'Schools',
      Birch: 'Key accounts',
      Cedar: 'Schools',
    })
  })

  it('rejects rows that would exceed the groups of an account, and names that are too long', async () => {
    const full = await test.tenant()
    await full.run(async (ctx) => {
      for (let n = 2; n <= MAX_GROUPS; n++) await aGroup(ctx, `Group ${n}`)
    })
    const csv = `Name,Group\nAnchor,The last\nBirch,One too many\nCedar,group 7\nDune,THE LAST\nElm,${'x'.repeat(151)}\n`
    const upload = await checked(full, await anUpload(full, 'customers', csv))
    const rows = await rowsOf(full, upload)
    expect(rows.map((row) => row.errors)).toEqual([
      {},
      { group: ['You can have at most 100 groups. Use one of those you have.'] },
      {},
      {},
      { group: ['At most 150 characters.'] },
    ])
    await written(full, upload)
    expect(await groupsOf(full)).toEqual({ Anchor: 'The last', Cedar: 'Group 7', Dune: 'The last' })
  })
})
