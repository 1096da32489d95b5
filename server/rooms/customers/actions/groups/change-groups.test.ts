import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerGroups as contract } from '../../../../../contract/customer-groups.ts'
import { MAX_GROUPS } from '../../../../../domain/people/customer-group.ts'
import { rowsOfExport } from '../../../../../testing/exports/rows-of-export.ts'
import { createTestApp, type Tenant, type TestApp } from '../../../../../testing/test-app.ts'
import { updateSettings } from '../../../accounts/testing.ts'
import { aCustomer, aGroup } from '../../testing.ts'
import { readCustomerDetail } from '../read-customer.ts'
import { changeSwitches } from './change-switches.ts'
import { createGroup } from './create-group.ts'
import { deleteGroup } from './delete-group.ts'
import { exportGroups } from './export-groups.ts'
import { listGroups } from './list-groups.ts'
import { moveCustomers } from './move-customers.ts'
import { renameGroup } from './rename-group.ts'

let test: TestApp
let tenant: Tenant

beforeAll(async () => {
  test = await createTestApp()
  tenant = await test.tenant()
})
afterAll(() => test.close())

const create = (name: string, who = tenant) =>
  who.run((ctx) => createGroup(ctx, contract.create.body.parse({ name }).name))
const rename = (id: string, name: string, who = tenant) =>
  who.run((ctx) => renameGroup(ctx, id, contract.rename.body.parse({ name }).name))
const remove = (id: string, who = tenant) => who.run((ctx) => deleteGroup(ctx, id))
const list = (query: Record<string, string> = {}, who = tenant) =>
  who.run((ctx) => listGroups(ctx, contract.list.query.parse(query)))
const namesOf = async (query: Record<string, string> = {}, who = tenant) =>
  (await list(query, who)).results.map((group) => group.name)

const NAME_TAKEN = { fields: { name: ['Another group has this name. Choose a different one.'] } }
const NOBODYS = '00000000-0000-7000-8000-000000000000'

const auditOf = (id: string) =>
  tenant.run((ctx) =>
    ctx.db.selectFrom('audit_entries').select(['action', 'detail']).where('object_id', '=', id).execute(),
  )

