import { beforeEach, expect, it } from 'vitest'
import { SAVED_LISTS, savedViews } from '../../../contract/lists/saved-views.ts'
import { setUpTestApp, type Tenant } from '../../../testing/test-app.ts'
import type { Actor } from '../../platform/context.ts'
import { aMember } from '../accounts/testing.ts'
import { chooseColumns } from './actions/choose-columns.ts'
import { createView } from './actions/create-view.ts'
import { listViews } from './actions/list-views.ts'
import { removeView } from './actions/remove-view.ts'
import { updateView } from './actions/update-view.ts'

const test = setUpTestApp()
let tenant: Tenant
let colleague: Actor
beforeEach(async () => {
  tenant = await test.tenant()
  const given = {
    accountId: tenant.accountId,
    email: `${tenant.accountId}@viewer.test`,
    role: 'viewer',
  } as const
  const { id: userId } = await tenant.run((ctx) => aMember(ctx, given))
  colleague = { ...tenant.owner, userId, role: 'viewer' }
})

const parse = (body: Record<string, unknown>) =>
  savedViews.create.body.parse({ list: 'invoices', name: 'Late', query: { view: 'overdue' }, ...body })
const create = (body: Record<string, unknown> = {}, who: Actor = tenant.owner) =>
  tenant.run((ctx) => createView(ctx, parse(body)), who)
const names = async (who: Actor = tenant.owner) =>
  (await tenant.run((ctx) => listViews(ctx, 'invoices'), who)).results.map(({ name }) => name)

it('shows a person their own views and the shared ones', async () => {
  await create()
  test.clock.advance(1000)
  await create({ name: 'For all', shared: true })
  test.clock.advance(1000)
  await create({ name: 'Mine' }, colleague)
  await create({ name: 'Other list', list: 'customers', shared: true })
  expect(await names()).toEqual(['Late', 'For all'])
  expect(await names(colleague)).toEqual(['For all', 'Mine'])
  const rival = await test.tenant()
  expect((await rival.run((ctx) => listViews(ctx, 'invoices'))).results).toEqual([])
})

