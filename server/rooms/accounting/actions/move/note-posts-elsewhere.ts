import { sumMinor } from '../../../../../domain/money/money.ts'
import type { AccountingPlatform } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { isRecognized, partsOfPost, sharesOfPost } from '../../store/by-hand.ts'
import { settleConflict } from '../../store/conflicts.ts'
import { selectConnections } from '../../store/connections.ts'
import { feesOfInvoices } from '../../store/fees-there.ts'
import { hasFormerBooks } from '../../store/former-records.ts'
import { creditElsewhere, postsElsewhere } from '../../store/moved-posts.ts'
import { changePost } from '../../store/posts.ts'
import { wasRemovedThere } from '../../store/removed-posts.ts'
import type { ConnectionRow, PostRow } from '../../tables.ts'
import { causeOf, reportUnposted } from '../post/note-outcome.ts'
import { booksName } from './former-books-name.ts'

/** Reports what was posted to former books and has changed since: a person enters the change in these. */
export async function notePostsElsewhere(
  ctx: Ctx,
  connection: ConnectionRow,
  platform: AccountingPlatform,
): Promise<void> {
  const posts = await postsElsewhere(ctx, connection.id)
  // Where people enter payments, nobody carries credit over with our reference.
  const isAsked = platform.features.manual_payments && (await hasFormerBooks(ctx, connection.id))
  const credit = isAsked ? await creditElsewhere(ctx, connection.id) : []
  if (posts.length + credit.length === 0) return
  const connections = await selectConnections(ctx)
  const booksOf = (post: PostRow) => booksName(ctx, connections.find(({ id }) => id === post.connection_id)!)
  // The conflict is about these books, and closes with the way back.
  const asOfThese = (post: PostRow): PostRow => ({ ...post, connection_id: connection.id })
  const noteCredit = (post: PostRow) =>
    reportCredit(ctx, platform, asOfThese(post), `It is credit in ${booksOf(post)}.`)
  for (const post of posts) {
    // These books never had the late fee. Its change waits for those that have it.
    if (post.kind === 'late_fee' && post.former_shares !== null) continue
    if (isAsked && post.as_credit && (await partsOfPost(ctx, post)).length === 0) {
      await noteCredit(post)
      continue
    }
    const isRemoved = await wasRemovedThere(ctx, post)
    await noteOne(ctx, platform, asOfThese(post), { books: booksOf(post), isRemoved })
  }
  for (const post of credit) await noteCredit(post)
}

/** Reports that books in which people enter payments lack one that others got as credit; not one that was paid back. */
async function reportCredit(
  ctx: Ctx,
  platform: AccountingPlatform,
  post: PostRow,
  where: string,
): Promise<void> {
  if (post.wanted.shares.length === 0) return settleConflict(ctx, causeOf(post))
  await reportUnposted(ctx, platform, post, `${where} Enter it in ${platform.name} yourself.`, 'credit')
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
  if (lacking === 'nothing') {
    const [entered] = await sharesOfPost(ctx, post)
    await changePost(ctx, post, { state: 'posted', remote_id: post.remote_id ?? entered?.remoteId ?? null })
    return settleConflict(ctx, causeOf(post))
  }
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
  const entered = await partsOfPost(ctx, post)
  if (!entered.some(isRecognized)) return post.remote_id === null ? 'part' : 'changed'
  const { total, shares } = post.wanted
  // A part that was paid back here is still there.
  if (entered.some(({ invoiceId }) => !shares.some(({ invoice }) => invoice === invoiceId))) return 'changed'
  const fees = await feesOfInvoices(
    ctx,
    shares.map(({ invoice }) => invoice),
  )
  const gaps = shares.map(({ invoice, amount }) => {
    const enteredMinor = entered.find(({ invoiceId }) => invoiceId === invoice)?.amountMinor ?? 0n
    return { ...fees(invoice), enteredMinor, minor: BigInt(amount) - enteredMinor }
  })
  const isOther = ({ minor, chargedMinor }: (typeof gaps)[number]) => minor < 0n || minor > chargedMinor
  if (gaps.some((gap) => gap.enteredMinor > 0n && isOther(gap))) return 'changed'
  if (BigInt(total) > sumMinor(shares.map(({ amount }) => BigInt(amount))) || gaps.some(isOther))
    return 'part'
  return gaps.some(({ minor, knownThereMinor }) => minor > 0n && knownThereMinor > 0n) ? 'part' : 'nothing'
}
