import { expect, it } from 'vitest'
import { deleteMember, selectMembers } from '../../../accounts/index.ts'
import { updateSettings } from '../../../accounts/testing.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { anOpenInvoice, cardForm, pay, paymentsFixture, portalOf } from '../../../payments/testing.ts'
import { aFlow, remindersOf, sendDueOf, thanksOf } from '../../testing.ts'
import { showPlanned } from '../planned/show-planned.ts'
import { listSent } from '../read/list-sent.ts'

const payments = paymentsFixture()
const tenant = () => payments.tenant
const JANE = { member: null, name: 'Jane Doe, Head of Finance', email: 'jane@company.example' }
const PAGE = { page: 1, page_size: 10 }

/** An invoice that is due on 2026-12-02, whose reminder on the day after has the sender. */
async function start(sender: typeof JANE | { member: string; name: string; email: '' } | null) {
  payments.clock.set('2026-11-20T15:00:00Z')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true }))
  const flow = await tenant().run((ctx) =>
    aFlow(ctx, [
      { offset_days: 1, sender },
      { offset_days: 1, anchor: 'paid', sender },
    ]),
  )
  const customer = await tenant().run((ctx) => aCustomer(ctx, { email: 'pay@harbor.test' }))
  const { invoiceId } = await tenant().run((ctx) => anOpenInvoice(ctx, '100.00', customer, '2026-12-02'))
  const planned = () =>
    tenant().run((ctx) =>
      showPlanned(ctx, {
        customer: customer.id,
        step: flow.live!.steps[0]!.id,
        invoices: [{ invoice: invoiceId, occurrence: 0 }],
      }),
    )
  const send = async () => {
    payments.clock.set('2026-12-03T15:00:00Z')
    await sendDueOf(tenant())
    return (await remindersOf(tenant()))[0]!
  }
  return { customer, invoiceId, planned, send }
}
const senders = async () =>
  (await tenant().run((ctx) => listSent(ctx, PAGE))).results.map(({ sender }) => sender)
const firstMember = async () => (await tenant().run(selectMembers))[0]!

it('sends in the name of another person, to whom answers go, and shows it before and after', async () => {
  const { planned, send } = await start(JANE)
  expect((await planned()).from).toEqual({ name: JANE.name, reply_to: JANE.email })
  expect(await send()).toMatchObject({ from: JANE.name, replyTo: JANE.email })
  expect(await senders()).toEqual([{ name: JANE.name, reply_to: JANE.email }])
})

it('sends a thank-you in the name of another person', async () => {
  const { customer, invoiceId } = await start(JANE)
  await pay(tenant().uow(portalOf(payments.app, customer.id)), invoiceId, cardForm('100.00'))
  payments.clock.set('2026-11-21T15:00:00Z')
  await sendDueOf(tenant())
  expect(await thanksOf(tenant())).toMatchObject([{ from: JANE.name, replyTo: JANE.email }])
})

it('takes the name and the address of a member, or another name for them', async () => {
  const { userId, email, firstName, lastName } = await firstMember()
  const { planned, send } = await start({ member: userId, name: '', email: '' })
  const name = `${firstName} ${lastName}`.trim() || email
  expect((await planned()).from).toEqual({ name, reply_to: email })
  expect(await send()).toMatchObject({ from: name, replyTo: email })
})

it('falls back to the account’s sender when the member left', async () => {
  const { userId } = await firstMember()
  const { planned, send } = await start({ member: userId, name: 'The boss', email: '' })
  expect((await planned()).from.name).toBe('The boss')
  await tenant().run((ctx) => deleteMember(ctx, userId))
  const account = (await planned()).from
  expect(account.name).not.toBe('The boss')
  expect(await send()).toMatchObject({ from: account.name, replyTo: account.reply_to })
  expect(await senders()).toEqual([null])
})

it('comes from the account without another sender', async () => {
  const { planned, send } = await start(null)
  const { from } = await planned()
  expect(await send()).toMatchObject({ from: from.name, replyTo: from.reply_to })
  expect(await senders()).toEqual([null])
})
