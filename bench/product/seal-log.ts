import type pg from 'pg'
import { type App, unitOfWork } from '../../server/platform/context.ts'
import { auditLogSchedules } from '../../server/rooms/audit-log/index.ts'

const CALLER = { requestId: 'bench', ip: null }

/** Seals an account's audit log, as a worker does within minutes. Unsealed entries would slow the log, because they are counted. */
export async function sealLog(app: App, client: pg.Client, accountId: string): Promise<void> {
  const unsealed = async () =>
    (await client.query('select from audit_unsealed where account_id = $1 limit 1', [accountId])).rowCount
  while (await unsealed())
    for (const { name, run } of auditLogSchedules)
      await run(unitOfWork(app, CALLER, { kind: 'system', job: name }, accountId))
  await client.query('vacuum (analyze) audit_seals, audit_unsealed')
}
