import type { Ctx } from '../../../../platform/context.ts'
import { markPostedInBooks, readPayment } from '../../../payments/index.ts'
import { sharesOfPost, writeShare as writeRecognized } from '../../store/by-hand.ts'
import { selectConnections } from '../../store/connections.ts'
import { feesOfInvoices } from '../../store/fees-there.ts'
import { keepFormerShares } from '../../store/former-shares.ts'
import { forgetVersions } from '../../store/links.ts'
import { invoicesOf, writeShare, writeShares } from '../../store/posts.ts'
import type { ConnectionRow, PostRow } from '../../tables.ts'
import { amountsToEnter, missingOf } from '../by-hand/finish-by-hand.ts'
import { findPlatform } from '../find-platform.ts'
import { queueSync } from '../sync/queue-sync.ts'
import { reportUnposted } from './note-outcome.ts'

/**
 * Counts a payment or a use of credit that is left out as entered in the books, as far as nothing was recognized there, and has its
 * invoices and its memo read again. So its entry there lowers what is owed no second time. `booksId` is the connection of those books.
 * With `onlyInvoice` only its part for that invoice; a person enters the others.
 */
export async function countAsEntered(
  ctx: Ctx,
  post: PostRow,
  booksId: string,
  onlyInvoice: string | null = null,
): Promise<void> {
  const { memo, shares } = post.wanted
  const { toEnter: lacking, toRemove } = await missingOf(ctx, post)
  const toEnter = lacking.filter(({ invoice }) => onlyInvoice === null || invoice === onlyInvoice)
  const recognized = (await sharesOfPost(ctx, post)).filter(
    ({ invoiceId }) => !toRemove.some((one) => one.invoiceId === invoiceId),
  )
  const invoiceIds = [...(await invoicesOf(ctx, post)), ...shares.map(({ invoice }) => invoice)]
  const fees = await feesOfInvoices(ctx, invoiceIds)
  if (post.connection_id !== booksId) await keepFormerShares(ctx, post)
  await writeShares(ctx, post, false)
  for (const share of recognized) await writeRecognized(ctx, share)
  for (const { invoice, amount } of toEnter) {
    const { chargedMinor, knownThereMinor } = fees(invoice)
    const entered = amountsToEnter(BigInt(amount), chargedMinor - knownThereMinor).at(-1)!
    await writeShare(ctx, post, { invoice, amount: entered.toString() })
  }
  const connections = await selectConnections(ctx)
  const books = connections.find(({ id }) => id === booksId)
  if (books && toEnter.length < lacking.length) await reportRest(ctx, post, books)
  else if (post.kind === 'payment') await markPostedInBooks(ctx, post.subject_id, { url: post.url || null })
  // All books: without connected ones, the first to be connected again are read.
  for (const { id } of connections) {
    await forgetVersions(ctx, id, invoiceIds)
    if (memo !== null) await forgetVersions(ctx, id, [memo], 'credit_memo')
  }
  if (!connections.some(({ status }) => status === 'connected')) return
  // Its credit may have been used there while it was not known what was entered: only a reading of everything finds that.
  const isAll = post.connection_id !== booksId && (await hasCreditLeft(ctx, post))
  await queueSync(ctx, isAll)
}

async function reportRest(ctx: Ctx, post: PostRow, { id, provider }: ConnectionRow): Promise<void> {
  const platform = findPlatform(ctx.app, provider)
  const sentence = `A part of it counts as entered. Enter the rest in ${platform.name} yourself.`
  await reportUnposted(ctx, platform, { ...post, connection_id: id }, sentence, 'part')
}

async function hasCreditLeft(ctx: Ctx, { kind, subject_id }: PostRow): Promise<boolean> {
  return kind === 'payment' && Number((await readPayment(ctx, subject_id)).unapplied_amount) > 0 // not money: whether any is left
}
