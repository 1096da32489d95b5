import type { AccountingPlatform, Outcome, RemoteKind } from '../../../../gateways/accounting/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { selectByHand } from '../../store/by-hand.ts'
import { forgetVersions, incompleteLinks, remoteIdsOf } from '../../store/links.ts'
import { insertPosts, waitingPosts } from '../../store/posts.ts'
import { findUnposted, type ToPost } from '../../store/unposted.ts'
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
  const entries = await readEntriesOfChanged(uow, claim, platform)
  if (!entries.ok) return entries
  for (;;) {
    const asked = await underClaim(uow, claim, async (ctx, row) => {
      const found = await findUnposted(ctx, row, ['payment', 'credit'], BATCH)
      const unread = (await selectByHand(ctx, row.id, idsOf(found)))
        .map(({ subject_id }) => subject_id)
        .filter((id) => !entries.value.has(id))
      await insertPosts(
        ctx,
        row,
        found.filter(({ subject_id }) => !unread.includes(subject_id)),
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

const idsOf = (posts: readonly ToPost[]): string[] => posts.map(({ subject_id }) => subject_id)

/**
 * Reads the bills of what people are asked to enter and has changed here since, so that an entry which nobody has read yet is known before
 * its payment is another one. Returns those whose bills were read, by id. The others wait for the next run.
 */
async function readEntriesOfChanged(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
): Promise<Outcome<ReadonlySet<string>>> {
  const { ids, bills } = await underClaim(uow, claim, async (ctx, row) => {
    const found = await findUnposted(ctx, row, ['payment', 'credit'], BATCH)
    const chosen = firstOfBills(await selectByHand(ctx, row.id, idsOf(found)))
    await forgetVersions(ctx, row.id, chosen.invoices)
    const remoteIds = await remoteIdsOf(ctx, row.id, 'invoice', chosen.invoices)
    return { ids: chosen.ids, bills: [...remoteIds.values()] }
  })
  for (const remoteId of bills) {
    const read = await readOne(uow, claim, platform, { kind: 'invoice', remoteId })
    if (!read.ok) return read
  }
  return { ok: true, value: ids }
}

/** Returns the first posts and their invoices, as many as a run reads, and at least one post. */
function firstOfBills(posts: readonly PostRow[]) {
  const ids = new Set<string>()
  const invoices = new Set<string>()
  for (const { subject_id, wanted } of posts) {
    const more = new Set([...invoices, ...wanted.shares.map(({ invoice }) => invoice)])
    if (ids.size > 0 && more.size > MOST) break
    ids.add(subject_id)
    for (const invoice of more) invoices.add(invoice)
  }
  return { ids, invoices: [...invoices] }
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
