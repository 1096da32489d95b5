import { z } from 'zod'
import {
  TASK_KINDS,
  TASK_TEXT_MAX_LENGTH,
  TASK_TITLE_MAX_LENGTH,
  TASK_VIEWS,
} from '../../domain/worklist/task.ts'
import { listExport } from '../lists/list-export.ts'
import { route } from '../route.ts'
import {
  accountParams,
  amount,
  date,
  id,
  instant,
  listQuery,
  paged,
  requiredLine,
  strict,
  text,
} from '../shapes.ts'

const MAX_INVOICES = 50
const read = { kind: 'staff', right: 'worklist.read' } as const
const write = { kind: 'staff', right: 'worklist.write' } as const

const member = z.object({ pk: id, name: z.string() })

const task = z.object({
  pk: id,
  id,
  kind: z.enum(TASK_KINDS),
  title: z.string(),
  reason: z.string().describe('why the task was opened'),
  note: z.string(),
  url: z.string().describe('page of another program where it is done; empty for none'),
  customer: z.object({ pk: id, short_name: z.string() }),
  invoices: z.array(z.object({ pk: id, number: z.string() })),
  currency: z.string().nullable(),
  amount: amount
    .nullable()
    .describe(
      'what its invoices still owe; of a done task, and without invoices, the amount when it was opened',
    ),
  due_on: z.string(),
  snoozed_until: z.string().nullable().describe('first day on which it is listed as open again'),
  snooze_note: z.string(),
  assignee: member.nullable(),
  status: z.enum(['open', 'done']),
  done: z
    .object({
      at: instant,
      by: z.string().nullable().describe('null when it ended by itself, and for people who left'),
      outcome: z.string(),
    })
    .nullable(),
  created: instant,
})
export type Task = z.output<typeof task>

const oneTask = strict({ account: id, task: id })
const title = requiredLine(TASK_TITLE_MAX_LENGTH)
const note = text(TASK_TEXT_MAX_LENGTH)

const taskMatch = {
  view: z.enum(TASK_VIEWS).default('open'),
  assignee: z.enum(['everyone', 'me', 'nobody']).default('everyone'),
  kind: z.enum(TASK_KINDS).optional(),
  customer: id.optional(),
  invoice: id.optional(),
}

export const worklist = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/tasks/',
    summary: 'List tasks by the day on which they are due; done ones with the newest first',
    access: read,
    params: accountParams,
    query: strict({
      page: listQuery.page,
      page_size: listQuery.page_size,
      ...taskMatch,
    }),
    reply: paged(task),
  }),
  export: listExport('/api/accounts/:account/tasks/export/', 'Export tasks', taskMatch),
  count: route({
    method: 'GET',
    path: '/api/accounts/:account/tasks/count/',
    summary: 'Count the open tasks that are due today or were due before',
    access: read,
    params: accountParams,
    reply: z.object({ due: z.number().int() }),
  }),
  listMembers: route({
    method: 'GET',
    path: '/api/accounts/:account/tasks/members/',
    summary: 'List the members of the account to whom tasks can be assigned',
    access: read,
    params: accountParams,
    reply: z.object({ results: z.array(member) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/accounts/:account/tasks/',
    summary: 'Add a task',
    access: write,
    params: accountParams,
    body: strict({
      title,
      note: note.default(''),
      customer: id,
      invoices: z.array(id).max(MAX_INVOICES, `Use at most ${MAX_INVOICES} invoices.`).default([]),
      due_on: date,
      assignee: id.nullable().default(null),
    }),
    status: 201,
    reply: task,
  }),
  update: route({
    method: 'PATCH',
    path: '/api/accounts/:account/tasks/:task/',
    summary: 'Change a task that is open',
    access: write,
    params: oneTask,
    body: strict({ title: title.optional(), note: note.optional(), due_on: date.optional() }),
    reply: task,
  }),
  finish: route({
    method: 'POST',
    path: '/api/accounts/:account/tasks/:task/done/',
    summary: 'Mark a task as done',
    access: write,
    params: oneTask,
    body: strict({ outcome: note.default('') }),
    reply: task,
  }),
  reopen: route({
    method: 'POST',
    path: '/api/accounts/:account/tasks/:task/reopen/',
    summary: 'Open a task again',
    access: write,
    params: oneTask,
    body: strict({}).optional(),
    reply: task,
  }),
  snooze: route({
    method: 'POST',
    path: '/api/accounts/:account/tasks/:task/snooze/',
    summary: 'Hide a task until a day, or list it again',
    access: write,
    params: oneTask,
    body: strict({
      until: date.nullable().describe('a day after today; null lists it again'),
      note: note.default(''),
    }),
    reply: task,
  }),
  assign: route({
    method: 'POST',
    path: '/api/accounts/:account/tasks/:task/assign/',
    summary: 'Assign a task to a member of the account, or to nobody',
    access: write,
    params: oneTask,
    body: strict({ assignee: id.nullable() }),
    reply: task,
  }),
}
