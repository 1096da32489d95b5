import type { AccountingPlatform, Outcome, RemoteKind } from '../../../../gateways/accounting/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { selectByHand } from '../../store/by-hand.ts'
import { forgetVersions, incompleteLinks, remoteIdsOf } from '../../store/links.ts'
import { waitingPosts } from '../../store/posts.ts'
import { findUnposted } from '../../store/unposted.ts'
import type { PostRow } from '../../tables.ts'
import { queuePosts } from '../post/queue-posts.ts'
import { readAgain } from '../read-again.ts'
import { type Claim, underClaim } from '../take-claim.ts'
import { askByHand } from './ask-by-hand.ts'

const BATCH = 200
/** Invoices, and credit memos, that are read again in one run, so that a run stays within the platform's limit. */
const MOST = 10

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
      await queuePosts(ctx, row, BATCH, entries.value)
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
 * its payment is another one. Returns those whose bills were read, by id. The others wait for the next run.
 */
async function readEntriesOfChanged(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
): Promise<Outcome<ReadonlySet<string>>> {
  const { ids, bills } = await underClaim(uow, claim, async (ctx, row) => {
    const found = await findUnposted(ctx, row, ['payment', 'credit'], BATCH)
    const chosen = firstOfBills(await selectByHand(ctx, row.id, found))
    await forgetVersions(ctx, row.id, chosen.invoices)
    const remoteIds = await remoteIdsOf(ctx, row.id, 'invoice', chosen.invoices)
    const bills = [...remoteIds.values()].map((remoteId) => ({ kind: 'invoice' as const, remoteId }))
    return { ids: chosen.ids, bills }
  })
  const read = await readAgain(uow, claim, platform, bills)
  return read.ok ? { ok: true, value: ids } : read
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
  return readAgain(
    uow,
    claim,
    platform,
    links.map(({ kind, remote_id: remoteId }) => ({ kind, remoteId })),
  )
}
