import { auditLog } from '../../../contract/audit-log.ts'
import { events } from '../../../contract/events.ts'
import { notifications } from '../../../contract/lists/notifications.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { exportEntries } from './actions/export-entries.ts'
import { exportEvents } from './actions/export-events.ts'
import { followEvents } from './actions/follow-events.ts'
import { listEntries } from './actions/list-entries.ts'
import { listEvents } from './actions/list-events.ts'
import { listNotifications, markSeen } from './actions/list-notifications.ts'
import { listPeople } from './actions/list-people.ts'

export const auditLogRoutes: BoundRoute[] = [
  on(auditLog.list, (ctx, { query }) => listEntries(ctx, query)),
  on(auditLog.people, (ctx) => listPeople(ctx)),
  on(events.list, (ctx, { query }) => listEvents(ctx, query)),
  onUnitOfWork(events.export, (uow, { body }) => exportEvents(uow, body)),
  on(events.follow, (ctx, { query }) => followEvents(ctx, query)),
  on(notifications.list, (ctx) => listNotifications(ctx)),
  on(notifications.markSeen, (ctx, { body }) => markSeen(ctx, body.through)),
  onUnitOfWork(auditLog.export, (uow, { body }) => exportEntries(uow, body)),
]
