import { sumMinor } from '../../../../../domain/money/money.ts'
import type { AccountingPlatform } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { sharesOfPost } from '../../store/by-hand.ts'
import { selectConnections } from '../../store/connections.ts'
import { feesOfInvoices } from '../../store/fees-there.ts'
import { changePost, postsElsewhere } from '../../store/posts.ts'
import { wasRemovedThere } from '../../store/removed-posts.ts'
import type { ConnectionRow, PostRow } from '../../tables.ts'
import { reportUnposted } from '../post/note-outcome.ts'
import { booksName } from './former-books-name.ts'

/** Reports what was posted to former books and has changed since: a person enters the change in these. */
export async function notePostsElsewhere(
  ctx: Ctx,
  connection: ConnectionRow,
  platform: AccountingPlatform,
): Promise<void> {
  const posts = await postsElsewhere(ctx, connection.id)
  if (posts.length === 0) return
  const connections = await selectConnections(ctx)
  for (const post of posts) {
    const books = booksName(ctx, connections.find(({ id }) => id === post.connection_id)!)
    const isRemoved = await wasRemovedThere(ctx, post)
    // The conflict is about these books, and closes with the way back.
    await noteOne(ctx, platform, { ...post, connection_id: connection.id }, { books, isRemoved })
  }
}

async function noteOne(
  ctx: Ctx,
  platform: AccountingPlatform,
  post: PostRow,
  { books, isRemoved }: { readonly books: string; readonly isRemoved: boolean },
): Promise<void> {
  const { name } = platform
  // It stays asked: after the way back the platform can tell.
  if (post.state === 'asked')
    return reportUnposted(
      ctx,
      platform,
      post,
      `Whether it is in ${books} is not known. Look there: where it is missing, try again, which posts it to ${name}. Where it is there, leave it out.`,
    )
  const lacking = isRemoved ? 'removed' : await lackingOf(ctx, post)
  if (lacking === 'nothing') return changePost(ctx, post, { state: 'posted' })
  const sentence = sentenceOf(lacking, { name, books })
  await changePost(ctx, post, { state: 'conflict', failure: sentence })
  await reportUnposted(ctx, platform, post, sentence, lacking === 'removed' ? 'part' : lacking)
}

function sentenceOf(
  lacking: 'part' | 'changed' | 'removed',
  { name, books }: { readonly name: string; readonly books: string },
): string {
  if (lacking === 'part') return `A part of it was entered in ${books}. Enter the rest in ${name} yourself.`
  if (lacking === 'changed')
    return `It was posted to ${books} and has changed here since. Enter the change in ${name} yourself.`
  return `A part of it was deleted in ${books}. Look there, and enter in ${name} yourself what is missing.`
}

/** Returns what the new books lack of a post that former ones have: nothing when people entered it without late fees that neither has. */
async function lackingOf(ctx: Ctx, post: PostRow): Promise<'nothing' | 'part' | 'changed'> {
  if (post.remote_id === null) return 'part'
  const entered = await sharesOfPost(ctx, post)
  if (entered.length === 0) return 'changed'
  const { total, shares } = post.wanted
  // A part that was paid back here is still there.
  if (entered.some(({ invoiceId }) => !shares.some(({ invoice }) => invoice === invoiceId))) return 'changed'
  if (BigInt(total) > sumMinor(shares.map(({ amount }) => BigInt(amount)))) return 'part'
  const fees = await feesOfInvoices(
    ctx,
    shares.map(({ invoice }) => invoice),
  )
  const gaps = shares.map(({ invoice, amount }) => ({
    ...fees(invoice),
    minor: BigInt(amount) - (entered.find(({ invoiceId }) => invoiceId === invoice)?.amountMinor ?? 0n),
  }))
  if (gaps.some(({ minor, chargedMinor }) => minor < 0n || minor > chargedMinor)) return 'changed'
  return gaps.some(({ minor, knownThereMinor }) => minor > 0n && knownThereMinor > 0n) ? 'part' : 'nothing'
}
