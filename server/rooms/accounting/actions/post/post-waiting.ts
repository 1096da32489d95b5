import type { AccountingPlatform, Outcome } from '../../../../gateways/accounting/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { postKindsOf } from '../../rules/post-kinds.ts'
import { askedPosts, insertPosts, waitingPosts } from '../../store/posts.ts'
import { findUnposted } from '../../store/unposted.ts'
import type { PostRow } from '../../tables.ts'
import { enterByHand } from '../by-hand/enter-by-hand.ts'
import { callPlatform } from '../call-platform.ts'
import { type Claim, underClaim } from '../take-claim.ts'
import { findPost } from './find-post.ts'
import { makePost } from './make-post.ts'
import { notePosted, noteRemoved, noteUnposted } from './note-outcome.ts'
import { invoiceOfFee, readSought } from './prepare-post.ts'

const BATCH = 200
const DONE: Outcome<void> = { ok: true, value: undefined }

/**
 * Posts in the order of the payments. 'asked': only finds out what became of calls without an answer, by our reference. 'waiting':
 * puts what is new or changed into the outbox and posts it. Stops when the platform doesn't answer.
 */
export async function postWaiting(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  which: 'asked' | 'waiting',
): Promise<Outcome<void>> {
  if (platform.features.manual_payments) return which === 'asked' ? DONE : enterByHand(uow, claim, platform)
  if (!platform.features.post_payments) return DONE
  if (which === 'asked') return settleAsked(uow, claim, platform)
  for (;;) {
    const posts = await underClaim(uow, claim, async (ctx, row) => {
      await insertPosts(ctx, row, await findUnposted(ctx, row, postKindsOf(platform.features, row), BATCH))
      return waitingPosts(ctx, row.id, BATCH)
    })
    if (posts.length === 0) return DONE
    for (const post of posts) {
      const made = await makePost(uow, claim, platform, post)
      if (!made.ok) return made
    }
  }
}

async function settleAsked(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
): Promise<Outcome<void>> {
  const posts = await underClaim(uow, claim, (ctx, row) => askedPosts(ctx, row.id))
  for (const post of posts) {
    const settled = await settleOne(uow, claim, platform, post)
    if (!settled.ok) return settled
  }
  return DONE
}

async function settleOne(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  post: PostRow,
): Promise<Outcome<void>> {
  const where = await underClaim(uow, claim, async (ctx, row) => ({
    invoiceId: post.kind === 'late_fee' ? await invoiceOfFee(ctx, row, post) : null,
    sought: post.kind === 'payment' || post.kind === 'credit' ? await readSought(ctx, row, post) : null,
  }))
  const found = await callPlatform(uow, claim, platform, (one) => findPost(platform, one, post, where))
  if (!found.ok) return found
  const { value } = found
  await underClaim(uow, claim, (ctx) => {
    if (post.step === 'reverse') return value ? noteUnposted(ctx, post) : noteRemoved(ctx, post)
    return value ? notePosted(ctx, platform, post, value) : noteUnposted(ctx, post)
  })
  return DONE
}
