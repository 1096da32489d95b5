import { beforeEach, describe, expect, it } from 'vitest'
import { setUpTestApp, type Tenant } from '../../../testing/test-app.ts'
import { nextId } from '../../platform/context.ts'
import { insertMember } from '../../rooms/accounts/index.ts'
import { aCustomer } from '../../rooms/customers/testing.ts'
import { aUser } from '../../rooms/identity/testing.ts'
import { anOpenInvoice, refusalOf } from '../../rooms/payments/testing.ts'
import {
  assignTask,
  aTask,
  countTasks,
  createTask,
  finishTask,
  listMembers,
  listTasks,
  reopenTask,
  snoozeTask,
  updateTask,
} from '../../rooms/worklist/testing.ts'

const test = setUpTestApp()
let tenant: Tenant
let harbor: Awaited<ReturnType<typeof aCustomer>>
let customer: string
/** The tenant's day at the start of each test. */
const TODAY = '2026-11-20'
beforeEach(async () => {
  test.clock.set(`${TODAY}T15:00:00Z`)
  tenant = await test.tenant()
  harbor = await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Harbor' }))
  customer = harbor.id
})

const add = (title: string) => tenant.run((ctx) => aTask(ctx, customer, { title }))
type Query = Parameters<typeof listTasks>[1]
const titles = async (more: Partial<Query> = {}): Promise<string[]> => {
  const query: Query = { page: 1, page_size: 25, view: 'open', assignee: 'everyone', ...more }
  return (await tenant.run((ctx) => listTasks(ctx, query))).results.map(({ title }) => title)
}
const due = async (): Promise<number> => (await tenant.run(countTasks)).due
/** Actions in the order of their names, because entries of one instant have no other. */
const auditOf = (id: string): Promise<string[]> =>
  tenant.run(async (ctx) => {
    const rows = await ctx.db
      .selectFrom('audit_entries')
      .select('action')
      .where('account_id', '=', ctx.accountId)
      .where('object_id', '=', id)
      .orderBy('action')
      .execute()
    return rows.map(({ action }) => action)
  })

describe('a task by hand', () => {
  it('shows what its invoice owes, and is due on its day', async () => {
    const { invoiceId } = await tenant.run((ctx) => anOpenInvoice(ctx, '80.00', harbor))
    const task = await tenant.run((ctx) =>
      createTask(ctx, {
        title: 'Call about the delivery',
        note: 'Ask for Ms Reed',
        customer,
        invoices: [invoiceId, invoiceId],
        due_on: '2026-11-23',
        assignee: tenant.owner.userId,
      }),
    )
    expect(task).toMatchObject({
      kind: 'other',
      customer: { pk: customer, short_name: 'Harbor' },
      invoices: [{ pk: invoiceId }],
      amount: '80.00',
      currency: 'USD',
      due_on: '2026-11-23',
      assignee: { pk: tenant.owner.userId },
      status: 'open',
      done: null,
    })
    expect(await due()).toBe(0)
    test.clock.set('2026-11-23T15:00:00Z')
    expect(await due()).toBe(1)
    expect(await auditOf(task.pk)).toEqual(['worklist.open'])
  })

  it('is refused for another customer’s invoice, an unknown customer and somebody who is no member', async () => {
    const { invoiceId } = await tenant.run((ctx) => anOpenInvoice(ctx, '80.00'))
    const rival = await test.tenant()
    const body = { title: 'Call', note: '', customer, invoices: [], due_on: TODAY, assignee: null }
    const create = (more: object) => refusalOf(tenant.run((ctx) => createTask(ctx, { ...body, ...more })))
    expect((await create({ invoices: [invoiceId] })).fields).toEqual({
      invoices: ['One of these invoices is not this customer’s.'],
    })
    expect((await create({ assignee: rival.owner.userId })).fields).toEqual({
      assignee: [expect.stringContaining('not on your team')],
    })
    const theirs = (await rival.run((ctx) => aCustomer(ctx))).id
    expect((await create({ customer: theirs })).code).toBe('not_found')
  })
})

