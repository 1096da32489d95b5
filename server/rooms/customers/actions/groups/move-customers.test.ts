import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerGroups as contract } from '../../../../../contract/customer-groups.ts'
import { customers as customersContract } from '../../../../../contract/customers.ts'
import { createTestApp, type Tenant, type TestApp } from '../../../../../testing/test-app.ts'
import type { Customer } from '../../rules.ts'
import { aCustomer, aGroup } from '../../testing.ts'
import { createCustomer } from '../create-customer.ts'
import { listCustomers } from '../list-customers.ts'
import { readCustomer } from '../read-customer.ts'
import { updateCustomer } from '../update-customer.ts'
import { deleteGroup } from './delete-group.ts'
import { moveCustomers } from './move-customers.ts'
import { undoMove } from './undo-move.ts'

const NOBODYS = '00000000-0000-7000-8000-000000000000'
const NO_GROUP = { fields: { group: ['This group does not exist.'] } }

let test: TestApp
let tenant: Tenant
let wholesale: string
let schools: string
let made: Customer[]

beforeAll(async () => {
  test = await createTestApp()
  tenant = await test.tenant()
  await tenant.run(async (ctx) => {
    wholesale = await aGroup(ctx, 'Wholesale')
    schools = await aGroup(ctx, 'Schools')
    made = []
    for (const shortName of ['Anchor', 'Birch', 'Cedar', 'Dune'])
      made.push(await aCustomer(ctx, { shortName, isActive: shortName !== 'Dune' }))
  })
})
afterAll(() => test.close())

const move = (body: Record<string, unknown>, who = tenant) =>
  who.run((ctx) => moveCustomers(ctx, contract.moveCustomers.body.parse(body)))
const idsOf = (...at: number[]) => at.map((one) => made[one]!.id)
const namesIn = async (query: Record<string, string>) =>
  (await tenant.run((ctx) => listCustomers(ctx, customersContract.list.query.parse(query)))).results.map(
    (row) => row.short_name,
  )

describe('moveCustomers', () => {
  it('moves the named customers, counts those whose group changed, and writes one audit entry', async () => {
    const twice = [...idsOf(0, 1), made[1]!.id.toUpperCase()]
    expect(await move({ group: wholesale, customers: twice })).toMatchObject({ moved: 2 })
    expect(await move({ group: wholesale, customers: idsOf(1, 2) })).toMatchObject({ moved: 1 })
    expect(await namesIn({ filter_group: wholesale })).toEqual(['Anchor', 'Birch', 'Cedar'])
    expect(await namesIn({ filter_has_group: 'false' })).toEqual(['Dune'])
    expect(await namesIn({ exclude_group: wholesale, filter_has_group: 'true' })).toEqual([])
    const entries = await tenant.run((ctx) =>
      ctx.db
        .selectFrom('audit_entries')
        .select('detail')
        .where('action', '=', 'customers.move-to-group')
        .where('object_id', '=', wholesale)
        .execute(),
    )
    expect(entries).toHaveLength(2)
    expect(entries).toContainEqual({ detail: { name: 'Wholesale', moved: 2 } })
  })

  it('moves all customers that match a search and filters', async () => {
    const matching = { filter_group: wholesale, filter_is_active: 'true', search: 'cedar' }
    expect(await move({ group: schools, matching })).toMatchObject({ moved: 1 })
    expect(await namesIn({ filter_group: schools })).toEqual(['Cedar'])
    expect(await move({ group: schools, matching: { filter_balance_gt: '0' } })).toMatchObject({ moved: 0 })
    expect(await move({ group: schools, matching: {} })).toMatchObject({ moved: 3 })
  })

  it('takes customers out of their groups', async () => {
    expect(await move({ group: null, customers: idsOf(0, 1) })).toMatchObject({ moved: 2 })
    expect(await namesIn({ filter_has_group: 'false' })).toEqual(['Anchor', 'Birch'])
  })

  it('refuses unknown groups and customers, and those of another account, and then moves nobody', async () => {
    const other = await test.tenant()
    const [theirGroup, theirs] = await other.run(async (ctx) => [await aGroup(ctx), await aCustomer(ctx)])
    for (const group of [NOBODYS, theirGroup])
      await expect(move({ group, customers: idsOf(0) })).rejects.toMatchObject(NO_GROUP)
    for (const id of [NOBODYS, theirs.id])
      await expect(move({ group: wholesale, customers: [made[0]!.id, id] })).rejects.toMatchObject({
        fields: { customers: ['One of these customers does not exist. Reload the list.'] },
      })
    expect(await namesIn({ filter_group: wholesale })).toEqual([])
    expect(await move({ group: null, matching: {} }, other)).toMatchObject({ moved: 0 })
  })

  it.each([
    {},
    { group: null },
    { group: null, customers: [] },
    { group: null, customers: ['x'] },
    { group: null, customers: [NOBODYS], matching: {} },
    { group: null, matching: { page: '2' } },
    { group: null, matching: { filter_secret: '1' } },
    { group: null, customers: Array.from({ length: 501 }, () => NOBODYS) },
    { customers: [NOBODYS] },
  ])('refuses %j', (body) => {
    expect(contract.moveCustomers.body.safeParse(body).success).toBe(false)
  })
})

