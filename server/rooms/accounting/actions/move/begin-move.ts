import type { Ctx } from '../../../../platform/context.ts'
import { closeTasks } from '../../../worklist/index.ts'
import { closeConflictsOfOthers, dropVoidsOfOthers, reopenRetired } from '../../store/conflicts.ts'
import { changeConnection } from '../../store/connections.ts'
import {
  lockDoubtfulPosts,
  markDoubtfulPosts,
  reportRefusedChanges,
  reportUnenteredRests,
  selectOpenChanges,
} from '../../store/doubtful-posts.ts'
import { restoreFormerShares } from '../../store/former-shares.ts'
import { recognizeAgain } from '../../store/links.ts'
import { retryPosts, takeOverPosts } from '../../store/moved-posts.ts'
import { changePost } from '../../store/posts.ts'
import { reopenRemoved } from '../../store/removed-posts.ts'
import type { ConnectionRow, PostRow } from '../../tables.ts'
import { taskKeyOf } from '../by-hand/finish-by-hand.ts'
import { findPlatform } from '../find-platform.ts'
import { reportUnposted } from '../post/note-outcome.ts'
import { reportOpenChanges } from './report-open-changes.ts'

/**
 * Begins the move of an account from other books to these: everything is read, and the records that were read before are recognized.
 * Until that is done and decided, nothing counts as fresh.
 */
export async function beginMove(
  ctx: Ctx,
  to: ConnectionRow,
  connections: readonly ConnectionRow[],
): Promise<ConnectionRow> {
  const changes = await selectOpenChanges(ctx)
  await closeTasksOf(ctx, await markDoubtfulPosts(ctx, to.id))
  await closeConflictsOfOthers(ctx, to.id)
  await dropVoidsOfOthers(ctx, to.id)
  await reportOpenChanges(ctx, to, [...changes, ...(await restoreFormerShares(ctx, to.id))])
  await reopenRetired(ctx, to.id)
  // Where people enter payments, a task asks for what was removed.
  const isByHand = findPlatform(ctx.app, to.provider).features.manual_payments
  if (!isByHand) await reopenRemoved(ctx, to.id)
  await retryPosts(ctx, to.id)
  await reportRefusedChanges(ctx, to.id)
  if (!isByHand) await reportUnenteredRests(ctx, to.id)
  await recognizeAgain(ctx, to.id)
  const since = Math.min(...[to, ...connections].map(({ posts_since }) => posts_since.getTime()))
  return changeConnection(ctx, to.id, { sync_full: true, fresh_at: null, posts_since: new Date(since) }) // an instant
}

/** Posts to these books what was never posted to others; also after a move to others that ended before anything was read there. */
export async function takeOver(ctx: Ctx, to: ConnectionRow): Promise<void> {
  await closeTasksOf(ctx, await takeOverPosts(ctx, to.id))
  for (const post of await lockDoubtfulPosts(ctx, to.id)) await askAgain(ctx, to, post)
}

/** Asks in the books where a post is in doubt: by a task where people enter it, otherwise whether they entered what was refused. */
async function askAgain(ctx: Ctx, to: ConnectionRow, post: PostRow): Promise<void> {
  const platform = findPlatform(ctx.app, to.provider)
  if (platform.features.manual_payments || post.wanted.total === '0')
    return changePost(ctx, post, { state: 'waiting' })
  await changePost(ctx, post, { state: 'conflict' })
  await reportUnposted(ctx, platform, post, post.failure ?? 'It was refused.')
}

const closeTasksOf = (ctx: Ctx, posts: readonly PostRow[]): Promise<unknown> =>
  closeTasks(ctx, { keys: posts.map(taskKeyOf), outcome: 'The account moved to other books.' })
