import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { markPostedInBooks } from '../../../payments/index.ts'
import { closeTasks } from '../../../worklist/index.ts'
import { isRecognized, type KnownShare, partsOfPost } from '../../store/by-hand.ts'
import { settleConflict } from '../../store/conflicts.ts'
import { feesOfInvoices } from '../../store/fees-there.ts'
import { linkOfLocal } from '../../store/links.ts'
import { changePost } from '../../store/posts.ts'
import { countPostInSync } from '../../store/syncs.ts'
import type { PostRow } from '../../tables.ts'

/** The task of a post. One that changes after it was asked for gets a task of its own. */
export const taskKeyOf = ({ kind, subject_id, generation }: PostRow): string =>
  `by_hand ${kind} ${subject_id} ${generation}`

/** Amounts that a share may have there: all of it, or without late fees that the platform doesn't have. */
export const amountsToEnter = (shareMinor: bigint, feesMinor: bigint): readonly bigint[] =>
  feesMinor > 0n && shareMinor > feesMinor ? [shareMinor, shareMinor - feesMinor] : [shareMinor]

/** Parts of a post that are not at the platform as wanted: to enter, and to remove there. */
export interface Missing {
  readonly toEnter: PostRow['wanted']['shares']
  readonly toRemove: readonly KnownShare[]
}

export async function missingOf(ctx: Ctx, post: PostRow): Promise<Missing> {
  const known = await partsOfPost(ctx, post)
  const { shares } = post.wanted
  const fees = await feesOfInvoices(
    ctx,
    shares.map(({ invoice }) => invoice),
  )
  const fits = (share: { readonly invoice: string; readonly amount: string }, one: KnownShare) => {
    const { chargedMinor, knownThereMinor } = fees(share.invoice)
    return (
      one.invoiceId === share.invoice &&
      amountsToEnter(BigInt(share.amount), chargedMinor - knownThereMinor).includes(one.amountMinor)
    )
  }
  return {
    toEnter: shares.filter((share) => !known.some((one) => fits(share, one))),
    toRemove: known.filter((one) => !shares.some((share) => fits(share, one))),
  }
}

/** Ends the task of a post that is at the platform as wanted. Returns what is still missing; null when nothing is. */
export async function finishIfEntered(ctx: Ctx, post: PostRow, platform: string): Promise<Missing | null> {
  const missing = await missingOf(ctx, post)
  if (missing.toEnter.length > 0 || missing.toRemove.length > 0) return missing
  const parts = await partsOfPost(ctx, post)
  const first = parts.find(isRecognized)
  const isCounted = !first && parts.length > 0
  const url = first ? ((await linkOfLocal(ctx, 'invoice', first.invoiceId))?.url ?? '') : ''
  await changePost(ctx, post, {
    state: first ? 'posted' : isCounted ? 'left_out' : 'removed',
    remote_id: first?.remoteId ?? null,
    url,
    failure: null,
    next_at: null,
    ...(first && { posted_at: asDate(ctx.now) }),
  })
  await closeTasks(ctx, {
    keys: [taskKeyOf(post)],
    outcome: first
      ? `${platform} shows it.`
      : isCounted
        ? 'It counts as entered.'
        : `${platform} shows it no more.`,
  })
  for (const kind of ['removed_there', 'not_posted'])
    await settleConflict(ctx, `${kind}:${post.kind}:${post.subject_id}`)
  if (first) await countPostInSync(ctx, post.connection_id, 'posted')
  if (post.kind === 'payment')
    await markPostedInBooks(
      ctx,
      post.subject_id,
      parts.length > 0 ? { url: url || null, leftOut: isCounted && 'as_before' } : null,
    )
  return null
}