describe('changing a task', () => {
  it('is done once, with what came of it, and can be opened again', async () => {
    const { pk } = await add('Call')
    const done = await tenant.run((ctx) => finishTask(ctx, pk, 'They pay on Friday'))
    expect(done).toMatchObject({ status: 'done', done: { outcome: 'They pay on Friday' } })
    expect(done.done!.by).not.toBeNull()
    expect((await refusalOf(tenant.run((ctx) => finishTask(ctx, pk, '')))).code).toBe('wrong_state')
    expect((await refusalOf(tenant.run((ctx) => assignTask(ctx, pk, null)))).code).toBe('wrong_state')
    expect([await titles(), await titles({ view: 'done' })]).toEqual([[], ['Call']])
    expect(await tenant.run((ctx) => reopenTask(ctx, pk))).toMatchObject({ status: 'open', done: null })
    expect((await refusalOf(tenant.run((ctx) => reopenTask(ctx, pk)))).code).toBe('wrong_state')
    expect(await auditOf(pk)).toEqual(['worklist.finish', 'worklist.open', 'worklist.reopen'])
  })

  it('is done once when two people finish it at the same time', async () => {
    const { pk } = await add('Call')
    const finish = () => tenant.run((ctx) => finishTask(ctx, pk, ''))
    const results = await Promise.allSettled([finish(), finish(), finish()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await auditOf(pk)).toEqual(['worklist.finish', 'worklist.open'])
  })

  it('waits while it is snoozed, and can be listed again', async () => {
    const { pk } = await add('Call')
    const snooze = (until: string | null) => tenant.run((ctx) => snoozeTask(ctx, pk, { until, note: 'Away' }))
    expect((await refusalOf(snooze(TODAY))).fields).toEqual({ until: ['Choose a day after today.'] })
    expect(await snooze('2026-11-25')).toMatchObject({ snoozed_until: '2026-11-25', snooze_note: 'Away' })
    expect([await titles(), await titles({ view: 'snoozed' }), await due()]).toEqual([[], ['Call'], 0])
    test.clock.set('2026-11-25T15:00:00Z')
    expect([await titles(), await titles({ view: 'snoozed' }), await due()]).toEqual([['Call'], [], 1])
    await snooze('2026-11-30')
    expect(await snooze(null)).toMatchObject({ snoozed_until: null, snooze_note: '' })
    expect(await titles()).toEqual(['Call'])
  })

  it('is assigned to members only, and counts as nobody’s when they leave', async () => {
    const { pk } = await add('Call')
    await add('Write')
    const mate = await tenant.run((ctx) =>
      aUser(ctx, {
        email: `ann-${nextId(ctx)}@example.test`,
        homeAccountId: null,
        firstName: 'Ann',
        lastName: 'Reed',
      }),
    )
    expect((await refusalOf(tenant.run((ctx) => assignTask(ctx, pk, mate.id)))).fields).toHaveProperty(
      'assignee',
    )
    await tenant.run((ctx) => insertMember(ctx, mate.id, 'viewer'))
    const assigned = await tenant.run((ctx) => assignTask(ctx, pk, mate.id))
    expect(assigned.assignee).toEqual({ pk: mate.id, name: 'Ann Reed' })
    expect((await tenant.run(listMembers)).results.map(({ pk: id }) => id)).toContain(mate.id)
    expect([await titles({ assignee: 'nobody' }), await titles({ assignee: 'me' })]).toEqual([['Write'], []])
    await tenant.run((ctx) =>
      ctx.db
        .deleteFrom('memberships')
        .where('account_id', '=', ctx.accountId)
        .where('user_id', '=', mate.id)
        .execute(),
    )
    expect((await titles({ assignee: 'nobody' })).sort()).toEqual(['Call', 'Write'])
    await tenant.run((ctx) => assignTask(ctx, pk, tenant.owner.userId))
    expect(await titles({ assignee: 'me' })).toEqual(['Call'])
  })

  it('changes its texts and day, and audits only what changed', async () => {
    const { pk } = await add('Call')
    await tenant.run((ctx) => updateTask(ctx, pk, { title: 'Call' }))
    const changed = await tenant.run((ctx) =>
      updateTask(ctx, pk, { title: 'Call again', due_on: '2026-12-01' }),
    )
    expect(changed).toMatchObject({ title: 'Call again', due_on: '2026-12-01' })
    expect(await auditOf(pk)).toEqual(['worklist.open', 'worklist.update'])
  })

  it('is not found in another account', async () => {
    const { pk } = await add('Call')
    const rival = await test.tenant()
    for (const work of [
      (ctx: Parameters<typeof finishTask>[0]) => finishTask(ctx, pk, ''),
      (ctx: Parameters<typeof finishTask>[0]) => reopenTask(ctx, pk),
      (ctx: Parameters<typeof finishTask>[0]) => assignTask(ctx, pk, null),
      (ctx: Parameters<typeof finishTask>[0]) => updateTask(ctx, pk, { title: 'Mine' }),
      (ctx: Parameters<typeof finishTask>[0]) => snoozeTask(ctx, pk, { until: '2026-12-24', note: '' }),
    ])
      expect((await refusalOf(rival.run(work))).code).toBe('not_found')
    expect((await rival.run(countTasks)).due).toBe(0)
  })
})

describe('the list', () => {
  it('comes by day and in pages, and filters by kind, customer and invoice', async () => {
    const opened = await tenant.run((ctx) => anOpenInvoice(ctx, '80.00'))
    const { invoiceId } = opened
    const other = opened.customer.id
    const later = await add('Later')
    await tenant.run((ctx) => updateTask(ctx, later.pk, { due_on: '2026-12-24' }))
    await add('First')
    const second = await tenant.run((ctx) => aTask(ctx, other, { title: 'Second', invoices: [invoiceId] }))
    await tenant.run((ctx) => updateTask(ctx, second.pk, { due_on: '2026-11-21' }))
    expect(await titles()).toEqual(['First', 'Second', 'Later'])
    expect(await titles({ page: 2, page_size: 5 })).toEqual([])
    expect(await titles({ customer: other })).toEqual(['Second'])
    expect(await titles({ invoice: invoiceId })).toEqual(['Second'])
    expect([await titles({ kind: 'other' }), await titles({ kind: 'answer' })]).toEqual([
      ['First', 'Second', 'Later'],
      [],
    ])
  })
})
