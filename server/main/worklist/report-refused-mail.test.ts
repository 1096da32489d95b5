import { beforeEach, expect, it } from 'vitest'
import { setUpTestApp, type Tenant } from '../../../testing/test-app.ts'
import { giveUp } from '../../platform/mail/message-state.ts'
import { queueMail } from '../../platform/mail/outbox.ts'
import { aMark, useAddressAgain } from '../../rooms/email-addresses/testing.ts'
import { anOpenInvoice } from '../../rooms/payments/testing.ts'
import { reportRefusedMail, tasksOf } from '../../rooms/worklist/testing.ts'

const test = setUpTestApp()
let tenant: Tenant
beforeEach(async () => {
  tenant = await test.tenant()
})

/** Queues an email about an invoice, and gives it up as the delivery does. */
const refuse = (to: string, related?: { type: string; id: string }): Promise<void> =>
  tenant.run(async (ctx) => {
    const id = await queueMail(ctx, {
      kind: 'test.refused',
      to,
      fromName: 'Test',
      subject: 'Your invoice',
      text: 'Text',
      html: '<p>Text</p>',
      ...(related && { related }),
    })
    await giveUp(ctx, id, '550 no such user', [reportRefusedMail])
  })
const invoice = async () => {
  const { invoiceId, customer } = await tenant.run((ctx) => anOpenInvoice(ctx, '10.00'))
  return { related: { type: 'invoice', id: invoiceId }, address: customer.email, customer: customer.id }
}

it('opens one task for an address of a customer that refuses emails', async () => {
  const { related, address } = await invoice()
  await refuse(address, related)
  await refuse(address.toUpperCase(), related)
  expect(await tasksOf(tenant)).toEqual(['refused_address: Check why emails don’t arrive (open)'])
  const [task] = await tenant.run((ctx) =>
    ctx.db.selectFrom('tasks').select('reason').where('account_id', '=', ctx.accountId).execute(),
  )
  expect(task!.reason).toBe(`Emails to ${address} don’t arrive: 550 no such user`)
})

it('opens one for an address that got a copy', async () => {
  const { related } = await invoice()
  await refuse('copies@harbor.test', related)
  expect(await tasksOf(tenant)).toEqual(['refused_address: Check why emails don’t arrive (open)'])
})

it('opens none for notices to members and for mails about people', async () => {
  const { related } = await invoice()
  await refuse(tenant.owner.email, related)
  await refuse('somebody@example.test', { type: 'user', id: tenant.owner.userId })
  await refuse('somebody@example.test')
  expect(await tasksOf(tenant)).toEqual([])
})

it('opens one when an address is marked as bounced, and ends it when the address is used again', async () => {
  const { address, customer } = await invoice()
  await tenant.run((ctx) => aMark(ctx, address, 'unsubscribed'))
  expect(await tasksOf(tenant)).toEqual([])
  await tenant.run((ctx) => aMark(ctx, address, 'bounced'))
  await tenant.run((ctx) => aMark(ctx, address, 'bounced'))
  expect(await tasksOf(tenant)).toEqual(['refused_address: Check why emails don’t arrive (open)'])
  await tenant.run((ctx) => useAddressAgain(ctx, customer, address))
  expect(await tasksOf(tenant)).toEqual(['refused_address: Check why emails don’t arrive (done)'])
  await tenant.run((ctx) => aMark(ctx, address, 'bounced'))
  expect(await tasksOf(tenant)).toEqual(['refused_address: Check why emails don’t arrive (open)'])
})
