import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Ctx } from '../../../../platform/context.ts'
import { nextId } from '../../../../platform/context.ts'
import { setAccountingLink } from '../../../accounts/index.ts'
import { updateSettings } from '../../../accounts/testing.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { anOpenInvoice, paymentsFixture } from '../../../payments/testing.ts'
import { MAX_CAUGHT_UP_AN_HOUR } from '../../rules/limit-catch-up.ts'
import { aFlow, decisionsOf, remindersOf, sendDueOf } from '../../testing.ts'

const payments = paymentsFixture()
const tenant = () => payments.tenant

async function invoiceOf(ctx: Ctx, name: string, dueDate: string) {
  const customer = await aCustomer(ctx, { shortName: name, email: `${name.toLowerCase()}@debtors.test` })
  await anOpenInvoice(ctx, '100.00', customer, dueDate)
  return customer
}

/** Records messages to a customer as if they had left now. */
const sendBefore = (count: number, customerId: string) =>
  tenant().run(async (ctx) => {
    const ids = Array.from({ length: count }, () => nextId(ctx))
    await sql`insert into reminder_messages (account_id, id, customer_id, step_id, flow_id, step_name, invoice_ids, mail_ids,
        pay_link_ids, currency, remaining_minor, to_address, subject, sent_on, sent_at)
      select ${ctx.accountId}, id, ${customerId}, 'earlier', id, 'Earlier', '{}', '{}', '{}', 'USD', 1, 'a@debtors.test', 'S',
        '2026-12-01', ${new Date(ctx.now)} from unnest(${ids}::uuid[]) as n(id)`.execute(ctx.db)
  })

const recipients = async () => (await remindersOf(tenant())).map(({ to }) => to).sort()

it('sends a limited number of late messages an hour after an outage, and what is due today at once', async () => {
  payments.clock.set('2026-11-20T15:00:00Z')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true }))
  await tenant().run((ctx) => aFlow(ctx, [{ offset_days: 1 }]))
  const earlier = await tenant().run((ctx) => invoiceOf(ctx, 'Earlier', '2027-06-01'))
  for (const name of ['Late1', 'Late2', 'Late3'])
    await tenant().run((ctx) => invoiceOf(ctx, name, '2026-12-02'))
  await tenant().run((ctx) => invoiceOf(ctx, 'Today', '2026-12-03'))
  payments.clock.set('2026-12-04T15:00:00Z')
  await sendBefore(MAX_CAUGHT_UP_AN_HOUR - 2, earlier.id)
  await sendDueOf(tenant())
  // The messages of today go first, and leave room for one of the others.
  expect(await recipients()).toEqual([expect.stringMatching(/^late\d@/), 'today@debtors.test'])
  payments.clock.set('2026-12-04T15:59:00Z')
  await sendDueOf(tenant())
  expect(await recipients()).toHaveLength(2)
  payments.clock.set('2026-12-04T16:01:00Z')
  await sendDueOf(tenant())
  expect(await recipients()).toEqual([
    'late1@debtors.test',
    'late2@debtors.test',
    'late3@debtors.test',
    'today@debtors.test',
  ])
})

it('waits while the books of the account’s platform are too old, and sends once they are read again', async () => {
  payments.clock.set('2026-11-20T15:00:00Z')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true }))
  await tenant().run((ctx) => aFlow(ctx, [{ offset_days: 1 }]))
  const customer = await tenant().run((ctx) => aCustomer(ctx, { email: 'pay@harbor.test' }))
  const { invoiceId } = await tenant().run((ctx) => anOpenInvoice(ctx, '100.00', customer, '2026-12-02'))
  const read = (freshAt: string) =>
    tenant().run(async (ctx) => {
      await ctx.db.updateTable('accounts').set({ account_type: 'provider' }).execute()
      await setAccountingLink(ctx, {
        provider: 'quickbooks',
        name: 'QuickBooks Online',
        company: '',
        status: 'connected',
        features,
        since: '2026-11-20T15:00:00.000Z',
        freshAt,
      })
    })
  const decisionsOn = async (day: string) => {
    payments.clock.set(`${day}T15:00:00Z`)
    await sendDueOf(tenant())
    return decisionsOf(tenant(), invoiceId)
  }
  await read('2026-12-01T15:00:00.000Z')
  expect(await decisionsOn('2026-12-03')).toEqual(['Day 1: held books_not_read'])
  expect(await decisionsOn('2026-12-20')).toEqual(['Day 1: held books_not_read'])
  expect(await remindersOf(tenant())).toEqual([])
  await read('2026-12-20T15:00:00.000Z')
  expect(await decisionsOn('2026-12-20')).toEqual(['Day 1: held books_not_read', 'Day 1: sent'])
})

const features = {
  post_payments: true,
  apply_credit: true,
  late_fees: true,
  tax_codes: true,
  items: true,
  accounts: true,
  multi_currency: true,
  webhooks: true,
}
