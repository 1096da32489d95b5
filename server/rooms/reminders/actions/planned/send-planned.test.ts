import { expect, it } from 'vitest'
import { updateSettings } from '../../../accounts/testing.ts'
import { updateCustomer } from '../../../customers/index.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { selectTemplates } from '../../../mail-templates/index.ts'
import {
  anOpenInvoice,
  cardForm,
  pay,
  paymentsFixture,
  portalOf,
  refusalOf,
} from '../../../payments/testing.ts'
import { aFlow, decisionsOf, remindersOf, sendDueOf } from '../../testing.ts'
import { createFlow } from '../flows/create-flow.ts'
import { pauseReminders } from '../pauses/pause-reminders.ts'
import { listHeld } from '../read/list-held.ts'
import { listUpcoming } from '../read/list-upcoming.ts'
import { changeText } from './change-text.ts'
import type { PlannedMessage } from './find-planned.ts'
import { putBack } from './put-back.ts'
import { sendNow } from './send-now.ts'
import { showPlanned } from './show-planned.ts'
import { skipPlanned } from './skip-planned.ts'

const payments = paymentsFixture()
const tenant = () => payments.tenant
const goTo = (day: string): void => payments.clock.set(`${day}T15:00:00Z`)
async function runOn(...days: string[]): Promise<void> {
  for (const day of days) {
    goTo(day)
    await sendDueOf(tenant())
  }
}

/** An invoice due on a Wednesday, 2026-12-02, and its reminder of the day after. */
async function start(steps: Parameters<typeof aFlow>[1] = [{ offset_days: 1 }]) {
  goTo('2026-11-20')
  await tenant().run((ctx) => updateSettings(ctx, { system_enabled: true, holding_on_weekend: true }))
  const flow = await tenant().run((ctx) => aFlow(ctx, steps, { gapDays: steps.length > 1 ? 0 : 5 }))
  const customer = await tenant().run((ctx) =>
    aCustomer(ctx, { shortName: 'Harbor', email: 'pay@harbor.test' }),
  )
  const open = await tenant().run((ctx) => anOpenInvoice(ctx, '100.00', customer, '2026-12-02'))
  const message: PlannedMessage = {
    customer: customer.id,
    step: flow.live!.steps[0]!.id,
    invoices: [{ invoice: open.invoiceId, occurrence: 0 }],
  }
  return { ...open, customer, message, flow }
}

const ask = <T>(work: (ctx: Parameters<typeof sendNow>[0]) => Promise<T>): Promise<T> => tenant().run(work)

it('is sent once when a person sends it now, on a weekend too, and not again on its day', async () => {
  const { invoiceId, message } = await start()
  goTo('2026-12-05')
  const tries = await Promise.allSettled([
    ask((ctx) => sendNow(ctx, message)),
    ask((ctx) => sendNow(ctx, message)),
  ])
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await runOn('2026-12-07', '2026-12-08')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day 1: sent'])
  expect(await remindersOf(tenant())).toHaveLength(1)
  expect((await refusalOf(ask((ctx) => sendNow(ctx, message)))).code).toBe('wrong_state')
})

it('is refused on the other side of the due date, unless a person writes what is true', async () => {
  const { invoiceId, message } = await start()
  const { number } = (await ask(listUpcoming)).results[0]!.invoices[0]!
  goTo('2026-11-28')
  const { detail } = await refusalOf(ask((ctx) => sendNow(ctx, message)))
  expect(detail).toBe(
    `“Day 1” is written for the days after the due date, and ${number} is not due yet. Change its text for this message first, or let it leave on its day.`,
  )
  expect((await ask((ctx) => showPlanned(ctx, message))).untrue).toBe(detail)
  await ask((ctx) => changeText(ctx, { ...message, text: { subject: 'Soon', body: 'Due on Wednesday.' } }))
  expect((await ask((ctx) => showPlanned(ctx, message))).untrue).toBeNull()
  await ask((ctx) => sendNow(ctx, message))
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day 1: sent'])
})

