import { addDays } from '../../../domain/dates/calendar.ts'
import { selectMembers, todayOf } from '../../../server/rooms/accounts/index.ts'
import { aDoneTask, aTask } from '../../../server/rooms/worklist/testing.ts'
import type { Subject } from '../subject.ts'
import { account, type SamplesOf } from './sample.ts'

const taskOf = (s: Subject) => s.make('task', () => s.company.run((ctx) => aTask(ctx, s.debtor.customerId)))
const doneTaskOf = (s: Subject) =>
  s.make('done task', () => s.company.run((ctx) => aDoneTask(ctx, s.debtor.customerId)))
const today = (s: Subject) => s.company.run(todayOf)

const memberOf = async (s: Subject) => (await s.company.run(selectMembers))[0]!.userId

const oneTask = async (s: Subject) => ({ ...account(s), task: (await taskOf(s)).pk })

export const worklist: SamplesOf<'worklist'> = {
  list: (s) => ({ params: account(s) }),
  export: (s) => ({ params: account(s), body: { view: 'open' } }),
  count: (s) => ({ params: account(s) }),
  listMembers: (s) => ({ params: account(s) }),
  create: async (s) => ({
    params: account(s),
    body: {
      title: 'Call about the statement',
      note: 'Ask for Ms Reed',
      customer: s.debtor.customerId,
      invoices: [s.debtor.invoiceId],
      due_on: await today(s),
      assignee: null,
    },
  }),
  update: async (s) => ({ params: await oneTask(s), body: { title: 'Call again', note: 'In the morning' } }),
  finish: async (s) => ({ params: await oneTask(s), body: { outcome: 'They pay on Friday' } }),
  reopen: async (s) => ({ params: { ...account(s), task: (await doneTaskOf(s)).pk }, body: {} }),
  snooze: async (s) => ({
    params: await oneTask(s),
    body: { until: addDays(await today(s), 7), note: 'On holiday' },
  }),
  assign: async (s) => ({ params: await oneTask(s), body: { assignee: await memberOf(s) } }),
}
