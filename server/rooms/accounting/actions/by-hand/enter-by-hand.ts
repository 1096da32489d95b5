import type { AccountingPlatform, Outcome, RemoteKind } from '../../../../gateways/accounting/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { selectByHand } from '../../store/by-hand.ts'
import { forgetVersions, incompleteLinks, remoteIdsOf } from '../../store/links.ts'
import { insertPosts, waitingPosts } from '../../store/posts.ts'
import { findUnposted } from '../../store/unposted.ts'
import type { PostRow } from '../../tables.ts'
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
  const before = await readBeforeChanges(uow, claim, platform)
  if (!before.ok) return before
  for (;;) {
    const asked = await underClaim(uow, claim, async (ctx, row) => {
      const found = await findUnposted(ctx, row, ['payment', 'credit'], BATCH)
      await insertPosts(
        ctx,
        row,
        found.filter(({ subject_id }) => !before.value.has(subject_id)),
      )
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

/**
 * Reads the bills of what people are asked to enter and has changed here since, so that an entry which nobody has read yet is known before
 * its payment is another one. Returns what has to wait for the next run, by id.
 */
async function readBeforeChanges(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
): Promise<Outcome<ReadonlySet<string>>> {
  const changed = await underClaim(uow, claim, async (ctx, row) => {
    const found = await findUnposted(ctx, row, ['payment', 'credit'], BATCH)
    const ids = found.map(({ subject_id }) => subject_id)
    return selectByHand(ctx, row.id, ids)
  })
  const billsOf = ({ wanted }: PostRow) => wanted.shares.map(({ invoice }) => invoice)
  const bills = new Set([...new Set(changed.flatMap(billsOf))].slice(0, MOST))
  const links = await underClaim(uow, claim, async (ctx, row) => {
    await forgetVersions(ctx, row.id, [...bills])
    return [...(await remoteIdsOf(ctx, row.id, 'invoice', [...bills])).values()]
  })
  for (const remoteId of links) {
    const read = await readOne(uow, claim, platform, { kind: 'invoice', remoteId })
    if (!read.ok) return read
  }
  const isRead = (post: PostRow) => billsOf(post).every((bill) => bills.has(bill))
  const waiting = changed.filter((post) => !isRead(post)).map(({ subject_id }) => subject_id)
  return { ok: true, value: new Set(waiting) }
}

async function readIncomplete(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  of: RemoteKind,
): Promise<Outcome<void>> {
  const links = await underClaim(uow, claim, (ctx, row) => incompleteLinks(ctx, row.id, MOST, [of]))
  for (const { kind, remote_id: remoteId } of links) {
    const read = await readOne(uow, claim, platform, { kind, remoteId })
    if (!read.ok) return read
  }
  return DONE
}

async function readOne(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  { kind, remoteId }: { readonly kind: RemoteKind; readonly remoteId: string },
): Promise<Outcome<void>> {
  const found = await callPlatform(uow, claim, platform, (one) => platform.read(one, kind, remoteId))
  if (!found.ok) return found
  await underClaim(uow, claim, (ctx, row) => {
    const applied = { connection: row, platform: platform.name }
    return found.value
      ? applyRecords(ctx, applied, [found.value])
      : applyMissing(ctx, applied, kind, remoteId)
  })
  return DONE
}
