import { setTimeout as sleep } from 'node:timers/promises'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { hasConflict } from '../../store/conflicts.ts'
import { liveConnection } from '../../store/connections.ts'
import { wasInBooks } from '../../store/former-records.ts'
import { linkOfLocal } from '../../store/links.ts'
import type { LinkRow } from '../../tables.ts'
import { callPlatform } from '../call-platform.ts'
import { findPlatform } from '../find-platform.ts'
import { postWaiting } from '../post/post-waiting.ts'
import { underClaim, withClaim } from '../take-claim.ts'
import { applyRecords } from './apply-records.ts'

/** Pause before another process's claim is asked for again. */
const PAUSE_MS = 200

/**
 * Reads an invoice from its platform now, before it is charged. True when what is owed here is what is owed there; also for an
 * account without a platform. False while the platform does not answer, or is being read until `deadlineMs` (epoch ms by the wall
 * clock).
 */
export async function readInvoiceLive(uow: UnitOfWork, invoiceId: string, deadlineMs = 0): Promise<boolean> {
  const { link, isFresh, isElsewhere } = await uow.transaction(async (ctx) => {
    const live = await liveConnection(ctx)
    const found = await linkOfLocal(ctx, 'invoice', invoiceId)
    return {
      link: found,
      isFresh: live !== null && live.fresh_at !== null,
      isElsewhere: found ? found.connection_id !== live?.id : await wasInBooks(ctx, invoiceId),
    }
  })
  // After a move to other books an invoice that they don't have is a record of its own, once people decided so.
  if (isElsewhere && isFresh) return true
  if (!link) return !isElsewhere
  for (;;) {
    const read = await readOnce(uow, link)
    if (read !== 'busy' || uow.app.clock.wallNow() + PAUSE_MS >= deadlineMs) return read === true
    await sleep(PAUSE_MS)
  }
}

const readOnce = (uow: UnitOfWork, link: LinkRow): Promise<boolean | 'busy' | null> =>
  withClaim(uow, async (claim) => {
    if (claim.connection.id !== link.connection_id) return false
    const platform = findPlatform(uow.app, claim.connection.provider)
    // A post whose answer was lost is in the balance there and would be taken off a second time.
    const asked = await postWaiting(uow, claim, platform, 'asked')
    if (!asked.ok) return false
    const found = await callPlatform(uow, claim, platform, (one) =>
      platform.read(one, 'invoice', link.remote_id),
    )
    if (!found.ok || !found.value) return false
    const record = found.value
    return underClaim(uow, claim, async (ctx, row) => {
      await applyRecords(ctx, { connection: row, platform: platform.name }, [record])
      return link.local_id === null || !(await hasConflict(ctx, ['other_books'], [link.local_id]))
    })
  })