describe('a customer’s group', () => {
  it('is set on creation and on update, and stays when another field changes', async () => {
    const body = customersContract.create.body.parse({ short_name: 'Elm', group: wholesale })
    const { pk, group } = await tenant.run((ctx) => createCustomer(ctx, { ...body, short_name: 'Elm' }))
    expect(group).toEqual({ pk: wholesale, name: 'Wholesale', memberships: [pk] })
    const change = (fields: Record<string, unknown>) =>
      tenant.run((ctx) => updateCustomer(ctx, pk, customersContract.update.body.parse(fields)))
    expect(await change({ notes: 'Rings first' })).toMatchObject({ group: { pk: wholesale } })
    expect(await change({ group: schools })).toMatchObject({ group: { pk: schools, name: 'Schools' } })
    expect(await change({ group: null })).toMatchObject({ group: null })
    expect(await tenant.run((ctx) => readCustomer(ctx, pk))).toMatchObject({ groupId: null })
  })

  it('refuses an unknown group, and one of another account', async () => {
    const theirs = await (await test.tenant()).run((ctx) => aGroup(ctx))
    for (const group of [NOBODYS, theirs]) {
      const body = customersContract.create.body.parse({ short_name: 'Fir', group })
      await expect(
        tenant.run((ctx) => createCustomer(ctx, { ...body, short_name: 'Fir' })),
      ).rejects.toMatchObject(NO_GROUP)
      await expect(tenant.run((ctx) => updateCustomer(ctx, made[0]!.id, { group }))).rejects.toMatchObject(
        NO_GROUP,
      )
    }
  })
})

describe('undoMove', () => {
  const groupsOf = (...ids: string[]) =>
    tenant.run(async (ctx) => Promise.all(ids.map(async (id) => (await readCustomer(ctx, id)).groupId)))

  it('gives customers their former groups back, once', async () => {
    const [one, other] = await tenant.run(async (ctx) => [await aCustomer(ctx), await aCustomer(ctx)])
    await move({ group: schools, customers: [one!.id] })
    const { move: id } = await move({ group: wholesale, customers: [one!.id, other!.id] })
    expect(await tenant.run((ctx) => undoMove(ctx, id!))).toEqual({ restored: 2, kept: 0 })
    expect(await groupsOf(one!.id, other!.id)).toEqual([schools, null])
    await expect(tenant.run((ctx) => undoMove(ctx, id!))).rejects.toMatchObject({ code: 'wrong_state' })
  })

  it('leaves those that were moved since, and those whose former group is deleted', async () => {
    const doomed = await tenant.run((ctx) => aGroup(ctx))
    const [one, other, third] = await tenant.run(async (ctx) => [
      await aCustomer(ctx),
      await aCustomer(ctx),
      await aCustomer(ctx),
    ])
    await move({ group: doomed, customers: [other!.id] })
    const { move: id } = await move({ group: wholesale, customers: [one!.id, other!.id, third!.id] })
    await move({ group: schools, customers: [one!.id] })
    await tenant.run((ctx) => deleteGroup(ctx, doomed))
    expect(await tenant.run((ctx) => undoMove(ctx, id!))).toEqual({ restored: 1, kept: 2 })
    expect(await groupsOf(one!.id, other!.id, third!.id)).toEqual([schools, wholesale, null])
  })

  it('refuses a move of another company, and records none when no group changed', async () => {
    const { id } = await tenant.run((ctx) => aCustomer(ctx))
    const { move: made } = await move({ group: schools, customers: [id] })
    expect(await move({ group: schools, customers: [id] })).toEqual({ moved: 0, move: null })
    const other = await test.tenant()
    await expect(other.run((ctx) => undoMove(ctx, made!))).rejects.toMatchObject({ code: 'not_found' })
  })
})
