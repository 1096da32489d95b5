import { sql } from 'kysely'
import type { Tenant } from '../../../testing/test-app.ts'
import type { Ctx } from '../../platform/context.ts'
import { nextId } from '../../platform/context.ts'
import { todayOf } from '../accounts/index.ts'
import { createTask } from './actions/create-task.ts'
import { endSettled } from './actions/end-settled.ts'
import { finishTask } from './actions/finish-task.ts'

/** A task of a customer, due today. */
export const aTask = async (ctx: Ctx, customer: string, more: { title?: string; invoices?: string[] } = {}) =>
  createTask(ctx, {
    title: more.title ?? `Task ${nextId(ctx)}`,
    note: '',
    customer,
    invoices: more.invoices ?? [],
    due_on: await todayOf(ctx),
    assignee: null,
  })

/** A task that is done. */
export const aDoneTask = async (ctx: Ctx, customer: string) =>
  finishTask(ctx, (await aTask(ctx, customer)).pk, 'They pay on Friday.')

/** Ends tasks whose invoices are settled, as the schedule does. */
export const endSettledOf = (tenant: Tenant): Promise<void> =>
  endSettled(tenant.uow({ kind: 'system', job: 'test' }))

/** Tasks of the account in the order of their texts: 'failed_charge: Title (open)'. */
export const tasksOf = (tenant: Pick<Tenant, 'run'>): Promise<string[]> =>
  tenant.run(async (ctx) => {
    const { rows } = await sql<{ text: string }>`
      select kind || ': ' || title || ' (' || status || ')' as text from tasks
      where account_id = ${ctx.accountId} order by text`.execute(ctx.db)
    return rows.map(({ text }) => text)
  })

export { assignTask } from './actions/assign-task.ts'
export { closeTasks } from './actions/close-tasks.ts'
export { createTask } from './actions/create-task.ts'
export { exportCompanies } from './actions/export-companies.ts'
export { finishTask } from './actions/finish-task.ts'
export { listCompanies } from './actions/list-companies.ts'
export { countTasks, listMembers, listTasks } from './actions/list-tasks.ts'
export { type NewTask, openTask } from './actions/open-task.ts'
export { reopenTask } from './actions/reopen-task.ts'
export { reportRefusedMail } from './actions/report-refused-mail.ts'
export { snoozeTask } from './actions/snooze-task.ts'
export { updateTask } from './actions/update-task.ts'
export { readCompanyFigures } from './store/company-figures.ts'
