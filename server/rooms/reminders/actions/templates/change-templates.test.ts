import { expect, it } from 'vitest'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { previewMail } from '../../../mail-templates/index.ts'
import { anOpenInvoice, refusalOf } from '../../../payments/testing.ts'
import { aReminderTemplate } from '../../testing.ts'
import { createFlow } from '../flows/create-flow.ts'
import { createTemplate } from './create-template.ts'
import { listTemplates } from './list-templates.ts'
import { removeTemplate } from './remove-template.ts'
import { updateTemplate } from './update-template.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

const GOOD = {
  name: 'Gentle',
  subject: 'Invoice {{ invoice.number }}',
  body: 'Please pay {{ invoice.remaining }}.',
}
const REMINDER = { kind: 'reminder', language: null, invoice: null } as const
const refused = async (texts: Partial<typeof GOOD>) =>
  (await refusalOf(tenant.run((ctx) => createTemplate(ctx, { ...GOOD, ...texts })))).fields

it.each([
  [
    'an unknown variable with its line',
    { body: 'Hello,\n\npay {{ invoice.nunber }}' },
    { body: ['There is no variable “invoice.nunber” (line 3). Choose one from the list.'] },
  ],
  [
    'an unknown variable in a loop',
    { body: '{% for i in invoices %}{{ i.nope }}{% endfor %}' },
    { body: [expect.stringContaining('i.nope')] },
  ],
  [
    'a way out of the template',
    { body: "{{ constructor.constructor('return process')() }}" },
    { body: [expect.any(String)] },
  ],
  [
    'a prototype',
    { subject: '{{ invoice.__proto__ }}' },
    { subject: [expect.stringContaining('__proto__')] },
  ],
  [
    'an unknown filter',
    { body: '{{ invoice.number | shout }}' },
    { body: [expect.stringContaining('shout')] },
  ],
  [
    'a tag that is not closed',
    { subject: 'Hello {% if totals.count == 1 %}you' },
    { subject: [expect.any(String)] },
  ],
  ['a file', { body: '{% render "package.json" %}' }, { body: [expect.any(String)] }],
  [
    'a text that renders to nothing',
    { body: '{% if totals.count == 9 %}Hello{% endif %}' },
    { body: ['The text renders to nothing.'] },
  ],
  [
    'a text that is empty for one invoice',
    { body: '{% if totals.count > 1 %}Hello{% endif %}' },
    { body: ['The text renders to nothing.'] },
  ],
  [
    'a loop without an end',
    { body: '{% for i in (1..100000000) %}x{% endfor %}' },
    { body: [expect.any(String)] },
  ],
])('refuses %s beside its text', async (_, texts, fields) => {
  expect(await refused(texts)).toEqual(fields)
})

it('keeps texts that look like scripts as they are', async () => {
  const shown = await tenant.run((ctx) =>
    previewMail(ctx, { ...REMINDER, subject: 'Hi', body: '<script>alert(1)</script> #{7*7}' }),
  )
  expect(shown.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; #{7*7}')
  expect(shown.html).not.toContain('<script>')
})

it('previews the longest due invoice, or an example where nothing was invoiced', async () => {
  const preview = () =>
    tenant.run((ctx) => previewMail(ctx, { ...REMINDER, subject: GOOD.subject, body: GOOD.body }))
  expect((await preview()).subject).toBe('Invoice INV-1001')
  await tenant.run((ctx) => anOpenInvoice(ctx, '75.00'))
  const shown = await preview()
  expect(shown.text).toContain('Please pay $75.00.')
  expect(shown.invoice).toMatch(/^INV-/)
})

it('changes and deletes a template that no flow uses', async () => {
  const { pk } = await tenant.run(aReminderTemplate)
  await tenant.run((ctx) => updateTemplate(ctx, pk, { ...GOOD, name: 'Renamed' }))
  expect((await tenant.run(listTemplates)).results.map(({ name }) => name)).toContain('Renamed')
  await tenant.run((ctx) => removeTemplate(ctx, pk))
  expect((await tenant.run(listTemplates)).results.map(({ name }) => name)).not.toContain('Renamed')
})

it('refuses to delete a template that a flow uses, and a name that is taken', async () => {
  await tenant.run((ctx) => createFlow(ctx, 'Standard', 'standard'))
  const { results } = await tenant.run(listTemplates)
  const used = results.find(({ name }) => name === 'Final notice')!
  expect(used.used_by).toEqual(['Standard'])
  expect((await refusalOf(tenant.run((ctx) => removeTemplate(ctx, used.pk)))).code).toBe('wrong_state')
  expect(await refused({ name: 'Final notice' })).toEqual({ name: [expect.any(String)] })
})

it('tells the second person how the first changed the text, and keeps fields that only one changed', async () => {
  const { pk, name, subject, body } = await tenant.run(aReminderTemplate)
  const read = { name, subject, body }
  const save = (fields: Partial<typeof read>, base: typeof read = read) =>
    tenant.run((ctx) => updateTemplate(ctx, pk, { ...base, ...fields, if_unchanged: base }))
  await save({ body: `${body}\n\nThank you, everyone in the office.` })
  const refusal = await refusalOf(save({ body: 'Pay.' }))
  expect(refusal.code).toBe('changed_meanwhile')
  expect(refusal.fields!.body![0]).toMatch(/: “…Thank you, everyone in the office\.” was added\. Save again/)
  expect(await save({ subject: 'Mine' })).toMatchObject({
    subject: 'Mine',
    body: expect.stringContaining('everyone'),
  })
})
