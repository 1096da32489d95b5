import type { UnitOfWork } from '../../../platform/context.ts'
import { selectDueForRefresh } from '../store/refreshing.ts'
import { connectionOf } from './read-connection.ts'
import { refreshConnection } from './refresh-connection.ts'

/** Replaces the tokens that will expire, so that no payment waits for it. */
export async function refreshTokens(uow: UnitOfWork): Promise<void> {
  const due = await uow.transaction(async (ctx) =>
    (await selectDueForRefresh(ctx)).map((row) => ({ row, connection: connectionOf(ctx, row) })),
  )
  for (const { row, connection } of due) {
    const adapter = uow.app.processors.get(row.provider)
    if (adapter?.refresh) await refreshConnection(uow.app, adapter, connection)
  }
}
