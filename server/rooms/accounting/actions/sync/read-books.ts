import type {
  AccountingPlatform,
  Outcome,
  RemoteKind,
  RemoteRecord,
} from '../../../../gateways/accounting/port.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { FRESH_FOR_MS } from '../../../accounts/index.ts'
import { OVER_QUOTA } from '../../rules/choices.ts'
import { SYNC_EVERY_MS } from '../../rules/timing.ts'
import { isMoveDone, settleConflict } from '../../store/conflicts.ts'
import { changeConnection } from '../../store/connections.ts'
import { noteEventsRead } from '../../store/inbox.ts'
import { settleRetired } from '../../store/retired-customers.ts'
import { finishSync, insertSync, noteFull } from '../../store/syncs.ts'
import type { ConnectionRow } from '../../tables.ts'
import { callPlatform } from '../call-platform.ts'
import { keepWebhooks } from '../inbox/keep-webhooks.ts'
import { noteLeftBehind, queueVoids } from '../move/left-behind.ts'
import { noteLink } from '../note-link.ts'
import { type Claim, underClaim } from '../take-claim.ts'
import { applyGone } from './apply-gone.ts'
import { applyMerges } from './apply-merges.ts'
import { applyRecords } from './apply-records.ts'
import { readConflictsAgain } from './read-conflicts-again.ts'

const NEXT_PHASE: Readonly<Record<RemoteKind, RemoteKind | null>> = {
  customer: 'invoice',
  invoice: 'credit_memo',
  credit_memo: 'payment',
  payment: null,
}

const DONE: Outcome<void> = { ok: true, value: undefined }

/**
 * Reads what is due: everything the first time and after a gap, otherwise what changed. Each page is applied in a transaction of its
 * own with the position after it, so that a run that was stopped goes on there. Returns false when nothing was due.
 */
export async function readBooks(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
): Promise<Outcome<boolean>> {
  const isDue = await underClaim(uow, claim, async (ctx, row) => dueNow(row, ctx.now))
  if (!isDue) return { ok: true, value: false }
  const begun = await begin(uow, claim, platform)
  if (!begun.ok) return begun
  for (;;) {
    const row = await underClaim(uow, claim, async (_, current) => current)
    if (row.sync_phase === null) return { ok: true, value: true }
    const step =
      row.sync_phase === 'changes'
        ? await readChanges(uow, claim, platform, row.changes_position!)
        : await readPage(uow, claim, platform, row, row.sync_phase)
    if (!step.ok) return step
  }
}

export const dueNow = (row: ConnectionRow, nowMs: number): boolean =>
  row.sync_status !== 'none' || (row.next_sync_at !== null && row.next_sync_at.getTime() <= nowMs)

/** Begins a sync, or resumes the one that was stopped. */
async function begin(uow: UnitOfWork, claim: Claim, platform: AccountingPlatform): Promise<Outcome<void>> {
  await keepWebhooks(uow, claim, platform)
  const position = await callPlatform(uow, claim, platform, (one) => platform.position(one))
  if (!position.ok) return position
  const isNew = await underClaim(uow, claim, async (ctx, row) => {
    const isFull = row.sync_full || row.changes_position === null
    if (row.sync_phase !== null) {
      await changeConnection(ctx, row.id, { sync_status: 'in_progress' })
      return false
    }
    await changeConnection(ctx, row.id, {
      sync_status: 'in_progress',
      sync_phase: isFull ? 'customer' : 'changes',
      sync_cursor: null,
      sync_started_at: asDate(ctx.now),
      sync_done: 0n,
      sync_total: null,
      ...(isFull && { next_position: position.value }),
    })
    // It is opened again when the plan still has no room.
    if (isFull) await settleConflict(ctx, OVER_QUOTA)
    await insertSync(ctx, row, isFull)
    return true
  })
  // A sync that was stopped may not have come to them.
  const merged = await applyMerges(uow, claim, platform)
  return merged.ok && isNew ? readConflictsAgain(uow, claim, platform) : merged
}

