import type { RemotePayment } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { isBelievedThere } from '../../rules/believed-there.ts'
import { sharesOfPost } from '../../store/by-hand.ts'
import { settleConflict } from '../../store/conflicts.ts'
import { forgetVersions, linksOf, writeLinks } from '../../store/links.ts'
import { invoicesOf, markRemovedThere, postsOfRemote } from '../../store/posts.ts'
import type { Applied } from '../../tables.ts'
import { causeOf } from '../post/note-outcome.ts'
import { openRemovedThere } from '../post/open-removed-there.ts'

/**
 * Notes payments made at the platform, and finds those that Quittance posted and somebody removed there. Payments made there change
 * what is owed through the balances of their invoices, so they move no money of their own here.
 */
export async function applyPayments(
  ctx: Ctx,
  applied: Applied,
  payments: readonly RemotePayment[],
): Promise<void> {
  if (payments.length === 0) return
  const { connection } = applied
  const ids = payments.map(({ remoteId }) => remoteId)
  const ours = await postsOfRemote(ctx, connection.id, ids)
  await noteRemoved(
    ctx,
    applied,
    payments.filter(({ isDeleted }) => isDeleted).map(({ remoteId }) => remoteId),
  )
  const known = await linksOf(ctx, connection.id, 'payment', ids)
  await writeLinks(
    ctx,
    connection.id,
    payments.map(({ remoteId, version, isDeleted, url }) => ({
      kind: 'payment' as const,
      remoteId,
      version,
      url,
      localId: known.get(remoteId)?.local_id ?? ours.get(remoteId)?.subject_id ?? null,
      state: isDeleted ? ('gone' as const) : ('live' as const),
    })),
  )
}

/** Asks a person about payments that Quittance posted and that are not there any more. Their invoices are read again. */
export async function noteRemoved(
  ctx: Ctx,
  { connection, platform }: Applied,
  remoteIds: readonly string[],
): Promise<void> {
  if (remoteIds.length === 0) return
  for (const post of (await postsOfRemote(ctx, connection.id, remoteIds)).values()) {
    if (!isBelievedThere(post)) continue
    // Their balances may have been applied while the payment was still believed to be there.
    await forgetVersions(ctx, connection.id, [
      ...(await invoicesOf(ctx, post)),
      ...post.wanted.shares.map(({ invoice }) => invoice),
    ])
    // People entered it in parts, which are looked for when their invoices are read.
    if ((await sharesOfPost(ctx, post)).length > 0) continue
    await markRemovedThere(ctx, post)
    // An earlier question, such as about a change that the books refused, concerns a record that is gone.
    await settleConflict(ctx, causeOf(post))
    await openRemovedThere(ctx, connection.id, post, {
      title: `Payment ${post.reference} was deleted in ${platform}`,
      theirs: { label: 'Status', value: 'deleted' },
    })
  }
}
