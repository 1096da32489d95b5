import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { type PaymentDetail, postPayment, readPayment } from '../../../payments/index.ts'
import { liveConnection } from '../../store/connections.ts'
import { forgetVersions } from '../../store/links.ts'
import { changePost, hastenPosts, lockPost } from '../../store/posts.ts'
import type { ConnectionRow, PostRow } from '../../tables.ts'
import { findPlatform } from '../find-platform.ts'
import { syncBooks } from '../sync/sync-books.ts'

/**
 * Posts a confirmed payment to the accounting platform now, or marks that of a local account as reconciled. Refuses not_found, and
 * wrong_state for a payment that is not confirmed, for one that counts as entered, whole or in part, and while no platform is connected.
 */
export async function postPaymentNow(uow: UnitOfWork, paymentId: string): Promise<PaymentDetail> {
  const local = await uow.transaction(async (ctx) => {
    const { type } = await readAccountRow(ctx)
    if (type !== 'provider') return postPayment(ctx, paymentId)
    const payment = await readPayment(ctx, paymentId)
    if (payment.posted) return payment
    if (payment.status !== 'confirmed') throw refuse('wrong_state', 'You can only post a confirmed payment.')
    const live = await liveConnection(ctx)
    if (!live) throw refuse('wrong_state', 'Connect an accounting platform first.')
    const post = await lockPost(ctx, 'payment', paymentId)
    refuseEntered(uow.app, live, post)
    await hastenPosts(ctx, live.id)
    // It may have been entered there meanwhile.
    if (post?.state === 'by_hand')
      await forgetVersions(
        ctx,
        live.id,
        post.wanted.shares.map(({ invoice }) => invoice),
      )
    if (post?.state === 'waiting' || post?.state === 'conflict')
      await changePost(ctx, post, { state: 'waiting', next_at: null })
    return null
  })
  if (local) return local
  await syncBooks(uow, 'posts')
  return uow.transaction((ctx) => readPayment(ctx, paymentId))
}

/** Posting what counts as entered would settle its invoices there twice: people enter the rest of it themselves. */
function refuseEntered(app: UnitOfWork['app'], live: ConnectionRow, post: PostRow | null): void {
  const isElsewhere = post?.state === 'conflict' && post.connection_id !== live.id
  if (post?.state !== 'left_out' && !isElsewhere) return
  const { name } = findPlatform(app, live.provider)
  throw refuse(
    'wrong_state',
    `This payment, or a part of it, counts as entered already. If something is missing in ${name}, enter it there yourself.`,
  )
}
