import { auditLog } from '../../../contract/audit-log.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { exportEntries } from './actions/export-entries.ts'
import { listEntries } from './actions/list-entries.ts'
import { listPeople } from './actions/list-people.ts'

export const auditLogRoutes: BoundRoute[] = [
  on(auditLog.list, (ctx, { query }) => listEntries(ctx, query)),
  on(auditLog.people, (ctx) => listPeople(ctx)),
  onUnitOfWork(auditLog.export, (uow, { body }) => exportEntries(uow, body)),
]
