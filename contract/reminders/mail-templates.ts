import { z } from 'zod'
import { MAIL_KIND_NAMES } from '../../domain/mails/mail-kind-names.ts'
import { asRead } from '../accounts/as-read.ts'
import { route } from '../route.ts'
import {
  accountParams,
  id,
  language,
  line,
  requestId,
  requiredLine,
  requiredText,
  strict,
} from '../shapes.ts'

const read = { kind: 'staff', right: 'reminders.read' } as const
const write = { kind: 'staff', right: 'reminders.write' } as const

const mailKind = z.enum(MAIL_KIND_NAMES, 'There is no mail of this kind.')

/** Subject and body of a mail as Liquid. */
export const templateTexts = {
  subject: requiredLine(300),
  body: requiredText(5000).describe('Liquid. Paragraphs are separated by blank lines'),
}

export const languageText = z.object({ language, subject: z.string(), body: z.string() })

const mailTemplate = z.object({
  kind: mailKind,
  name: z.string(),
  sent_when: z.string(),
  variables: z.array(z.object({ name: z.string(), meaning: z.string() })),
  texts: z
    .array(languageText.extend({ is_changed: z.boolean().describe('false for the built-in text') }))
    .describe('none for reminders, whose texts are reminder templates'),
})
export type MailTemplate = z.output<typeof mailTemplate>

const oneText = strict({
  account: id,
  template: line(40).describe('kind of mail, or id of a reminder template'),
  language,
})
const previewFields = {
  kind: mailKind,
  language: language.nullable().describe('null for the account’s'),
  ...templateTexts,
  invoice: id.nullable().describe('null for the longest due open invoice, or an example'),
}

export const mailTemplates = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/mail-templates/',
    summary: 'List the mails to customers with their texts and variables',
    access: read,
    params: accountParams,
    reply: z.object({
      language: language.describe('of the account'),
      results: z.array(mailTemplate),
    }),
  }),
  save: route({
    method: 'PUT',
    path: '/api/accounts/:account/mail-templates/:template/:language/',
    summary: 'Change the text of a mail in one language',
    access: write,
    params: oneText,
    body: strict({ ...templateTexts, if_unchanged: asRead(templateTexts, 5000) }),
    reply: languageText,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/accounts/:account/mail-templates/:template/:language/',
    summary: 'Return to the built-in text of a mail, or delete a reminder template’s text in one language',
    access: write,
    params: oneText,
    reply: 'nothing',
  }),
  preview: route({
    method: 'POST',
    path: '/api/accounts/:account/mail-templates/preview/',
    summary: 'Render texts for an invoice without saving them',
    access: read,
    params: accountParams,
    body: strict(previewFields),
    reply: z.object({
      subject: z.string(),
      html: z.string(),
      text: z.string(),
      invoice: z.string().describe('number of the invoice'),
    }),
  }),
  sendTest: route({
    method: 'POST',
    path: '/api/accounts/:account/mail-templates/test/',
    summary: 'Mail rendered texts to the signed-in person, without a pay link that works',
    // It is mailed to the person who asks.
    access: { ...write, keys: 'never' },
    params: accountParams,
    body: strict({ ...previewFields, request_id: requestId }),
    reply: z.object({ to: z.string() }),
  }),
}
