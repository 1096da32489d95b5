import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { LANGUAGE_TAGS } from '../../../../domain/mails/languages.ts'
import { MAIL_KIND_NAMES } from '../../../../domain/mails/mail-kind-names.ts'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { aMailText } from '../testing.ts'
import { listMailTemplates } from './list-mail-templates.ts'
import { previewMail } from './preview-mail.ts'
import { removeMailText } from './remove-mail-text.ts'
import { saveMailText } from './save-mail-text.ts'
import { sendTestMail } from './send-test-mail.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

const KEY = { template: 'invoice', language: 'en' } as const
const textsOf = async (kind: string, language: string) => {
  const { results } = await tenant.run(listMailTemplates)
  return results.find((one) => one.kind === kind)!.texts.find((one) => one.language === language)!
}
const refused = async (texts: { subject?: string; body?: string }, template = 'invoice') => {
  const saved = tenant.run((ctx) =>
    saveMailText(ctx, { ...KEY, template }, { subject: 'Hello', body: 'Hello', ...texts }),
  )
  const error = await saved.catch((thrown: unknown) => thrown)
  if (!(error instanceof Refusal)) throw new Error('the text was saved')
  return error
}

describe('built-in texts', () => {
  const cases = MAIL_KIND_NAMES.filter((kind) => kind !== 'reminder').flatMap((kind) =>
    LANGUAGE_TAGS.map((language) => [kind, language] as const),
  )

  it.each(cases)('of %s can be rendered in %s', async (kind, language) => {
    const { subject, body, is_changed } = await textsOf(kind, language)
    expect(is_changed).toBe(false)
    await tenant.run((ctx) => saveMailText(ctx, { template: kind, language }, { subject, body }))
    const mail = await tenant.run((ctx) => previewMail(ctx, { kind, language, subject, body, invoice: null }))
    expect(mail.html).toContain(`<html lang="${language}"`)
    expect(`${mail.subject}${mail.text}`).not.toMatch(/\{|\b(undefined|null|NaN)\b/)
    expect((await textsOf(kind, language)).is_changed, 'saving them is no change').toBe(false)
  })
})

describe('a text of the account', () => {
  it('replaces the built-in one in its language, until it is removed', async () => {
    await tenant.run((ctx) => aMailText(ctx, 'receipt', 'de'))
    expect(await textsOf('receipt', 'de')).toMatchObject({ is_changed: true })
    expect(await textsOf('receipt', 'en')).toMatchObject({ is_changed: false })
    await tenant.run((ctx) => removeMailText(ctx, { template: 'receipt', language: 'de' }))
    expect(await textsOf('receipt', 'de')).toMatchObject({ is_changed: false })
  })

  it.each([
    ['a variable of another kind', { body: 'Hi\n{{ refund.amount }}' }, 'body', 'refund.amount” (line 2)'],
    ['a way out of the template', { body: "{{ constructor.constructor('x')() }}" }, 'body', ''],
    ['a prototype', { subject: '{{ invoice.__proto__ }}' }, 'subject', '__proto__'],
    [
      'a text that is empty for a paid invoice',
      { body: '{% unless invoice.is_paid %}x{% endunless %}' },
      'body',
      'nothing',
    ],
    ['a long loop', { body: '{% for i in (1..99999999) %}x{% endfor %}' }, 'body', ''],
    ['a tag that is not finished', { subject: '{% if %}' }, 'subject', 'line 1'],
  ])('is refused with %s', async (_, texts, field, message) => {
    const { fields } = await refused(texts)
    expect(fields).toEqual({ [field]: [expect.stringContaining(message)] })
  })

  it('is refused for a mail that nobody may word', async () => {
    for (const template of ['identity.reset', 'reminder', crypto.randomUUID()])
      expect((await refused({}, template)).code).toBe('not_found')
  })

  it('keeps a subject on one line, and expressions of other languages as they are', async () => {
    const mail = await tenant.run((ctx) =>
      previewMail(ctx, {
        kind: 'invoice',
        language: null,
        invoice: null,
        subject: '{{ "a\nBcc: evil@people.test" }}',
        body: '$' + '{7*7} #{7*7} <b>x</b> https://evil.test/',
      }),
    )
    expect(mail.subject).toBe('a Bcc: evil@people.test')
    expect(mail.text).toContain('{7*7} #{7*7} <b>x</b>')
    expect(mail.html).toContain('&lt;b&gt;x&lt;/b&gt;')
    expect(mail.html).not.toContain('href="https://evil.test')
  })
})

describe('a test mail', () => {
  const request = {
    kind: 'invoice',
    language: 'fr',
    invoice: null,
    subject: 'Bonjour',
    body: 'Merci.',
  } as const

  it('goes once to the person who asks, marked as a test and without a pay link', async () => {
    const send = () => tenant.run((ctx) => sendTestMail(ctx, { ...request, request_id: 'request-1' }))
    const { to } = await send()
    await send()
    const mails = await tenant.run(async (ctx) => {
      const { rows } = await sql<{ to: string; subject: string; text: string }>`
        select to_address as "to", subject, text_body as text from mail_messages
        where account_id = ${ctx.accountId} and kind = 'mail-templates.test'`.execute(ctx.db)
      return rows
    })
    expect(mails).toEqual([{ to, subject: '[Test] Bonjour', text: expect.stringContaining('Merci.') }])
    expect(mails[0]!.text).not.toContain('token=')
  })
})

it('tells the second person that somebody changed the built-in text, or restored it', async () => {
  const { subject, body } = await textsOf('receipt', 'de')
  const key = { template: 'receipt', language: 'de' } as const
  const save = (texts: object, read: object) =>
    tenant.run((ctx) => saveMailText(ctx, key, { subject, body, ...texts, if_unchanged: read }))
  await save({ subject: 'Ihr Beleg' }, { subject, body })
  await expect(save({ subject: 'Quittung' }, { subject, body })).rejects.toMatchObject({
    code: 'changed_meanwhile',
    fields: { subject: [expect.stringContaining('Ihr Beleg')] },
  })
  await tenant.run((ctx) => removeMailText(ctx, key))
  await expect(save({ subject: 'Quittung' }, { subject: 'Ihr Beleg', body })).rejects.toMatchObject({
    fields: { subject: [expect.stringContaining('changed this')] },
  })
})
