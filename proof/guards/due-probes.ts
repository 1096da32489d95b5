import { SCHEDULES } from '../../server/main/schedules.ts'
import { tablesWithRowSecurity } from '../../testing/sweep/row-access.ts'
import type { Sweep } from '../../testing/sweep/sweep.ts'
import { workProbe } from './background-probes.ts'
import type { Probe } from './probe.ts'
import { changeOwnRows } from './twin-probes.ts'

/** Without these rows nothing can run for the account. */
const ESSENTIAL = new Set(['accounts', 'companies', 'portal_preferences', 'memberships'])

/**
 * Probes of the times at which schedules are due: with the company's data, and after it is deleted. The twin still has its own
 * data, so its times show without an account predicate.
 */
export async function dueProbes(sweep: Sweep): Promise<Probe[]> {
  const tables = await tablesWithRowSecurity(sweep.inspector)
  return [
    workProbe('due times', sweep, () => dueTimes(sweep)),
    workProbe('due times without data', sweep, async () => {
      for (const table of tables.filter((one) => !ESSENTIAL.has(one)))
        await changeOwnRows(sweep, `delete from ${table}`)
      return dueTimes(sweep)
    }),
  ]
}

async function dueTimes({ own }: Sweep): Promise<string[]> {
  const found: string[] = []
  for (const { name, nextDue } of SCHEDULES) {
    const due = await nextDue(own.uow({ kind: 'system', job: name }))
    found.push(`${name}: ${due === null ? 'never' : new Date(due).toISOString()}`)
  }
  return found
}
