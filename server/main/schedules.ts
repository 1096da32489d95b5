import type { App, Steps } from '../platform/context.ts'
import { inTransaction, stepsOf } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { listAccountIds } from '../rooms/accounts/index.ts'
import { paymentsTicks } from '../rooms/payments/index.ts'

/** Work that time itself brings about. Each is asked once a minute, for one account, what falls due by the product's clock. */
export interface Tick {
  readonly name: string
  run(steps: Steps): Promise<unknown>
}

/** Every schedule there is. */
export const SCHEDULES: readonly Tick[] = [...paymentsTicks]

/** Runs everything that has fallen due in every account. One account's failure doesn't hold up the others. */
export async function runSchedules(app: App): Promise<void> {
  const caller = { requestId: newId(app.clock.wallNow()), ip: null }
  const actor = { kind: 'system', job: 'schedules' } as const
  const accountIds = await inTransaction(app, caller, actor, listAccountIds)
  for (const accountId of accountIds) {
    for (const tick of SCHEDULES) {
      try {
        await tick.run(stepsOf(app, caller, { kind: 'system', job: tick.name }, accountId))
      } catch (error) {
        app.log.error('schedule failed', { schedule: tick.name, accountId, error })
      }
    }
  }
}
