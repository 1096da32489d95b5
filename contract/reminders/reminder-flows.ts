import { z } from 'zod'
import {
  EARLIEST_OFFSET_DAYS,
  LATEST_OFFSET_DAYS,
  MAX_GAP_DAYS,
  MAX_REPEATS,
  MAX_STEP_MEMBERS,
  MAX_STEPS,
  STEP_ANCHORS,
  STEP_KIND_FORM,
  STEP_TEXT_MAX_LENGTH,
} from '../../domain/reminders/flow.ts'
import { STARTER_FLOW_NAMES } from '../../domain/reminders/starter-flows.ts'
import { SENDER_NAME_MAX_LENGTH } from '../../domain/reminders/step-sender.ts'
import { route } from '../route.ts'
import { accountParams, amount, email, id, instant, line, requiredLine, strict, text } from '../shapes.ts'
import { pause, stepId } from './reminders.ts'

const MAX_COPIES = 5
const NAME_MAX_LENGTH = 80
/** A flow of the most steps, each with the most copies and the longest text. */
const FLOW_LIMIT_BYTES = 192 * 1024
const read = { kind: 'staff', right: 'reminders.read' } as const
const write = { kind: 'staff', right: 'reminders.write' } as const

const whole = (min: number, max: number) =>
  z
    .number('Enter a number.')
    .int('Enter a whole number.')
    .min(min, `At least ${min}.`)
    .max(max, `At most ${max}.`)

/** A member, or a name and an address that were typed. */
const sender = strict({
  member: id.nullable(),
  name: line(SENDER_NAME_MAX_LENGTH).describe('empty for the member’s own name'),
  email: z
    .union([z.literal(''), email], 'Enter a valid email address.')
    .describe('empty for a member, whose address is used'),
})

const step = strict({
  id: stepId.describe('chosen by the client and kept in all versions'),
  name: requiredLine(NAME_MAX_LENGTH),
  kind: z
    .string()
    .regex(STEP_KIND_FORM, 'Choose a kind of step.')
    .default('email')
    .describe(
      'email to the customer, task for a person, staff_note to members of the account, or another of the channels',
    ),
  anchor: z
    .enum(STEP_ANCHORS)
    .describe('paid: the day on which payments settled the invoice, for a thank-you or a step for staff'),
  offset_days: whole(EARLIEST_OFFSET_DAYS, LATEST_OFFSET_DAYS).describe(
    'days after the anchor; negative is before',
  ),
  hour: whole(0, 23).describe('hour of the day in the account’s time zone'),
  template: id
    .nullable()
    .default(null)
    .describe('of an email; null for a thank-you, whose text is the mail thank-you, and for other kinds'),
  text: text(STEP_TEXT_MAX_LENGTH).default('').describe('of a task or a note, in Liquid'),
  members: z
    .array(id)
    .max(MAX_STEP_MEMBERS, `Choose at most ${MAX_STEP_MEMBERS} people.`)
    .default([])
    .describe('who gets the note, owners and admins by default; or the one to whom the task is assigned'),
  repeat_days: whole(0, 90).describe('days between repeats; 0 without any'),
  repeat_times: whole(0, MAX_REPEATS).describe('repeats after the first message'),
  min_remaining: amount.describe(
    'smallest remaining amount, in the account’s currency; after the payment, smallest paid amount',
  ),
  attach_pdf: z.boolean(),
  copies: z.array(email).max(MAX_COPIES, `Use at most ${MAX_COPIES} addresses.`),
  sender: sender
    .nullable()
    .default(null)
    .describe(
      'name and reply address of an email; null for the account’s, which is also used when the member left',
    ),
})

const definition = strict({
  gap_days: whole(0, MAX_GAP_DAYS).describe('smallest number of days between two messages to one customer'),
  steps: z.array(step).max(MAX_STEPS, `Use at most ${MAX_STEPS} steps.`),
})

