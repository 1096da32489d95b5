import { expect, it } from 'vitest'
import { aCustomer } from '../../rooms/customers/testing.ts'
import { voidInvoice } from '../../rooms/invoices/index.ts'
import { anOpenInvoice, cardForm, pay, paymentsFixture, portalOf } from '../../rooms/payments/testing.ts'
import {
  aTask,
  closeTasks,
  endSettledOf,
  finishTask,
  type NewTask,
  openTask,
  reopenTask,
  tasksOf,
} from '../../rooms/worklist/testing.ts'

const payments = paymentsFixture()
const tenant = () => payments.tenant
const aCause = async (more: Partial<NewTask> = {}): Promise<NewTask> => ({
  key: 'cause 1',
  kind: 'answer',
  customerId: (await tenant().run((ctx) => aCustomer(ctx))).id,
  title: 'Answer them',
  reason: 'They wrote.',
  endsWhenSettled: false,
  ...more,
})
const open = (cause: NewTask): Promise<string> => tenant().run((ctx) => openTask(ctx, cause))

it('opens one task for a cause, also from several workers at once', async () => {
  const cause = await aCause()
  const ids = await Promise.all([open(cause), open(cause), open(cause)])
  expect(new Set(ids).size).toBe(1)
  expect(await open(cause)).toBe(ids[0])
  expect(await tasksOf(tenant())).toEqual(['answer: Answer them (open)'])
})

it('leaves a done task done, unless its cause may return', async () => {
  const once = await aCause()
  const again = await aCause({ key: 'cause 2', kind: 'refused_address', opensAgain: true })
  for (const cause of [once, again]) {
    const id = await open(cause)
    await tenant().run((ctx) => finishTask(ctx, id, 'Told them'))
    expect(await open({ ...cause, reason: 'It happened again.' })).toBe(id)
  }
  expect(await tasksOf(tenant())).toEqual([
    'answer: Answer them (done)',
    'refused_address: Answer them (open)',
  ])
})

it('keeps causes of two accounts apart', async () => {
  const cause = await aCause()
  const id = await open(cause)
  const other = await payments.another()
  const { id: customerId } = await other.run((ctx) => aCustomer(ctx))
  expect(await other.run((ctx) => openTask(ctx, { ...cause, customerId }))).not.toBe(id)
})

it('closes the tasks of causes that are gone', async () => {
  await open(await aCause())
  await open(await aCause({ key: 'cause 2' }))
  await tenant().run((ctx) =>
    closeTasks(ctx, { keys: ['cause 1', 'nothing'], outcome: 'They were answered.' }),
  )
  await tenant().run((ctx) => closeTasks(ctx, { keys: [], outcome: '' }))
  expect(await tasksOf(tenant())).toEqual(['answer: Answer them (done)', 'answer: Answer them (open)'])
})

it('ends tasks once all their invoices are paid or closed, and leaves those of people alone', async () => {
  const { customer, invoiceId: first } = await tenant().run((ctx) => anOpenInvoice(ctx, '10.00'))
  const second = (await tenant().run((ctx) => anOpenInvoice(ctx, '20.00', customer))).invoiceId
  const about = { customerId: customer.id, kind: 'follow_up' as const, endsWhenSettled: true }
  const both = await open(await aCause({ ...about, key: 'both', title: 'Both', invoiceIds: [first, second] }))
  const one = await open(await aCause({ ...about, key: 'one', title: 'One', invoiceIds: [first] }))
  await tenant().run((ctx) => aTask(ctx, customer.id, { title: 'By hand', invoices: [first] }))
  await pay(tenant().uow(portalOf(payments.app, customer.id)), first, cardForm('10.00'))
  await endSettledOf(tenant())
  expect(await tasksOf(tenant())).toEqual([
    'follow_up: Both (open)',
    'follow_up: One (done)',
    'other: By hand (open)',
  ])
  await tenant().run((ctx) => reopenTask(ctx, one))
  await tenant().run((ctx) => voidInvoice(ctx, second, 'Ordered twice'))
  await Promise.all([endSettledOf(tenant()), endSettledOf(tenant())])
  expect(await tasksOf(tenant())).toEqual([
    'follow_up: Both (done)',
    'follow_up: One (open)',
    'other: By hand (open)',
  ])
  const ends = await tenant().run((ctx) =>
    ctx.db
      .selectFrom('audit_entries')
      .select('action')
      .where('account_id', '=', ctx.accountId)
      .where('object_id', '=', both)
      .orderBy('action', 'desc')
      .execute(),
  )
  expect(ends.map(({ action }) => action)).toEqual(['worklist.open', 'worklist.end'])
})
