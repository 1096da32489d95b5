import { sumMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readInvoice, undoWriteOff } from '../../../invoices/index.ts'
import { markPostedInBooks } from '../../../payments/index.ts'
import { settleConflict } from '../../store/conflicts.ts'
import { liveConnection } from '../../store/connections.ts'
import { formerInvoices, formerMemos, type MovedKind } from '../../store/former-records.ts'
import { keepFormerShares } from '../../store/former-shares.ts'
import { linksOf, partLink, remoteIdsOf, writeLinks } from '../../store/links.ts'
import { creditElsewhere } from '../../store/moved-posts.ts'
import { changePost, sharesOf, unpostedOf, writeShare } from '../../store/posts.ts'
import type { ConflictRow, ConnectionRow, PostRow } from '../../tables.ts'
import { findPlatform } from '../find-platform.ts'
import { causeOf, reportUnposted } from '../post/note-outcome.ts'
import { queuePosts } from '../post/queue-posts.ts'
import { noteKept } from './note-kept.ts'
import { leaveGone } from './recognize-records.ts'

/** Posts of one move that are looked through. */
const MANY = 5000

/** Returns the connected books about which a conflict asks. Refuses wrong_state without them. */
export async function booksOf(ctx: Ctx, { connection_id }: ConflictRow): Promise<ConnectionRow> {
  const connection = await liveConnection(ctx)
  if (connection?.id !== connection_id) throw refuse('wrong_state', 'Connect an accounting platform first.')
  return connection
}

/** Returns which record of the new books a conflict is about. */
function remoteOf({ cause, subject_type }: ConflictRow) {
  const kind = subject_type === 'invoice' ? ('invoice' as const) : ('credit_memo' as const)
  return { kind, remoteId: cause.slice(`other_books:${kind}:`.length) }
}

/**
 * Joins a record here with the one of the books that are read now, as a person decided: the next sync brings it to its state there.
 * What was settled here and not posted counts as entered there, since a person knows the state of both. Refuses wrong_state for a
 * record that is joined with another one of these books.
 */
export async function joinRecords(ctx: Ctx, conflict: ConflictRow): Promise<void> {
  const connection = await booksOf(ctx, conflict)
  const { subject_id: id } = conflict
  if (id === null) throw refuse('not_found')
  const { kind, remoteId } = remoteOf(conflict)
  if (!(await isOpenHere(ctx, connection.id, kind, id)))
    throw refuse('wrong_state', 'It was voided here. Say that this is another one.')
  await leaveGone(ctx, connection.id, kind, [id])
  const joined = (await remoteIdsOf(ctx, connection.id, kind, [id])).get(id)
  if (joined !== undefined && joined !== remoteId)
    throw refuse(
      'wrong_state',
      'It is joined with another one of the new books already. Say that this is another one.',
    )
  const link = (await linksOf(ctx, connection.id, kind, [remoteId])).get(remoteId)
  if (link?.state === 'gone' || (link?.local_id ?? id) !== id)
    throw refuse('wrong_state', 'It has changed in the new books. Check again what is open.')
  await queuePosts(ctx, connection, MANY)
  for (const post of await unpostedOf(ctx, connection.id, kind, id)) {
    for (const share of post.wanted.shares)
      if (kind === 'credit_memo' || share.invoice === id) await writeShare(ctx, post, share)
    await leaveOut(ctx, connection, post)
  }
  if (kind === 'invoice') await countCreditAsEntered(ctx, connection.id, id)
  if (kind === 'invoice') await undoWriteOffOf(ctx, id)
  await writeLinks(ctx, connection.id, [
    { kind, remoteId, localId: id, version: '', isToRead: true, isRecognized: true },
  ])
  await noteKept(ctx, kind, [id], false)
}

/** Payments that other books got as credit settle the invoice in these, and stay credit there. */
async function countCreditAsEntered(ctx: Ctx, connectionId: string, invoiceId: string): Promise<void> {
  for (const post of await creditElsewhere(ctx, connectionId, invoiceId)) {
    await keepFormerShares(ctx, post)
    for (const share of post.wanted.shares)
      if (share.invoice === invoiceId) await writeShare(ctx, post, share)
  }
}

async function isOpenHere(ctx: Ctx, connectionId: string, kind: MovedKind, id: string): Promise<boolean> {
  const find = kind === 'invoice' ? formerInvoices : formerMemos
  return (await find(ctx, connectionId, [], [id])).length > 0
}

/** An invoice that a person wrote off while no books had it is collected again, because the books say that it is owed. */
async function undoWriteOffOf(ctx: Ctx, invoiceId: string): Promise<void> {
  const { state } = await readInvoice(ctx, invoiceId)
  if (state === 'written_off') await undoWriteOff(ctx, invoiceId)
}

/** A post that counts as entered there is left out. Of one that counts so in part, a person enters the rest. */
async function leaveOut(ctx: Ctx, connection: ConnectionRow, post: PostRow): Promise<void> {
  const knownMinor = sumMinor(await sharesOf(ctx, post))
  await changePost(ctx, post, { state: 'left_out' })
  if (knownMinor >= BigInt(post.wanted.total)) {
    if (post.kind === 'payment') await markPostedInBooks(ctx, post.subject_id, { url: null })
    return settleConflict(ctx, causeOf(post))
  }
  if (post.state === 'left_out') return
  const sentence =
    'A part of it settles what you joined, and counts as entered there. Enter the rest there yourself.'
  await reportUnposted(ctx, findPlatform(ctx.app, connection.provider), post, sentence, 'part')
}

/** Parts a record of the books that are read now from the one here, as a person decided. */
export async function partRecords(ctx: Ctx, conflict: ConflictRow): Promise<void> {
  const connection = await booksOf(ctx, conflict)
  const { kind, remoteId } = remoteOf(conflict)
  await partLink(ctx, connection.id, kind, remoteId)
}
