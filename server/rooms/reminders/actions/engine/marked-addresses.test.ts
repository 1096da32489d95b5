import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { updateSettings } from '../../../accounts/testing.ts'
import { updateCustomer } from '../../../customers/index.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { aMark } from '../../../email-addresses/testing.ts'
import { anOpenInvoice, paymentsFixture } from '../../../payments/testing.ts'
import { aFlow, decisionsOf, remindersOf, sendDueOf } from '../../testing.ts'
import { checkBeforeSending } from './check-before-sending.ts'

const payments = paymentsFixture()
const tenant = () => payments.tenant
const mark = (address: string, kind: 'bounced' | 'complained' | 'unsubscribed') =>
  tenant().run((ctx) => aMark(ctx, address, kind))

let invoiceId: string
let customerId: string
beforeEach(async () => {
  payments.clock.set('2026-11-20T15:00:00Z')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true }))
  await tenant().run((ctx) => aFlow(ctx, [{ offset_days: 1, copies: ['sales@ours.test'] }]))
  const customer = await tenant().run((ctx) =>
    aCustomer(ctx, { email: 'pay@harbor.test', extraEmails: ['books@harbor.test'] }),
  )
  customerId = customer.id
  invoiceId = (await tenant().run((ctx) => anOpenInvoice(ctx, '100.00', customer, '2026-12-02'))).invoiceId
  payments.clock.set('2026-12-03T15:00:00Z')
})

const mails = () =>
  tenant().run(async (ctx) => {
    const { rows } = await sql<{ id: string; to: string; url: string; replyTo: string | null; html: string }>`
      select id, to_address as "to", unsubscribe_url as url, in_reply_to as "replyTo", html_body as html from mail_messages
      where account_id = ${ctx.accountId} and kind = 'reminders.reminder' order by created_at, array_position(array['pay@harbor.test', 'books@harbor.test'], to_address)`.execute(
      ctx.db,
    )
    return rows
  })
const recipients = async () => (await remindersOf(tenant())).map(({ to }) => to)

it('gives each address its own link that unsubscribes it', async () => {
  await sendDueOf(tenant())
  const sent = await mails()
  expect(sent.map(({ to }) => to)).toEqual(['pay@harbor.test', 'books@harbor.test', 'sales@ours.test'])
  expect(new Set(sent.map(({ url }) => url)).size).toBe(3)
  for (const { url, html } of sent) {
    expect(url).toMatch(/^http:\/\/localhost:3000\/unsubscribe\?token=[\w-]{43}$/)
    expect(html).toContain(`href="${url}"`)
  }
})

it('goes to no address that only gets copies', async () => {
  await tenant().run((ctx) =>
    updateCustomer(ctx, customerId, { email_roles: [{ email: 'books@harbor.test', role: 'copy' }] }),
  )
  await sendDueOf(tenant())
  expect((await recipients()).toSorted()).toEqual(['pay@harbor.test', 'sales@ours.test'])
})

it('is held when there are only copies', async () => {
  await tenant().run((ctx) =>
    updateCustomer(ctx, customerId, {
      email: '',
      email_roles: [{ email: 'books@harbor.test', role: 'copy' }],
    }),
  )
  await sendDueOf(tenant())
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day 1: held no_address'])
})

it('goes to the addresses that are not marked', async () => {
  await mark('pay@harbor.test', 'bounced')
  await mark('sales@ours.test', 'unsubscribed')
  await sendDueOf(tenant())
  expect(await recipients()).toEqual(['books@harbor.test'])
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day 1: sent'])
})

it.each(['bounced', 'complained', 'unsubscribed'] as const)(
  'is held when every address is %s',
  async (kind) => {
    await mark('pay@harbor.test', kind)
    await mark('books@harbor.test', 'bounced')
    await sendDueOf(tenant())
    expect(await recipients()).toEqual([])
    expect(await decisionsOf(tenant(), invoiceId)).toEqual([`Day 1: held ${kind}`])
  },
)

it('is canceled and written again without an address that was marked before it left', async () => {
  await sendDueOf(tenant())
  const [toMain, toSecond] = await mails()
  await mark('pay@harbor.test', 'unsubscribed')
  const isSent = (id: string) => tenant().run((ctx) => checkBeforeSending(ctx, id))
  expect(await isSent(toMain!.id)).toBe(false)
  expect(await isSent(toSecond!.id), 'the message was canceled as a whole').toBe(false)
  payments.clock.advance(60_000)
  await sendDueOf(tenant())
  expect((await mails()).slice(3).map(({ to }) => to)).toEqual(['books@harbor.test', 'sales@ours.test'])
})

it('cancels only the copy to a marked address when the message has left', async () => {
  await sendDueOf(tenant())
  const [toMain, toSecond, toCopy] = await mails()
  await tenant().run((ctx) =>
    ctx.db.updateTable('mail_messages').set({ status: 'sent' }).where('id', '=', toMain!.id).execute(),
  )
  await mark('books@harbor.test', 'complained')
  expect(await tenant().run((ctx) => checkBeforeSending(ctx, toSecond!.id))).toBe(false)
  expect(await tenant().run((ctx) => checkBeforeSending(ctx, toCopy!.id))).toBe(true)
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day 1: sent'])
})

it('follows the first message about the invoice that was sent to the same address', async () => {
  await sendDueOf(tenant())
  const [first] = await mails()
  expect(first!.replyTo).toBeNull()
  await tenant().run((ctx) =>
    ctx.db.updateTable('mail_messages').set({ status: 'sent' }).where('id', '=', first!.id).execute(),
  )
  await tenant().run((ctx) =>
    sql`delete from reminder_outcomes where invoice_id = ${invoiceId}`.execute(ctx.db),
  )
  payments.clock.advance(60_000)
  await sendDueOf(tenant())
  const again = (await mails()).slice(3)
  expect(again.map(({ to, replyTo }) => [to, replyTo])).toEqual([
    ['pay@harbor.test', first!.id],
    ['books@harbor.test', null],
    ['sales@ours.test', null],
  ])
})
