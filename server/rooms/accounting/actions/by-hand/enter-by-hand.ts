import type { AccountingPlatform, Outcome, RemoteKind } from '../../../../gateways/accounting/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { incompleteLinks } from '../../store/links.ts'
import { insertPosts, waitingPosts } from '../../store/posts.ts'
import { findUnposted } from '../../store/unposted.ts'
import { callPlatform } from '../call-platform.ts'
import { applyMissing } from '../sync/apply-gone.ts'
import { applyRecords } from '../sync/apply-records.ts'
import { type Claim, underClaim } from '../take-claim.ts'
import { askByHand } from './ask-by-hand.ts'

const BATCH = 200
/** Invoices, and credit memos, that are read again in one run, so that a run stays within the platform's limit. */
const MOST = 10
const DONE: Outcome<void> = { ok: true, value: undefined }

/** Asks people to enter what was collected, and reads the invoices whose payments have to be recognized, then the credit. */
export async function enterByHand(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
): Promise<Outcome<void>> {
  for (;;) {
    const asked = await underClaim(uow, claim, async (ctx, row) => {
      await insertPosts(ctx, row, await findUnposted(ctx, row, ['payment', 'credit'], BATCH))
      const posts = await waitingPosts(ctx, row.id, BATCH)
      for (const post of posts) await askByHand(ctx, row, platform, post)
      return posts.length
    })
    if (asked === 0) break
  }
  const read = await readIncomplete(uow, claim, platform, 'invoice')
  // Uses that were recognized on invoices count for what is left of the credit.
  return read.ok ? readIncomplete(uow, claim, platform, 'credit_memo') : read
}

async function readIncomplete(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  of: RemoteKind,
): Promise<Outcome<void>> {
  const links = await underClaim(uow, claim, (ctx, row) => incompleteLinks(ctx, row.id, MOST, [of]))
  for (const { kind, remote_id } of links) {
    const found = await callPlatform(uow, claim, platform, (one) => platform.read(one, kind, remote_id))
    if (!found.ok) return found
    await underClaim(uow, claim, (ctx, row) => {
      const applied = { connection: row, platform: platform.name }
      return found.value
        ? applyRecords(ctx, applied, [found.value])
        : applyMissing(ctx, applied, kind, remote_id)
    })
  }
  return DONE
}
