import { expect, it } from 'vitest'
import { updateSettings } from '../../../accounts/testing.ts'
import { updateCustomer } from '../../../customers/index.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { saveMailText } from '../../../mail-templates/testing.ts'
import { anOpenInvoice, paymentsFixture } from '../../../payments/testing.ts'
import { aFlow, aReminderTemplate, remindersOf, sendDueOf } from '../../testing.ts'
import { listTemplates } from './list-templates.ts'
import { removeTemplate } from './remove-template.ts'

const payments = paymentsFixture()
const GERMAN = { subject: 'Rechnung {{ invoice.number }}', body: 'Bitte zahlen Sie {{ totals.remaining }}.' }

it('a reminder has the text of the customer’s language, or else the default text', async () => {
  const { tenant } = payments
  payments.clock.set('2026-11-20T15:00:00Z')
  await tenant.run(async (ctx) => {
    await updateSettings(ctx, { system_enabled: true })
    await aFlow(ctx, [{ offset_days: 0 }])
    const used = (await listTemplates(ctx)).results.find(({ name }) => name === 'First reminder')!
    await saveMailText(ctx, { template: used.pk, language: 'de' }, GERMAN)
    for (const language of ['de', 'fr'] as const) {
      const customer = await aCustomer(ctx, { email: `${language}@harbor.test` })
      await updateCustomer(ctx, customer.id, { language })
      await anOpenInvoice(ctx, '100.00', customer, '2026-12-02')
    }
  })
  payments.clock.set('2026-12-02T15:00:00Z')
  await sendDueOf(tenant)
  const mails = await remindersOf(tenant)
  const [german, french] = ['de', 'fr'].map((name) => mails.find(({ to }) => to === `${name}@harbor.test`)!)
  expect(german!.subject).toMatch(/^Rechnung INV-/)
  expect(german!.text).toMatch(/Bitte zahlen Sie 100,00\s\$\./)
  expect(german!.text).toContain('Offener Betrag')
  expect(french!.text, 'the default text in the account’s language').toContain('Amount due: $100.00')
})

it('a deleted template takes its texts with it', async () => {
  const { tenant } = payments
  await tenant.run(async (ctx) => {
    const unused = await aReminderTemplate(ctx)
    await saveMailText(ctx, { template: unused.pk, language: 'it' }, GERMAN)
    expect((await listTemplates(ctx)).results.find(({ pk }) => pk === unused.pk)!.texts).toEqual([
      { language: 'it', ...GERMAN },
    ])
    await removeTemplate(ctx, unused.pk)
    const left = await ctx.db.selectFrom('mail_texts').select('template').execute()
    expect(left.map(({ template }) => template)).not.toContain(unused.pk)
  })
})
