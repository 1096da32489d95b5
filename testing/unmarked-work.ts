import { MINUTE_MS } from '../domain/dates/durations.ts'
import { SCHEDULES } from '../server/main/schedules.ts'
import { type App, unitOfWork } from '../server/platform/context.ts'
import type { ScheduleName } from '../server/platform/registered-names.ts'
import type { Schedule } from '../server/platform/registry.ts'

const CALLER = { requestId: 'unmarked-work', ip: null }
/** Marks are written a moment after the instant they name. */
const TOLERANCE_MS = MINUTE_MS

/** Schedules whose runs mark another one due. */
const markersOf = ({ name, after }: Schedule): ScheduleName[] => [
  ...(after ? (['audit-log.seal-entries'] as const) : []),
  ...(name === 'mail.forget-old-mail' ? (['mail.take-up-waiting'] as const) : []),
]

/**
 * Compares when each schedule is due by the account's data with when it will run. Returns the schedules that would run
 * too late: a writer forgot to mark the work. Entries of the audit log that wait for their seal mark the schedules that
 * run after them.
 */
export async function findUnmarkedWork(app: App, accountId: string): Promise<string[]> {
  const problems: string[] = []
  for (const schedule of SCHEDULES) {
    const uow = unitOfWork(app, CALLER, { kind: 'system', job: schedule.name }, accountId)
    const dueAt = await schedule.nextDue(uow)
    if (dueAt === null) continue
    const { now, marks } = await uow.transaction(async (ctx) => ({
      now: schedule.clock === 'machine' ? app.clock.wallNow() : ctx.now,
      marks: await ctx.db
        .selectFrom('due_work')
        .select('due_at')
        .where('account_id', '=', accountId)
        .where('schedule', 'in', [schedule.name, ...markersOf(schedule)])
        .execute(),
    }))
    const runsAt = Math.min(...marks.map((mark) => mark.due_at.getTime()))
    if (runsAt > Math.max(dueAt, now) + TOLERANCE_MS)
      problems.push(
        `${schedule.name} is due at ${new Date(dueAt).toISOString()} and runs ${
          marks.length === 0 ? 'never' : `at ${new Date(runsAt).toISOString()}`
        }`,
      )
  }
  return problems
}