const flow = z.object({
  pk: id,
  id,
  name: z.string(),
  covers: z.enum(['groups', 'everyone_else']),
  groups: z.array(z.object({ pk: id, name: z.string() })),
  revision: z.number().int(),
  is_on: z.boolean(),
  on_since: z.string().nullable().describe('nothing is sent for days before this one'),
  live: definition
    .extend({ version: z.number().int(), published_at: instant })
    .nullable()
    .describe('the version that sends; null before the first one'),
  draft: definition.nullable().describe('changes that are not published; null without any'),
  pause: pause.nullable(),
  created: instant,
  updated: instant,
})
export type ReminderFlow = z.output<typeof flow>

const channel = z.object({
  kind: z.string(),
  label: z.string(),
  help: z.string(),
  text: z
    .enum(['template', 'required', 'optional'])
    .describe('template: of an email; otherwise whether a step needs a text of its own'),
  members: z.enum(['none', 'one', 'several']).describe('how many people of the account a step names'),
})

const oneFlow = strict({ account: id, flow: id })
const flowRevision = {
  revision: z.number().int().describe('as read; a newer one is refused with wrong_state'),
}

export const reminderFlows = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/reminder-flows/',
    summary: 'List reminder flows with their live versions and drafts',
    access: read,
    params: accountParams,
    reply: z.object({
      results: z.array(flow),
      channels: z.array(channel).describe('kinds of steps that the account may choose'),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/api/accounts/:account/reminder-flows/',
    summary: 'Add a reminder flow as a draft, from a ready-made one',
    access: write,
    params: accountParams,
    body: strict({ name: requiredLine(NAME_MAX_LENGTH), start_from: z.enum(STARTER_FLOW_NAMES) }),
    status: 201,
    reply: flow,
  }),
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/reminder-flows/:flow/',
    summary: 'Read a reminder flow',
    access: read,
    params: oneFlow,
    reply: flow,
  }),
  readFigures: route({
    method: 'GET',
    path: '/api/accounts/:account/reminder-flows/:flow/figures/',
    summary:
      'Read what each step of a flow sent in the last 12 months, and the days on which nothing is sent',
    access: read,
    params: oneFlow,
    reply: z.object({
      steps: z
        .array(
          z.object({
            step: z.string(),
            sent: z.number().int().describe('emails, or tasks that were opened'),
            paid: z.number().int().describe('emails that a payment followed within 7 days'),
          }),
        )
        .describe('steps that sent something'),
      weekends: z.boolean().describe('messages of Saturdays and Sundays wait for the next working day'),
      holidays: z
        .array(z.object({ day: z.string(), name: z.string() }))
        .describe('public holidays of last year, this year and next year'),
    }),
  }),
  update: route({
    method: 'PUT',
    path: '/api/accounts/:account/reminder-flows/:flow/',
    summary: 'Change a reminder flow’s name and groups, and save its draft',
    access: write,
    params: oneFlow,
    bodyLimitBytes: FLOW_LIMIT_BYTES,
    body: strict({
      ...flowRevision,
      name: requiredLine(NAME_MAX_LENGTH),
      covers: z.enum(['groups', 'everyone_else']),
      groups: z.array(id).max(100, 'Use at most 100 groups.'),
      draft: definition.nullable().describe('null discards the draft'),
    }),
    reply: flow,
  }),
  publish: route({
    method: 'POST',
    path: '/api/accounts/:account/reminder-flows/:flow/publish/',
    summary: 'Make the draft the live version and switch the flow on',
    access: write,
    params: oneFlow,
    body: strict(flowRevision),
    reply: flow,
  }),
  turnOff: route({
    method: 'POST',
    path: '/api/accounts/:account/reminder-flows/:flow/turn-off/',
    summary: 'Switch a reminder flow off',
    access: write,
    params: oneFlow,
    body: strict(flowRevision),
    reply: flow,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/accounts/:account/reminder-flows/:flow/',
    summary: 'Delete a reminder flow that is off',
    access: write,
    params: oneFlow,
    reply: 'nothing',
  }),
}