describe('createGroup', () => {
  it('creates a group without members, tidies its name and audits it', async () => {
    const group = await create('  Key   accounts ')
    expect(group).toMatchObject({ name: 'Key accounts', memberships: [], members_count: 0 })
    expect(contract.create.reply.safeParse(group).success).toBe(true)
    expect(await auditOf(group.pk)).toEqual([
      { action: 'customers.create-group', detail: { name: 'Key accounts' } },
    ])
  })

  it('refuses a name that is taken, ignoring case and spaces', async () => {
    await create('Schools')
    for (const name of ['Schools', 'SCHOOLS', ' schools '])
      await expect(create(name)).rejects.toMatchObject(NAME_TAKEN)
  })

  it('creates one group when two parallel calls take the same name', async () => {
    const race = await Promise.allSettled([create('Parallel'), create('parallel')])
    expect(race.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect(race.find((result) => result.status === 'rejected')?.reason).toMatchObject(NAME_TAKEN)
  })

  it('refuses more groups than an account may have, even by two parallel calls', async () => {
    const full = await test.tenant()
    await full.run(async (ctx) => {
      for (let n = 1; n < MAX_GROUPS; n++) await aGroup(ctx, `Group ${n}`)
    })
    const race = await Promise.allSettled([create('One more', full), create('Another one', full)])
    expect(race.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    await expect(create('Too many', full)).rejects.toMatchObject({
      code: 'wrong_state',
      detail: 'You can have at most 100 groups. Delete one you don’t need.',
    })
    expect(await list({ page_size: '100' }, full)).toMatchObject({ count: MAX_GROUPS, num_pages: 1 })
  })

  it.each([
    {},
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(151) },
    { name: 'a\nb' },
    { name: 'a', color: 'red' },
  ])('refuses %j', (body) => {
    expect(contract.create.body.safeParse(body).success).toBe(false)
  })
})

describe('renameGroup', () => {
  it('renames a group, also to another spelling of its own name, and audits both names', async () => {
    const { pk } = await create('Hotels')
    expect(await rename(pk, 'HOTELS')).toMatchObject({ pk, name: 'HOTELS' })
    expect(await rename(pk, 'Hotels and lodges')).toMatchObject({ name: 'Hotels and lodges' })
    expect(await auditOf(pk)).toContainEqual({
      action: 'customers.rename-group',
      detail: { name: 'HOTELS', new_name: 'Hotels and lodges' },
    })
  })

  it('refuses a name that another group has', async () => {
    const { pk } = await create('Bakeries')
    await create('Cafés')
    await expect(rename(pk, 'CAFÉS')).rejects.toMatchObject(NAME_TAKEN)
  })
})

describe('changeSwitches', () => {
  const change = (id: string, body: Record<string, unknown>, who = tenant) =>
    who.run((ctx) => changeSwitches(ctx, id, contract.changeSwitches.body.parse(body)))
  const NAMES = ['reminders', 'statements', 'late_fees', 'auto_pay'] as const

  it.each(NAMES)('switches %s of a group off and on, leaves the others and audits both', async (name) => {
    const group = await create(`Quiet ${name}`)
    const on = Object.fromEntries(NAMES.map((one) => [`${one}_status`, true]))
    expect(group).toMatchObject(on)
    const field = `${name}_status`
    expect(await change(group.pk, { [field]: false })).toEqual({ ...group, [field]: false })
    expect(await change(group.pk, { [field]: true })).toEqual(group)
    const details = (await auditOf(group.pk)).flatMap(({ action, detail }) =>
      action === 'customers.change-group-switches' ? [detail] : [],
    )
    expect(details).toHaveLength(2)
    for (const word of ['off', 'on'])
      expect(details).toContainEqual({ name: group.name, changed: [`${field} ${word}`] })
  })

  it('audits nothing when nothing changes', async () => {
    const group = await create('Unchanged')
    expect(await change(group.pk, {})).toEqual(group)
    expect(await change(group.pk, { reminders_status: true })).toEqual(group)
    expect((await auditOf(group.pk)).map(({ action }) => action)).toEqual(['customers.create-group'])
  })

  it('shows on the customer what is in force and what decides it', async () => {
    const { pk } = await create('Wholesale switches')
    const customer = await tenant.run((ctx) => aCustomer(ctx, { groupId: pk, lateFeesOn: false }))
    const shown = async () => (await tenant.run((ctx) => readCustomerDetail(ctx, customer.id))).switches
    expect((await shown()).statements, 'the account is off').toEqual({ on: false, off_by: 'account' })
    await tenant.run((ctx) => updateSettings(ctx, { system_enabled: true }))
    await change(pk, { reminders_status: false, late_fees_status: false })
    expect(await shown()).toEqual({
      reminders: { on: false, off_by: 'group' },
      statements: { on: true, off_by: null },
      late_fees: { on: false, off_by: 'customer' },
      auto_pay: { on: false, off_by: 'customer' },
    })
    await tenant.run((ctx) => updateSettings(ctx, { use_legacy_reminders: true }))
    expect((await shown()).reminders).toEqual({ on: false, off_by: 'legacy_reminders' })
    await change(pk, { reminders_status: true })
    await tenant.run((ctx) => updateSettings(ctx, { use_legacy_reminders: false }))
    expect((await shown()).reminders).toEqual({ on: true, off_by: null })
    await tenant.run((ctx) => updateSettings(ctx, { system_enabled: false }))
  })

  it.each([{ reminders_status: 'no' }, { auto_pay_status: null }, { late_fees: false }, { name: 'x' }])(
    'refuses %j',
    (body) => {
      expect(contract.changeSwitches.body.safeParse(body).success).toBe(false)
    },
  )

  it('refuses the group of another account', async () => {
    const { pk } = await create('Not theirs')
    const other = await test.tenant()
    for (const id of [pk, NOBODYS])
      await expect(change(id, { reminders_status: false }, other)).rejects.toMatchObject({
        code: 'not_found',
      })
  })
})

describe('deleteGroup', () => {
  it('leaves the customers without a group and changes nothing else', async () => {
    const { pk } = await create('Closing')
    const customer = await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Old Mill', groupId: pk }))
    const before = await tenant.run((ctx) => readCustomerDetail(ctx, customer.id))
    expect(before.group).toEqual({ pk, name: 'Closing', memberships: [customer.id] })
    await remove(pk)
    expect(await tenant.run((ctx) => readCustomerDetail(ctx, customer.id))).toEqual({
      ...before,
      group: null,
    })
    expect(await auditOf(pk)).toContainEqual({
      action: 'customers.delete-group',
      detail: { name: 'Closing', members: 1 },
    })
    await expect(remove(pk)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('leaves nobody in the group that a parallel call moves customers to', async () => {
    for (let round = 0; round < 5; round++) {
      const { pk } = await create(`Race ${round}`)
      const { id } = await tenant.run((ctx) => aCustomer(ctx))
      const [moved, deleted] = await Promise.allSettled([
        tenant.run((ctx) => moveCustomers(ctx, { group: pk, customers: [id] })),
        remove(pk),
      ])
      expect(deleted.status).toBe('fulfilled')
      if (moved.status === 'rejected')
        expect(moved.reason).toMatchObject({ fields: { group: ['This group does not exist.'] } })
      expect(await tenant.run((ctx) => readCustomerDetail(ctx, id))).toMatchObject({ group: null })
    }
  })
})

describe('listGroups', () => {
  it('lists groups with their members by name, ignoring case, and orders and searches them', async () => {
    const other = await test.tenant()
    const b = await create('beta', other)
    test.clock.advance(1000)
    const a = await create('Alpha 100%', other)
    const members = await other.run(async (ctx) =>
      Promise.all([aCustomer(ctx, { groupId: b.pk }), aCustomer(ctx, { groupId: b.pk })]),
    )
    const page = await list({}, other)
    expect(contract.list.reply.safeParse(page).success).toBe(true)
    expect(page).toMatchObject({ page: 1, count: 2, num_pages: 1, next: null })
    expect(page.results).toMatchObject([
      { pk: a.pk, members_count: 0, memberships: [] },
      { pk: b.pk, members_count: 2, memberships: members.map((member) => member.id).sort() },
    ])
    expect(await namesOf({ order_by: '-members_count' }, other)).toEqual(['beta', 'Alpha 100%'])
    expect(await namesOf({ order_by: 'created' }, other)).toEqual(['beta', 'Alpha 100%'])
    expect(await namesOf({ search: '00%' }, other)).toEqual(['Alpha 100%'])
    expect(await namesOf({ search: '___' }, other)).toEqual([])
    expect(contract.list.query.safeParse({ order_by: 'id' }).success).toBe(false)
  })
})

describe('a group of another account', () => {
  it('is not listed and answers like an unknown one', async () => {
    const other = await test.tenant()
    const { pk } = await create('Mine alone')
    expect(await namesOf({}, other)).toEqual([])
    expect(await create('Mine alone', other)).toMatchObject({ name: 'Mine alone' })
    for (const id of [pk, NOBODYS]) {
      await expect(rename(id, 'Theirs', other)).rejects.toMatchObject({ code: 'not_found' })
      await expect(remove(id, other)).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})

it('exports the groups with their switches and the number of customers', async () => {
  const other = await test.tenant()
  const group = await create('Wholesale', other)
  await other.run(async (ctx) => {
    const { id } = await aCustomer(ctx)
    await moveCustomers(ctx, { group: group.pk, customers: [id] })
    await changeSwitches(ctx, group.pk, { reminders_status: false })
  })
  const request = contract.export.body.parse({ search: 'whole' })
  expect(await rowsOfExport(exportGroups(other.uow(), request))).toEqual([
    {
      Group: 'Wholesale',
      Customers: '1',
      Reminders: 'off',
      Statements: 'on',
      'Late fees': 'on',
      'Automatic payments': 'on',
    },
  ])
  expect(await rowsOfExport(exportGroups(other.uow(), { ...request, search: 'retail' }))).toEqual([])
})
