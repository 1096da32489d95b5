import { sumMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { lockPost, sharesOf } from '../../store/posts.ts'
import type { ConnectionRow, PostRow } from '../../tables.ts'
import { findPlatform } from '../find-platform.ts'
import { reportUnposted } from '../post/note-outcome.ts'

/**
 * Reports in the books that are read from now on what people had still to enter in others, of posts that count as entered: a change, or
 * the rest. No books get it by themselves.
 */
export async function reportOpenChanges(
  ctx: Ctx,
  to: ConnectionRow,
  posts: readonly PostRow[],
): Promise<void> {
  const platform = findPlatform(ctx.app, to.provider)
  for (const { kind, subject_id } of posts) {
    const post = await lockPost(ctx, kind, subject_id)
    if (post?.state !== 'left_out') continue
    const wantedMinor = sumMinor(post.wanted.shares.map(({ amount }) => BigInt(amount)))
    const isPart = wantedMinor > sumMinor(await sharesOf(ctx, post))
    const sentence = isPart
      ? `A part of it counts as entered. Enter the rest in ${platform.name} yourself.`
      : `It counts as entered, and has changed here since. Enter the change in ${platform.name} yourself.`
    const asOfThese = { ...post, connection_id: to.id }
    await reportUnposted(ctx, platform, asOfThese, sentence, isPart ? 'part' : 'changed')
  }
}
