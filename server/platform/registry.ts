import type { AuditTexts } from '../../domain/accounts/audit-areas.ts'
import type { BaseCtx, JobDefinition, UnitOfWork } from './app.ts'
import type { BoundRoute } from './http/handlers.ts'
import type { Failpoint, JobName } from './registered-names.ts'

/** Work that becomes due by the product's clock. Runs once a minute for each account. */
export interface Schedule {
  readonly name: string
  run(uow: UnitOfWork): Promise<unknown>
}

/** Work on rows of no account, such as deleting expired ones. Runs once a minute. */
export interface Housekeeping {
  readonly name: string
  run(ctx: BaseCtx): Promise<unknown>
}

/** A room's exports to the rest of the program. Each room has one in its `registry.ts`. */
export interface RoomRegistry {
  readonly room: string
  readonly routes?: readonly BoundRoute[]
  readonly jobs?: readonly JobDefinition<JobName>[]
  readonly schedules?: readonly Schedule[]
  readonly housekeeping?: readonly Housekeeping[]
  readonly failpoints?: readonly Failpoint[]
  readonly auditTexts?: AuditTexts
}
