import { expect, it } from 'vitest'
import { contract } from '../../../../../contract/index.ts'
import { updateSettings } from '../../../accounts/testing.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { anOpenInvoice, paymentsFixture } from '../../../payments/testing.ts'
import { aFlow, decisionsOf, listUpcoming, remindersOf, sendDueOf } from '../../testing.ts'
import { pauseReminders } from '../pauses/pause-reminders.ts'
import { readCheckList } from './read-check-list.ts'

const payments = paymentsFixture()
const tenant = () => payments.tenant
const checkList = async () => {
  const list = await tenant().run(readCheckList)
  expect(contract.reminderCheckList.read.reply.safeParse(list).success).toBe(true)
  return list
}
const bill = async (shortName: string, total: string, due: string, email = `${shortName}@example.test`) => {
  const customer = await tenant().run((ctx) => aCustomer(ctx, { shortName, email }))
  const { invoiceId } = await tenant().run((ctx) => anOpenInvoice(ctx, total, customer, due))
  return { customer, invoiceId }
}
const goTo = (day: string): void => payments.clock.set(`${day}T15:00:00Z`)

it('says what leaves tomorrow once the account is on, and exactly that leaves', async () => {
  goTo('2026-12-01')
  await tenant().run((ctx) =>
    aFlow(ctx, [{ offset_days: 0 }, { offset_days: 3 }], { name: 'Standard', gapDays: 2 }),
  )
  const harbor = await bill('harbor', '100.00', '2026-12-02')
  await tenant().run((ctx) => anOpenInvoice(ctx, '20.50', harbor.customer, '2026-12-02'))
  await bill('anchor', '7.00', '2026-12-02')
  await bill('later', '9.00', '2026-12-20')
  const mute = await bill('mute', '8.00', '2026-12-02', '')
  const paused = await bill('paused', '6.00', '2026-12-02')
  await tenant().run((ctx) =>
    pauseReminders(ctx, { scope: 'invoice', subject: paused.invoiceId, until: null, note: 'asked' }),
  )
  const list = await checkList()
  expect(list).toMatchObject({
    system_enabled: false,
    use_legacy_reminders: false,
    subscription_is_active: true,
    flows: [{ name: 'Standard' }],
    tomorrow: {
      day: '2026-12-02',
      messages: 2,
      customers: 2,
      totals: [{ currency: 'USD', remaining: '127.50' }],
      more: false,
    },
    days_off: { weekends: false, holiday_country: null, tomorrow: null },
  })
  expect(list.tomorrow.first.map((one) => [one.customer.short_name, one.remaining]).sort()).toEqual([
    ['anchor', '7.00'],
    ['harbor', '120.50'],
  ])
  expect(list.not_sent.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual([
    { reason: 'invoice_paused', invoices: 1 },
    { reason: 'no_address', invoices: 1 },
  ])
  const upcoming = await tenant().run(listUpcoming)
  expect(upcoming.results.filter(({ day }) => day === '2026-12-02')).toHaveLength(2)

  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true }))
  goTo('2026-12-02')
  await sendDueOf(tenant())
  expect((await remindersOf(tenant())).map(({ to }) => to).sort()).toEqual([
    'anchor@example.test',
    'harbor@example.test',
  ])
  expect(await decisionsOf(tenant(), mute.invoiceId)).toEqual(['Day 0: held no_address'])
})

it('counts what waits for the weekend, the holiday and the gap after a message of today', async () => {
  // A Thursday, two hours before the step.
  payments.clock.set('2026-12-24T12:00:00Z')
  await tenant().run((ctx) => aFlow(ctx, [{ offset_days: 0 }], { gapDays: 3 }))
  const { customer } = await bill('harbor', '100.00', '2026-12-24')
  await tenant().run((ctx) => anOpenInvoice(ctx, '20.00', customer, '2026-12-25'))
  expect(await checkList()).toMatchObject({
    tomorrow: { day: '2026-12-25', messages: 0 },
    not_sent: [{ reason: 'gap', invoices: 1 }],
    days_off: { tomorrow: null },
  })
  await bill('anchor', '7.00', '2026-12-25')
  await tenant().run((ctx) => updateSettings(ctx, { holiday_country: 'US', holding_on_weekend: true }))
  const holiday = await checkList()
  expect(holiday.days_off).toEqual({ weekends: true, holiday_country: 'US', tomorrow: 'Christmas Day' })
  expect(holiday.tomorrow.messages).toBe(0)
  expect(holiday.not_sent).toContainEqual({ reason: 'holiday', invoices: 2 })
  payments.clock.set('2026-12-25T12:00:00Z')
  expect((await checkList()).days_off.tomorrow).toBe('weekend')
})

it('says how emails leave, where answers go and what came back', async () => {
  expect((await checkList()).sender).toMatchObject({ delivery: 'demo_mailbox', undelivered: 0 })
  expect((await checkList()).flows).toEqual([])
  goTo('2026-12-02')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true }))
  await tenant().run((ctx) => aFlow(ctx, [{ offset_days: 0 }]))
  await bill('harbor', '100.00', '2026-12-02')
  await sendDueOf(tenant())
  await tenant().run(({ db }) =>
    db.updateTable('mail_messages').set({ status: 'failed', failure: '550 no such mailbox' }).execute(),
  )
  expect((await checkList()).sender.undelivered).toBe(1)
  goTo('2026-12-10')
  expect((await checkList()).sender.undelivered, 'older than a week').toBe(0)
})

it('sends nothing while another system sends the reminders', async () => {
  goTo('2026-12-01')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true, use_legacy_reminders: true }))
  await tenant().run((ctx) => aFlow(ctx, [{ offset_days: 0 }, { offset_days: 3 }]))
  const { invoiceId } = await bill('harbor', '100.00', '2026-12-02')
  goTo('2026-12-02')
  await sendDueOf(tenant())
  expect(await remindersOf(tenant())).toEqual([])
  expect((await checkList()).use_legacy_reminders).toBe(true)
  await tenant().run((ctx) => updateSettings(ctx, { use_legacy_reminders: false }))
  await sendDueOf(tenant())
  expect(await remindersOf(tenant()), 'nothing of the days before').toEqual([])
  goTo('2026-12-05')
  await sendDueOf(tenant())
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day 0: skipped account_off', 'Day 3: sent'])
})