it('takes the place of the earlier ones about its invoice, which are held or still to come', async () => {
  const { invoiceId, customer, message, flow } = await start([
    { offset_days: -3 },
    { offset_days: 1 },
    { offset_days: 5 },
    { offset_days: 9 },
  ])
  const other = await ask((ctx) => anOpenInvoice(ctx, '30.00', customer, '2026-12-02'))
  const named = (at: number) => ({ ...message, step: flow.live!.steps[at]!.id })
  await ask((ctx) =>
    pauseReminders(ctx, { scope: 'invoice', subject: invoiceId, until: '2026-12-04', note: '' }),
  )
  await runOn('2026-11-30')
  goTo('2026-12-04')
  expect((await refusalOf(ask((ctx) => sendNow(ctx, named(0))))).detail).toMatch(
    /^“Day -3” is written for the days before the due date, and \S+ is past due\. .*, or send the later step\.$/,
  )
  await ask((ctx) => sendNow(ctx, named(2)))
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([
    'Day -3: held invoice_paused until 2026-12-04',
    'Day -3: skipped replaced',
    'Day 1: skipped replaced',
    'Day 5: sent',
  ])
  expect(await decisionsOf(tenant(), other.invoiceId)).toEqual(['Day -3: sent'])
  await runOn('2026-12-07', '2026-12-11')
  expect((await decisionsOf(tenant(), invoiceId)).slice(4)).toEqual(['Day 9: sent'])
})

it('is not sent by hand to a paused customer, for a paid invoice or while the account is off', async () => {
  const { customer, message, ...open } = await start()
  const refused = async () => (await refusalOf(ask((ctx) => sendNow(ctx, message)))).detail
  await ask((ctx) => pauseReminders(ctx, { scope: 'customer', subject: customer.id, until: null, note: '' }))
  expect(await refused()).toBe('Reminders to this customer are paused.')
  expect((await ask((ctx) => showPlanned(ctx, message))).obstacle).toBe('customer_paused')
  await ask((ctx) => updateSettings(ctx, { system_enabled: false }))
  expect(await refused()).toBe('Reminders were switched off for the account.')
  await pay(tenant().uow(portalOf(payments.app, customer.id)), open.invoiceId, cardForm('100.00'))
  expect(await refused()).toMatch(/^This reminder was sent, skipped or changed meanwhile/)
  expect(await remindersOf(tenant())).toEqual([])
})

it('is skipped once, and goes out on its day after it was put back', async () => {
  const { invoiceId, message } = await start()
  await ask((ctx) => skipPlanned(ctx, message))
  expect((await ask(listUpcoming)).results).toEqual([])
  expect((await refusalOf(ask((ctx) => skipPlanned(ctx, message)))).code).toBe('wrong_state')
  goTo('2026-11-21')
  await ask((ctx) => putBack(ctx, message))
  expect((await refusalOf(ask((ctx) => putBack(ctx, message)))).code).toBe('wrong_state')
  expect((await ask(listUpcoming)).results.map(({ day }) => day)).toEqual(['2026-12-03'])
  expect((await ask((ctx) => listHeld(ctx, { page: 1, page_size: 10 }))).count).toBe(0)
  await runOn('2026-12-02', '2026-12-03', '2026-12-04')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual([
    'Day 1: skipped skipped_by_person',
    'Day 1: held put_back until 2026-12-03',
    'Day 1: sent',
  ])
})

it('stays skipped on its day', async () => {
  const { invoiceId, message } = await start()
  await ask((ctx) => skipPlanned(ctx, message))
  await runOn('2026-12-03', '2026-12-04')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day 1: skipped skipped_by_person'])
})

it('is shown as it reads on the day it leaves, which a weekend moves', async () => {
  goTo('2026-11-20')
  await ask((ctx) => updateSettings(ctx, { system_enabled: true, holding_on_weekend: true }))
  await ask((ctx) => createFlow(ctx, 'Templates', 'standard'))
  const templates = new Map((await ask(selectTemplates)).map(({ name, id }) => [name, id]))
  const { live } = await ask((ctx) =>
    aFlow(ctx, [
      { offset_days: 0, template: templates.get('Due today')! },
      { offset_days: 14, template: templates.get('Second reminder')! },
    ]),
  )
  const customer = await ask((ctx) => aCustomer(ctx, { email: 'pay@harbor.test' }))
  const { invoiceId } = await ask((ctx) => anOpenInvoice(ctx, '100.00', customer, '2026-12-05'))
  const { number } = (await ask(listUpcoming)).results[0]!.invoices[0]!
  const subjects = []
  for (const { id } of live!.steps) {
    const message = { customer: customer.id, step: id, invoices: [{ invoice: invoiceId, occurrence: 0 }] }
    subjects.push((await ask((ctx) => showPlanned(ctx, message))).subject)
  }
  expect(subjects).toEqual([
    `Invoice ${number} was due on Dec 5, 2026`,
    `${number}: $100.00 is 16 days past due`,
  ])
  await runOn('2026-12-05', '2026-12-07')
  expect((await remindersOf(tenant())).map(({ subject }) => subject)).toEqual(subjects.slice(0, 1))
})

