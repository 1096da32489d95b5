import { expect, it } from 'vitest'
import { updateSettings } from '../../../accounts/testing.ts'
import { updateCustomer } from '../../../customers/index.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { anOpenInvoice, cardForm, pay, paymentsFixture, portalOf } from '../../../payments/testing.ts'
import { endSettledOf, tasksOf } from '../../../worklist/testing.ts'
import { aFlow, decisionsOf, listUpcoming, remindersOf, sendDueOf } from '../../testing.ts'

const payments = paymentsFixture()
const tenant = () => payments.tenant

async function runOn(...days: string[]): Promise<void> {
  for (const day of days) {
    payments.clock.set(`${day}T15:00:00Z`)
    await sendDueOf(tenant())
  }
}

/** An account with the system on, a flow, and an invoice that is due on 2026-12-02, a Wednesday. */
async function start(steps: Parameters<typeof aFlow>[1], more: Parameters<typeof aFlow>[2] = {}) {
  payments.clock.set('2026-11-20T15:00:00Z')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true }))
  await tenant().run((ctx) => aFlow(ctx, steps, more))
  const customer = await tenant().run((ctx) =>
    aCustomer(ctx, { shortName: 'Harbor', email: 'pay@harbor.test' }),
  )
  return tenant().run((ctx) => anOpenInvoice(ctx, '100.00', customer, '2026-12-02'))
}

const tasks = () =>
  tenant().run((ctx) =>
    ctx.db.selectFrom('tasks').selectAll().where('account_id', '=', ctx.accountId).orderBy('id').execute(),
  )
const notes = () =>
  tenant().run((ctx) =>
    ctx.db
      .selectFrom('mail_messages')
      .select(['to_address', 'subject', 'text_body'])
      .where('account_id', '=', ctx.accountId)
      .where('kind', '=', 'reminders.staff-note')
      .orderBy('created_at')
      .execute(),
  )

const CALL = { kind: 'task', name: 'Call the customer' } as const

it('opens one task for all invoices of a customer that reach the step, and decides once', async () => {
  const { customer, invoiceId } = await start([
    { ...CALL, offset_days: 3, text: 'Ask for {{ totals.remaining }}.', members: [tenant().owner.userId] },
  ])
  const second = await tenant().run((ctx) => anOpenInvoice(ctx, '20.00', customer, '2026-12-02'))
  payments.clock.set('2026-12-05T15:00:00Z')
  await Promise.all([sendDueOf(tenant()), sendDueOf(tenant()), sendDueOf(tenant())])
  await runOn('2026-12-06')
  const [task, ...others] = await tasks()
  expect(others).toEqual([])
  expect(task).toMatchObject({
    kind: 'follow_up',
    title: 'Call the customer',
    reason: expect.stringMatching(/^2 invoices, the oldest is INV-\d+, due /),
    note: 'Ask for $120.00.',
    amount_minor: 12_000n,
    due_on: '2026-12-05',
    assigned_to: tenant().owner.userId,
  })
  expect(new Set(task!.invoice_ids)).toEqual(new Set([invoiceId, second.invoiceId]))
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Call the customer: sent'])
  expect(await remindersOf(tenant())).toEqual([])
})

it('needs no address and keeps no gap, and neither replaces an email nor is replaced by one', async () => {
  const { customer, invoiceId } = await start(
    [{ offset_days: 1 }, { ...CALL, offset_days: 1 }, { offset_days: 2 }, { ...CALL, offset_days: 3 }],
    { gapDays: 5 },
  )
  await runOn('2026-12-03')
  await tenant().run((ctx) => updateCustomer(ctx, customer.id, { email: '' }))
  await runOn('2026-12-04', '2026-12-05')
  expect((await decisionsOf(tenant(), invoiceId)).sort()).toEqual([
    'Call the customer: sent',
    'Call the customer: sent',
    'Day 1: sent',
    'Day 2: held no_address',
  ])
  expect(await tasksOf(tenant())).toHaveLength(2)
})

it('is skipped and held like an email where that makes sense', async () => {
  const { customer, invoiceId } = await start([
    { ...CALL, offset_days: 0 },
    { ...CALL, offset_days: 1, min_remaining: '100.01' },
    { ...CALL, offset_days: 3 },
  ])
  await tenant().run((ctx) => updateCustomer(ctx, customer.id, { reminders_status: false }))
  await runOn('2026-12-02')
  await tenant().run((ctx) => updateCustomer(ctx, customer.id, { reminders_status: true }))
  await runOn('2026-12-03')
  await tenant().run((ctx) => updateSettings(ctx, { holding_on_weekend: true }))
  await runOn('2026-12-05', '2026-12-07')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([
    'Call the customer: skipped customer_off',
    'Call the customer: skipped below_minimum',
    'Call the customer: held weekend until 2026-12-07',
    'Call the customer: sent',
  ])
})

it('ends its task once the invoice is paid', async () => {
  const { customer, invoiceId } = await start([{ ...CALL, offset_days: 0 }])
  await runOn('2026-12-02')
  await pay(tenant().uow(portalOf(payments.app, customer.id)), invoiceId, cardForm('100.00'))
  await endSettledOf(tenant())
  expect(await tasksOf(tenant())).toEqual(['follow_up: Call the customer (done)'])
})

it('sends a note to the chosen members once, or to owners and admins', async () => {
  const NOTE = { kind: 'staff_note', text: '{{ customer.name }} owes {{ totals.remaining }}.' } as const
  const { invoiceId } = await start([
    { ...NOTE, name: 'Heads-up', offset_days: 0, members: [tenant().owner.userId] },
    { ...NOTE, name: 'Second note', offset_days: 1 },
  ])
  payments.clock.set('2026-12-02T15:00:00Z')
  await Promise.all([sendDueOf(tenant()), sendDueOf(tenant())])
  await runOn('2026-12-03')
  expect(await notes()).toEqual([
    {
      to_address: tenant().owner.email,
      subject: 'Heads-up: Harbor',
      text_body: expect.stringContaining('Harbor owes $100.00.'),
    },
    expect.objectContaining({ subject: 'Second note: Harbor' }),
  ])
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Heads-up: sent', 'Second note: sent'])
})

it('lists tasks among what is coming, beside emails of the same day', async () => {
  const { invoiceId } = await start([{ offset_days: 1 }, { ...CALL, offset_days: 1 }], { gapDays: 30 })
  const { results } = await tenant().run(listUpcoming)
  expect(results.map(({ day, kind, invoices }) => [day, kind, invoices[0]!.pk])).toEqual([
    ['2026-12-03', 'task', invoiceId],
    ['2026-12-03', 'email', invoiceId],
  ])
})
