import { z } from 'zod'
import { asRead } from '../accounts/as-read.ts'
import { route } from '../route.ts'
import { accountParams, id, instant, requiredLine, strict } from '../shapes.ts'
import { languageText, templateTexts } from './mail-templates.ts'

const NAME_MAX_LENGTH = 80
const read = { kind: 'staff', right: 'reminders.read' } as const
const write = { kind: 'staff', right: 'reminders.write' } as const

const template = z.object({
  pk: id,
  id,
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  texts: z.array(languageText).describe('texts in other languages than the default'),
  used_by: z.array(z.string()).describe('names of the flows that use it'),
  created: instant,
  updated: instant,
})
export type ReminderTemplate = z.output<typeof template>

const templateFields = { name: requiredLine(NAME_MAX_LENGTH), ...templateTexts }
const oneTemplate = strict({ account: id, template: id })

export const reminderTemplates = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/reminder-templates/',
    summary: 'List reminder templates',
    access: read,
    params: accountParams,
    reply: z.object({ results: z.array(template) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/accounts/:account/reminder-templates/',
    summary: 'Add a reminder template',
    access: write,
    params: accountParams,
    body: strict(templateFields),
    status: 201,
    reply: template,
  }),
  update: route({
    method: 'PUT',
    path: '/api/accounts/:account/reminder-templates/:template/',
    summary: 'Change a reminder template',
    access: write,
    params: oneTemplate,
    body: strict({ ...templateFields, if_unchanged: asRead(templateFields, 5000) }),
    reply: template,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/accounts/:account/reminder-templates/:template/',
    summary: 'Delete a reminder template that no flow uses',
    access: write,
    params: oneTemplate,
    reply: 'nothing',
  }),
  preview: route({
    method: 'POST',
    path: '/api/accounts/:account/reminder-templates/preview/',
    summary:
      'Render texts for an invoice without saving them; without one, for the longest due open invoice or an example',
    access: read,
    params: accountParams,
    body: strict({ ...templateTexts, invoice: id.nullable() }),
    reply: z.object({ subject: z.string(), html: z.string(), text: z.string(), invoice: z.string() }),
  }),
}