it('changes and deletes only what a person may', async () => {
  const mine = await create()
  const shared = await create({ name: 'For all', shared: true })
  const theirs = await create({ name: 'Theirs' }, colleague)
  const change = (id: string, who: Actor) => tenant.run((ctx) => updateView(ctx, id, { name: 'New' }), who)
  await expect(change(mine.pk, colleague)).rejects.toMatchObject({ code: 'not_found' })
  await expect(change(theirs.pk, tenant.owner)).rejects.toMatchObject({ code: 'not_found' })
  await expect(change(shared.pk, colleague)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(tenant.run((ctx) => removeView(ctx, shared.pk), colleague)).rejects.toMatchObject({
    code: 'not_allowed',
  })
  expect(await change(theirs.pk, colleague)).toMatchObject({ name: 'New', query: { view: 'overdue' } })
  await tenant.run((ctx) => removeView(ctx, shared.pk))
  expect(await names(colleague)).toEqual(['New'])
})

it('is shared only by a role that may write, and unshared again', async () => {
  await expect(create({ shared: true }, colleague)).rejects.toMatchObject({ code: 'not_allowed' })
  const own = await create({}, colleague)
  await expect(
    tenant.run((ctx) => updateView(ctx, own.pk, { shared: true }), colleague),
  ).rejects.toMatchObject({ code: 'not_allowed' })
  const view = await create({ name: 'Board', shared: true })
  await tenant.run((ctx) => updateView(ctx, view.pk, { shared: false, query: { search: 'oy' } }))
  expect(await names(colleague)).toEqual(['Late'])
  expect((await tenant.run((ctx) => listViews(ctx, 'invoices'))).results).toMatchObject([
    { name: 'Board', query: { search: 'oy' }, shared: false },
  ])
})

it('tells the second person what somebody else changed in a shared view', async () => {
  const { pk, name, query } = await create({ name: 'Board', shared: true })
  const change = (body: Parameters<typeof updateView>[2], who: Actor = tenant.owner) =>
    tenant.run((ctx) => updateView(ctx, pk, body), who)
  const manager: Actor = { ...colleague, role: 'admin' } as Actor
  await change({ query: { search: 'oy' }, if_unchanged: { query } }, manager)
  await expect(change({ query: { search: 'inn' }, if_unchanged: { query } })).rejects.toMatchObject({
    code: 'changed_meanwhile',
    fields: { query: [expect.stringContaining('search is “oy” now')] },
  })
  expect(await change({ name: 'Wall', shared: true, if_unchanged: { name, shared: true } })).toMatchObject({
    name: 'Wall',
    query: { search: 'oy' },
  })
  const again = { query: { search: 'inn' }, if_unchanged: { query: { search: 'oy' } } }
  expect(await change(again)).toMatchObject({ query: { search: 'inn' } })
})

it('refuses a name that is taken, foreign parameters and too many views', async () => {
  await create()
  await expect(create({ name: 'LATE' })).rejects.toMatchObject({ fields: { name: [expect.any(String)] } })
  expect(() => parse({ query: { account: 'x' } })).toThrow()
  expect(() => parse({ name: ' ' })).toThrow()
  for (let n = 1; n < 30; n += 1) await create({ name: `View ${n}` })
  await expect(create({ name: 'One more' })).rejects.toMatchObject({ code: 'wrong_state' })
})

it('keeps the columns of every list apart, and of none that the product does not have', async () => {
  const lists = [
    'payouts',
    'statements',
    'imports',
    'access_requests',
    'portal_logins',
    'audit_log',
    'activity',
  ] as const
  expect(SAVED_LISTS).toEqual(expect.arrayContaining([...lists]))
  for (const list of SAVED_LISTS) await tenant.run((ctx) => chooseColumns(ctx, list, `${list},other:9`))
  for (const list of SAVED_LISTS)
    expect((await tenant.run((ctx) => listViews(ctx, list))).columns).toBe(`${list},other:9`)
  const theirs = await tenant.run((ctx) => listViews(ctx, 'audit_log'), colleague)
  expect(theirs.columns, 'of somebody else').toBeNull()
  const body = { list: 'audit_logs', columns: 'at' }
  expect(savedViews.chooseColumns.body.safeParse(body).success).toBe(false)
  expect(savedViews.list.query.safeParse({ list: 'audit_logs' }).success).toBe(false)
})

it('keeps the columns of a list for each person, also in a view, until they are reset', async () => {
  const choose = (columns: string | null, who: Actor) =>
    tenant.run((ctx) => chooseColumns(ctx, 'invoices', columns), who)
  const columnsOf = async (list: 'invoices' | 'customers', who: Actor = tenant.owner) =>
    (await tenant.run((ctx) => listViews(ctx, list), who)).columns
  await choose('number,customer:14', tenant.owner)
  await choose('number,total,customer:20', tenant.owner)
  await choose('number', colleague)
  expect(await columnsOf('invoices')).toBe('number,total,customer:20')
  expect(await columnsOf('invoices', colleague)).toBe('number')
  expect(await columnsOf('customers')).toBeNull()
  await choose(null, tenant.owner)
  expect(await columnsOf('invoices')).toBeNull()
  expect(await columnsOf('invoices', colleague)).toBe('number')
  const query = { view: 'overdue', columns: 'number,customer:14' }
  expect(await create({ query })).toMatchObject({ query })
  const body = savedViews.chooseColumns.body
  for (const columns of ['', 'number,', 'number:999', 'x;y', 'Number', `${'a,'.repeat(400)}a`]) {
    expect(body.safeParse({ list: 'invoices', columns }).success, columns).toBe(false)
    expect(() => parse({ query: { columns } }), columns).toThrow()
  }
  expect(() => parse({ query: { search: 'x'.repeat(201) } })).toThrow()
})