async function readPage(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  before: ConnectionRow,
  kind: RemoteKind,
): Promise<Outcome<void>> {
  const page = await callPlatform(uow, claim, platform, (one) => platform.pull(one, kind, before.sync_cursor))
  if (!page.ok) return page
  const { records, next, total } = page.value
  await underClaim(uow, claim, async (ctx, row) => {
    await applyRecords(ctx, { connection: row, platform: platform.name }, records)
    const phase = next === null ? NEXT_PHASE[kind] : kind
    const done = row.sync_done + BigInt(records.length)
    await changeConnection(ctx, row.id, {
      sync_cursor: next,
      sync_done: phase === kind ? done : 0n,
      sync_total: total === null || phase !== kind ? null : BigInt(total),
      ...(phase !== null && { sync_phase: phase }),
    })
  })
  return next === null && NEXT_PHASE[kind] === null ? finishFull(uow, claim, platform) : DONE
}

/** After everything was read, what was not seen is gone there. */
async function finishFull(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
): Promise<Outcome<void>> {
  const gone = await applyGone(uow, claim, platform)
  if (!gone.ok) return gone
  // The first records are as old as the reading, which may have stopped for days.
  await underClaim(uow, claim, async (ctx, row) => {
    await noteLeftBehind(ctx, row)
    await finish(ctx, row, row.next_position!, row.sync_started_at!)
  })
  return DONE
}

async function readChanges(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  position: string,
): Promise<Outcome<void>> {
  const page = await callPlatform(uow, claim, platform, (one) => platform.changes(one, position))
  if (!page.ok) return page
  const { records, next, more, gap } = page.value
  await underClaim(uow, claim, async (ctx, row) => {
    if (gap) {
      await noteFull(ctx, row.id)
      await changeConnection(ctx, row.id, {
        sync_phase: 'customer',
        sync_cursor: null,
        sync_full: true,
        next_position: next,
      })
      return
    }
    await applyRecords(ctx, { connection: row, platform: platform.name }, records as RemoteRecord[])
    const done = row.sync_done + BigInt(records.length)
    if (more) await changeConnection(ctx, row.id, { changes_position: next, sync_done: done })
    else {
      // While people decide after a move, what the new books lack may be entered there, or be lost again.
      if (row.fresh_at === null) await noteLeftBehind(ctx, row)
      await finish(ctx, row, next, asDate(ctx.now))
    }
  })
  return DONE
}

/**
 * Ends a sync: the data is complete as of `freshAt`. When it was too old before, its audit entry marks the schedules due that waited
 * for it. A reading that took longer than the time between two syncs is followed by another at once.
 */
async function finish(ctx: Ctx, row: ConnectionRow, position: string, freshAt: Date): Promise<void> {
  const at = asDate(ctx.now)
  const isFresh = (one: Date | null) => one !== null && ctx.now - one.getTime() <= FRESH_FOR_MS
  const isLate = ctx.now - freshAt.getTime() > SYNC_EVERY_MS
  await finishSync(ctx, row.id, null)
  await settleRetired(ctx)
  // After a move to other books people decide first what is which.
  await queueVoids(ctx, row)
  const isDecided = await isMoveDone(ctx, row.id)
  // A webhook that came meanwhile, or a decision, may be about a record that was read before it.
  const isAsked = row.sync_status === 'queued'
  const isAwaited = (await noteEventsRead(ctx, row, row.sync_started_at!)) || isLate || isAsked
  const isKnown = isDecided && !(isAsked && row.fresh_at === null)
  if (isAwaited) await ctx.app.jobs.enqueue(ctx, 'accounting.sync-books', {})
  const finished = await changeConnection(ctx, row.id, {
    sync_status: isAwaited ? 'queued' : 'none',
    sync_phase: null,
    sync_cursor: null,
    sync_full: isAsked && row.sync_full,
    sync_started_at: null,
    changes_position: position,
    last_sync_at: at,
    fresh_at: isKnown ? freshAt : null,
    ...(row.first_sync_at === null && { first_sync_at: at }),
    next_sync_at: asDate(ctx.now + SYNC_EVERY_MS),
    failures: 0,
    failure: null,
  })
  await noteLink(ctx, finished)
  if (isKnown && isFresh(freshAt) && !isFresh(row.fresh_at))
    await audit(ctx, 'accounting.fresh', { type: 'account', id: ctx.accountId })
}
