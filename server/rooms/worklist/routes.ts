import { companies } from '../../../contract/worklist/companies.ts'
import { worklist } from '../../../contract/worklist/worklist.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { assignTask } from './actions/assign-task.ts'
import { createTask } from './actions/create-task.ts'
import { exportCompanies } from './actions/export-companies.ts'
import { exportTasks } from './actions/export-tasks.ts'
import { finishTask } from './actions/finish-task.ts'
import { listCompanies } from './actions/list-companies.ts'
import { countTasks, listMembers, listTasks } from './actions/list-tasks.ts'
import { reopenTask } from './actions/reopen-task.ts'
import { snoozeTask } from './actions/snooze-task.ts'
import { updateTask } from './actions/update-task.ts'

export const worklistRoutes: BoundRoute[] = [
  on(companies.list, (ctx, input) => listCompanies(ctx, input)),
  onUnitOfWork(companies.export, (uow, { body }) => exportCompanies(uow, body)),
  on(worklist.list, (ctx, { query }) => listTasks(ctx, query)),
  onUnitOfWork(worklist.export, (uow, { body }) => exportTasks(uow, body)),
  on(worklist.count, countTasks),
  on(worklist.listMembers, listMembers),
  on(worklist.create, (ctx, { body }) => createTask(ctx, body)),
  on(worklist.update, (ctx, { params, body }) => updateTask(ctx, params.task, body)),
  on(worklist.finish, (ctx, { params, body }) => finishTask(ctx, params.task, body.outcome)),
  on(worklist.reopen, (ctx, { params }) => reopenTask(ctx, params.task)),
  on(worklist.snooze, (ctx, { params, body }) => snoozeTask(ctx, params.task, body)),
  on(worklist.assign, (ctx, { params, body }) => assignTask(ctx, params.task, body.assignee)),
]
