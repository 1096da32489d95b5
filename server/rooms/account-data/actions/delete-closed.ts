import { asDate } from '../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { disconnectBooks, liveBooks } from '../../accounting/index.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { disconnect, readConnections } from '../../connections/index.ts'
import { cancelOpenAttempts } from '../../payments/index.ts'
import { REVOKE_PATIENCE_MS } from '../rules.ts'
import { deleteAccount } from '../store/everything.ts'

/**
 * Deletes an account whose time is over: ends its access to processors and platforms there, then deletes every row. A service that
 * doesn't answer is tried again every minute for three days.
 */
export async function deleteClosed(uow: UnitOfWork): Promise<void> {
  const due = await uow.transaction(readDue)
  if (due === null) return
  for (const provider of due.processors) await revoke(uow, due, provider, endProcessor)
  for (const provider of due.books) await revoke(uow, due, provider, disconnectBooks)
  const deleted = await uow.transaction((ctx) => deleteAccount(ctx, asDate(ctx.now)))
  if (deleted) uow.app.log.info('account deleted', { accountId: uow.accountId })
}

const endProcessor = (uow: UnitOfWork, provider: string): Promise<unknown> =>
  disconnect(uow, provider, cancelOpenAttempts)

interface Due {
  readonly sinceMs: number
  readonly nowMs: number
  readonly processors: readonly string[]
  readonly books: readonly string[]
}

async function readDue(ctx: Ctx): Promise<Due | null> {
  const { closing } = await readAccountRow(ctx)
  if (closing === null || closing.deleteAtMs > ctx.now) return null
  return {
    sinceMs: closing.deleteAtMs,
    nowMs: ctx.now,
    processors: [...(await readConnections(ctx)).connections.keys()],
    books: await liveBooks(ctx),
  }
}

async function revoke(
  uow: UnitOfWork,
  { sinceMs, nowMs }: Due,
  provider: string,
  disconnect: (uow: UnitOfWork, provider: string) => Promise<unknown>,
): Promise<void> {
  try {
    await disconnect(uow, provider)
  } catch (error) {
    if (!(error instanceof Refusal) || nowMs < sinceMs + REVOKE_PATIENCE_MS) throw error
    uow.app.log.warn('access stays at a service that does not answer', { provider })
  }
}

/** Returns when the account is deleted, in epoch ms; null while it is open, and once it is gone. */
export async function nextDeletion(ctx: Ctx): Promise<number | null> {
  return (await readAccountRow(ctx).catch(() => null))?.closing?.deleteAtMs ?? null
}
