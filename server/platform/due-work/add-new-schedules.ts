import { sql } from 'kysely'
import { asDate } from '../clock.ts'
import { type App, inTransaction, present } from '../context.ts'
import { newId } from '../ids.ts'
import type { ScheduleName } from '../registered-names.ts'
import { OWN_KEY } from './mark-due.ts'

/**
 * Makes schedules that are new in this version due for every account that exists, once. From its run on, each of them
 * knows when it is due next.
 */
export async function addNewSchedules(app: App, names: readonly ScheduleName[]): Promise<void> {
  const caller = { requestId: newId(app.clock.wallNow()), ip: null }
  const actor = { kind: 'system', job: 'due-work.add-new-schedules' } as const
  await inTransaction(app, caller, actor, async (ctx) => {
    await present(ctx, 'app.scheduler', 'on')
    await sql`with added as (
        insert into known_schedules (name) select unnest(${names}::text[]) on conflict do nothing returning name)
      insert into due_work (account_id, schedule, key, due_at)
        select account_id, name, ${OWN_KEY}, ${asDate(ctx.now)}::timestamptz from accounts cross join added
        on conflict do nothing`.execute(ctx.db)
  })
}
