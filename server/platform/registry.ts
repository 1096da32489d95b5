import type { BaseCtx, UnitOfWork } from './context.ts'
import type { PlatformFailpoint } from './control/failpoint.ts'
import type { BoundRoute } from './http/handlers.ts'
import type { JobDefinition } from './jobs/queue.ts'

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
}

/** Job names by type. Each room adds the names of its own jobs in its `registry.ts`. */
export interface RegisteredJobs {
  'mail.deliver-message': true
  'platform.run-schedules': true
}
/** Name of a job, `room.verb-noun`. */
export type JobName = keyof RegisteredJobs

/** Failpoints by type. Each room adds its own in its `registry.ts`. */
export interface RegisteredFailpoints extends Record<PlatformFailpoint, true> {}
export type Failpoint = keyof RegisteredFailpoints
