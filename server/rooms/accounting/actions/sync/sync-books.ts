import type { AccountingPlatform, Outcome, ProcessorError } from '../../../../gateways/accounting/port.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { retryAfterMs } from '../../rules/timing.ts'
import { isMoveDone } from '../../store/conflicts.ts'
import { changeConnection } from '../../store/connections.ts'
import { endSyncForPosts, finishSync } from '../../store/syncs.ts'
import type { ConnectionRow } from '../../tables.ts'
import { findPlatform } from '../find-platform.ts'
import { notePostsElsewhere } from '../move/note-posts-elsewhere.ts'
import { noteChangesLeftOut } from '../post/note-changes-left-out.ts'
import { postWaiting } from '../post/post-waiting.ts'
import { type Claim, underClaim, withClaim } from '../take-claim.ts'
import { readBooks } from './read-books.ts'

/** How a run ended: 'failed' is noted at the connection and tried again later. */
export type SyncEnd = 'done' | 'failed' | 'busy' | 'none'

/**
 * Brings Quittance and the connected platform together: finds out what became of posts without an answer, reads what changed there
 * when that is due, and posts what was collected here. One process at a time.
 */
export async function syncBooks(uow: UnitOfWork, only: 'posts' | 'all' = 'all'): Promise<SyncEnd> {
  const ended = await withClaim(uow, (claim) => run(uow, claim, only))
  return ended ?? 'none'
}

async function run(uow: UnitOfWork, claim: Claim, only: 'posts' | 'all'): Promise<SyncEnd> {
  const platform = findPlatform(uow.app, claim.connection.provider)
  const asked = await postWaiting(uow, claim, platform, 'asked')
  if (!asked.ok) return fail(uow, claim, platform, asked.error)
  const read: Outcome<boolean> =
    only === 'all' ? await readBooks(uow, claim, platform) : { ok: true, value: false }
  if (!read.ok) return fail(uow, claim, platform, read.error)
  // Everything is read first, and people decide which record is which: only then is it known what a payment settles there.
  const isKnown = await underClaim(uow, claim, async (ctx, row) => {
    if (!read.value) await endSyncForPosts(ctx, row.id)
    return row.fresh_at !== null && (await isMoveDone(ctx, row.id))
  })
  if (!isKnown) return 'done'
  const posted: Outcome<void> = await postWaiting(uow, claim, platform, 'waiting')
  if (!posted.ok) return fail(uow, claim, platform, posted.error)
  await underClaim(uow, claim, async (ctx, row) => {
    await notePostsElsewhere(ctx, row, platform)
    await noteChangesLeftOut(ctx, row, platform)
  })
  return 'done'
}

/** Notes why the run stopped and when the next one begins. What was read stays, and the next run goes on from there. */
async function fail(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  error: ProcessorError,
): Promise<SyncEnd> {
  await underClaim(uow, claim, (ctx, row) =>
    noteFailure(ctx, row, textOf(platform, error), error.retryAfterMs),
  )
  return 'failed'
}

async function noteFailure(
  ctx: Ctx,
  row: ConnectionRow,
  failure: string,
  waitMs: number | undefined,
): Promise<void> {
  const failures = row.failures + 1
  if (row.sync_started_at !== null) await finishSync(ctx, row.id, failure)
  await changeConnection(ctx, row.id, {
    sync_status: 'none',
    failures,
    failure,
    next_sync_at: asDate(ctx.now + Math.max(waitMs ?? 0, retryAfterMs(failures))),
  })
}

function textOf({ name }: AccountingPlatform, error: ProcessorError): string {
  if (error.kind === 'rate_limited') return `${name} asked us to wait. We try again by ourselves.`
  if (error.kind === 'auth' || error.kind === 'not_connected')
    return `${name} no longer accepts our access. Connect it again.`
  return `${name} did not answer. We try again by ourselves.`
}
