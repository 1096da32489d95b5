import { LANGUAGE_TAGS } from '../../../domain/mails/languages.ts'
import { WORDED_KINDS } from '../../../domain/mails/mail-kind-names.ts'
import { aMailText } from '../../../server/rooms/mail-templates/testing.ts'
import {
  aPausedCustomer,
  aPlannedReminder,
  aReminderFlow,
  aReminderTemplate,
  aSkippedReminder,
  rehearse,
} from '../../../server/rooms/reminders/testing.ts'
import type { Subject } from '../subject.ts'
import { account, oneCustomer, oneInvoice, type SamplesOf } from './sample.ts'

const texts = { subject: 'Invoice {{ invoice.number }}', body: 'Please pay {{ invoice.remaining }}.' }

const flowOf = (s: Subject, state: 'draft' | 'on') =>
  s.make(`flow ${state}`, () => s.company.run((ctx) => aReminderFlow(ctx, state)))
const templateOf = (s: Subject) => s.make('template', () => s.company.run((ctx) => aReminderTemplate(ctx)))

const pausedCustomer = (s: Subject) => s.make('paused customer', () => s.company.run(aPausedCustomer))

const plannedOf = (s: Subject, name: string) =>
  s.make(`${name} reminder`, () => s.company.run(aPlannedReminder))

const oneFlow = async (s: Subject, state: 'draft' | 'on') => {
  const { pk, revision } = await flowOf(s, state)
  return { params: { ...account(s), flow: pk }, body: { revision } }
}

export const reminderFlows: SamplesOf<'reminderFlows'> = {
  list: (s) => ({ params: account(s) }),
  create: (s) => ({ params: account(s), body: { name: `Flow ${s.requestId()}`, start_from: 'gentle' } }),
  read: async (s) => ({ params: { ...account(s), flow: (await flowOf(s, 'draft')).pk } }),
  readFigures: async (s) => ({ params: { ...account(s), flow: (await flowOf(s, 'draft')).pk } }),
  update: async (s) => {
    const { pk, revision, draft } = await flowOf(s, 'draft')
    return {
      params: { ...account(s), flow: pk },
      body: { revision, name: `Flow ${s.requestId()}`, covers: 'groups', groups: [await s.group()], draft },
    }
  },
  publish: (s) => oneFlow(s, 'draft'),
  turnOff: (s) => oneFlow(s, 'on'),
  remove: async (s) => ({ params: { ...account(s), flow: (await flowOf(s, 'draft')).pk } }),
}

export const reminderTemplates: SamplesOf<'reminderTemplates'> = {
  list: (s) => ({ params: account(s) }),
  create: (s) => ({ params: account(s), body: { name: `Template ${s.requestId()}`, ...texts } }),
  update: async (s) => ({
    params: { ...account(s), template: (await templateOf(s)).pk },
    body: { name: `Template ${s.requestId()}`, ...texts },
  }),
  remove: async (s) => ({ params: { ...account(s), template: (await templateOf(s)).pk } }),
  preview: (s) => ({ params: account(s), body: { ...texts, invoice: s.debtor.invoiceId } }),
}

export const reminderCheckList: SamplesOf<'reminderCheckList'> = {
  read: (s) => ({ params: account(s) }),
}

const rehearsed = (s: Subject) => s.make('rehearsed flow', () => rehearse(s.company))

export const reminderRehearsals: SamplesOf<'reminderRehearsals'> = {
  read: async (s) => ({ params: { ...account(s), flow: (await rehearsed(s)).flow } }),
  start: async (s) => ({
    params: { ...account(s), flow: (await flowOf(s, 'draft')).pk },
    body: { period: 'future' },
  }),
  list: async (s) => ({ params: { ...account(s), flow: (await rehearsed(s)).flow } }),
  show: async (s) => ({ params: { ...account(s), ...(await rehearsed(s)) } }),
}

const mailTexts = { subject: 'Invoice {{ invoice.number }}', body: 'Thank you, {{ customer.name }}.' }

let textsMade = 0

/** A text of the company for another email or language each time, because calls at the same time take it away. */
const ownText = (s: Subject) =>
  s.make('mail text', async () => {
    const turn = textsMade++
    const template = WORDED_KINDS[turn % WORDED_KINDS.length]!
    const language = LANGUAGE_TAGS[turn % LANGUAGE_TAGS.length]!
    await s.company.run((ctx) => aMailText(ctx, template, language))
    return { ...account(s), template, language } as const
  })

const mailPreview = (s: Subject) =>
  ({ ...mailTexts, kind: 'invoice', language: 'fr', invoice: s.debtor.invoiceId }) as const

export const mailTemplates: SamplesOf<'mailTemplates'> = {
  list: (s) => ({ params: account(s) }),
  save: (s) => ({ params: { ...account(s), template: 'invoice', language: 'fr' }, body: mailTexts }),
  remove: async (s) => ({ params: await ownText(s) }),
  preview: (s) => ({ params: account(s), body: mailPreview(s) }),
  sendTest: (s) => ({ params: account(s), body: { ...mailPreview(s), request_id: s.requestId() } }),
}

export const reminders: SamplesOf<'reminders'> = {
  listSent: (s) => ({ params: account(s) }),
  exportUpcoming: (s) => ({ params: account(s), body: {} }),
  exportSent: (s) => ({ params: account(s), body: {} }),
  exportHeld: (s) => ({ params: account(s), body: { format: 'xlsx' } }),
  listHeld: (s) => ({ params: account(s) }),
  listUpcoming: (s) => ({ params: account(s) }),
  showPlanned: async (s) => ({ params: account(s), body: await plannedOf(s, 'shown') }),
  changeText: async (s) => ({
    params: account(s),
    body: { ...(await plannedOf(s, 'changed')), text: { subject: 'Please pay', body: 'By Friday.' } },
  }),
  sendNow: async (s) => ({ params: account(s), body: await plannedOf(s, 'sent') }),
  skip: async (s) => ({ params: account(s), body: await plannedOf(s, 'planned') }),
  putBack: async (s) => ({
    params: account(s),
    body: await s.make('skipped reminder', () => s.company.run(aSkippedReminder)),
  }),
  listOfCustomer: (s) => ({ params: oneCustomer(s) }),
  listDecisions: (s) => ({ params: oneInvoice(s) }),
  pause: (s) => ({
    params: account(s),
    body: { scope: 'invoice', subject: s.debtor.invoiceId, until: null, note: 'On holiday' },
  }),
  resume: async (s) => ({ params: { ...account(s), scope: 'customer', subject: await pausedCustomer(s) } }),
}