it('is listed by its day, the latest step of a flow first', async () => {
  await start([{ offset_days: 1 }, { offset_days: 5 }])
  const other = await ask((ctx) => aCustomer(ctx, { shortName: 'Alder', email: 'pay@alder.test' }))
  await ask((ctx) => anOpenInvoice(ctx, '30.00', other, '2026-12-06'))
  const { results } = await ask(listUpcoming)
  expect(results.map(({ day, step, customer }) => `${day} ${step} ${customer.short_name}`)).toEqual([
    '2026-12-03 Day 1 Harbor',
    '2026-12-07 Day 5 Harbor',
    '2026-12-07 Day 1 Alder',
    '2026-12-11 Day 5 Alder',
  ])
})

it('leaves with its own text, which is not read as a template', async () => {
  const { message } = await start()
  const text = { subject: 'We spoke on Friday', body: 'Hello,\n\nplease pay {{ invoice.remaining }}.' }
  const shown = await ask((ctx) => changeText(ctx, { ...message, text }))
  expect(shown).toMatchObject({ ...text, has_own_text: true, is_outdated: false, obstacle: null })
  expect((await ask(listUpcoming)).results).toMatchObject([{ has_own_text: true }])
  await runOn('2026-12-03')
  const [mail] = await remindersOf(tenant())
  expect(mail!.subject).toBe('We spoke on Friday')
  expect(mail!.text).toContain('please pay {{ invoice.remaining }}.')
})

it('uses the template again when its own text is taken away', async () => {
  const { message } = await start()
  await ask((ctx) => changeText(ctx, { ...message, text: { subject: 'Mine', body: 'Mine' } }))
  const shown = await ask((ctx) => changeText(ctx, { ...message, text: null }))
  expect(shown).toMatchObject({ has_own_text: false, subject: expect.stringContaining('is past due') })
})

it('waits for a person when its own text no longer fits the amount', async () => {
  const { invoiceId, customer, message } = await start()
  const text = { subject: '100.00 are open', body: 'Please pay 100.00.' }
  await ask((ctx) => changeText(ctx, { ...message, text }))
  await pay(tenant().uow(portalOf(payments.app, customer.id)), invoiceId, cardForm('40.00'))
  await runOn('2026-12-03')
  expect(await decisionsOf(tenant(), invoiceId)).toEqual(['Day 1: held text_outdated'])
  expect(await ask((ctx) => showPlanned(ctx, message))).toMatchObject({ ...text, is_outdated: true })
  expect((await refusalOf(ask((ctx) => sendNow(ctx, message)))).detail).toMatch(
    /^Its own text was written for/,
  )
  await ask((ctx) => changeText(ctx, { ...message, text: { subject: '60.00 are open', body: 'Thank you.' } }))
  await sendDueOf(tenant())
  expect((await remindersOf(tenant())).map(({ subject }) => subject)).toEqual(['60.00 are open'])
})

it('refuses a step, an invoice or a customer that it does not know', async () => {
  const { message, customer } = await start()
  const other = { ...message, step: 'step-of-nothing' }
  expect((await refusalOf(ask((ctx) => sendNow(ctx, other)))).code).toBe('wrong_state')
  const nobody = { ...message, customer: message.invoices[0]!.invoice }
  expect((await refusalOf(ask((ctx) => sendNow(ctx, nobody)))).code).toBe('not_found')
  await ask((ctx) => updateCustomer(ctx, customer.id, { email: '' }))
  expect((await ask((ctx) => showPlanned(ctx, message))).to).toEqual([])
  expect((await refusalOf(ask((ctx) => sendNow(ctx, message)))).detail).toBe(
    'The customer has no email address.',
  )
})

it('puts the link for all invoices into a text that a person changed in the preview', async () => {
  const { customer, message, invoiceId } = await start()
  const other = await ask((ctx) => anOpenInvoice(ctx, '50.00', customer, '2026-12-02'))
  const both = {
    ...message,
    invoices: [invoiceId, other.invoiceId].map((invoice) => ({ invoice, occurrence: 0 })),
  }
  goTo('2026-12-02')
  const shown = await ask((ctx) => showPlanned(ctx, both))
  const [link] = /\S+\/pay-invoice#all/.exec(shown.html.replaceAll('"', ' '))!
  const text = { subject: 'Both', body: `Pay all at once: ${link}\n\nThank you.` }
  await ask((ctx) => changeText(ctx, { ...both, text }))
  await runOn('2026-12-03')
  const [mail] = await remindersOf(tenant())
  const [, secret] = /Pay all at once: \S+\/pay-invoice\?token=(\S+)/.exec(mail!.text)!
  expect(mail!.text).toContain(`View and pay invoices:\n`)
  expect(mail!.text.split(secret!)).toHaveLength(3)
})
