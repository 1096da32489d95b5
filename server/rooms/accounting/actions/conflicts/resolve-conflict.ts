import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { closeTasks } from '../../../worklist/index.ts'
import { billOf } from '../../rules/by-hand.ts'
import type { ConflictChoice } from '../../rules/choices.ts'
import { closeConflict, lockConflict } from '../../store/conflicts.ts'
import { liveConnection } from '../../store/connections.ts'
import { linksOf } from '../../store/links.ts'
import { changePost, lockPost } from '../../store/posts.ts'
import type { ConflictRow, PostKind, PostRow } from '../../tables.ts'
import { taskKeyOf } from '../by-hand/finish-by-hand.ts'
import { asItIsNow } from '../move/as-it-is-now.ts'
import { joinRecords, partRecords } from '../move/join-records.ts'
import { decideToVoid, keepLeftBehind } from '../move/left-behind.ts'
import { countAsEntered } from '../post/count-as-entered.ts'
import { queueSync } from '../sync/queue-sync.ts'
import { type ConflictReply, choicesIn, showConflicts, versionOf } from './list-conflicts.ts'

type PostChanges = Parameters<typeof changePost>[2]

/**
 * Decides a difference. Posts follow in the background; a reading closes the difference itself once it is gone. Refuses not_found,
 * wrong_state for one that is closed, conflict for one that says something else than its `version` did, and messages beside `choice`.
 */
export async function resolveConflict(
  ctx: Ctx,
  id: string,
  wanted: string,
  version?: string,
): Promise<ConflictReply> {
  const conflict = await lockConflict(ctx, id)
  if (!conflict) throw refuse('not_found')
  if (conflict.closed_at !== null) throw refuse('wrong_state', 'This is settled already.')
  const now = await asItIsNow(ctx, conflict)
  const chosen = (await choicesIn(ctx, now)).find(({ choice }) => choice === wanted)
  if (!chosen) throw refuseFields({ choice: ['Choose one of the offered ways.'] })
  if (version !== undefined && version !== versionOf(now))
    throw refuse('conflict', 'This has changed since you opened it. Check it again before you decide.')
  await carryOut(ctx, conflict, chosen.choice)
  await audit(
    ctx,
    'accounting.resolve',
    { type: conflict.subject_type, id: conflict.subject_id },
    { title: conflict.title, choice: chosen.label },
  )
  const after = chosen.choice === 'read_again' ? conflict : await closeConflict(ctx, id, chosen.choice)
  return (await showConflicts(ctx, [after]))[0]!
}

async function carryOut(ctx: Ctx, conflict: ConflictRow, choice: ConflictChoice): Promise<void> {
  switch (choice) {
    case 'try_again':
      return changeState(ctx, conflict, { state: 'waiting', next_at: null })
    case 'post_again':
      // The rest of the former record goes first, and nobody is asked about it again.
      return changeState(ctx, conflict, { state: 'waiting', next_at: null, step: 'reverse' })
    case 'as_credit':
      return changeState(ctx, conflict, { state: 'waiting', next_at: null, as_credit: true })
    case 'leave_out':
      return leaveOut(ctx, conflict)
    case 'read_again':
      return queueSync(ctx)
    case 'read_all':
      return queueSync(ctx, true)
    case 'same_record':
      await joinRecords(ctx, conflict)
      return queueSync(ctx)
    case 'other_record':
      await partRecords(ctx, conflict)
      return queueSync(ctx, true)
    case 'keep':
      await keepLeftBehind(ctx, conflict)
      return queueSync(ctx)
    case 'void':
      return decideToVoid(ctx, conflict)
    case 'settled':
    case 'other_payment':
      return
  }
}

/**
 * A person who has it tried again has compared: former books of which that was not known don't have it, so these get it. What these
 * books were asked is found out by the next sync, and is never posted before.
 */
async function changesOf(ctx: Ctx, post: PostRow, changes: PostChanges): Promise<PostChanges> {
  if (changes.state !== 'waiting') return changes
  const live = await liveConnection(ctx)
  if (live === null || post.connection_id === live.id)
    return post.state === 'asked' ? { ...changes, state: 'asked' } : changes
  return post.remote_id === null ? { ...changes, connection_id: live.id, step: null } : changes
}

/**
 * A record that is left out is not asked for any more. A payment or a use of credit counts as entered there, and so does what other books
 * had: a late fee of these ends its difference by its line. What was entered otherwise on one bill counts for that bill only.
 */
async function leaveOut(ctx: Ctx, conflict: ConflictRow): Promise<void> {
  const { connection_id: booksId } = conflict
  const given = await lockPost(ctx, conflict.subject_type as PostKind, conflict.subject_id!)
  if (!given) throw refuse('not_found')
  // One who says that the rest is entered doesn't leave the payment out by that.
  const leftOut = conflict.kind === 'partly_joined' ? 'as_before' : true
  if (conflict.kind === 'entered_otherwise') {
    await countAsEntered(ctx, given, booksId, leftOut, await invoiceOfBill(ctx, conflict))
    return changeState(ctx, conflict, { state: 'waiting', next_at: null })
  }
  const isOfThese = given.connection_id === booksId
  await changeState(ctx, conflict, { state: 'left_out', ...(isOfThese && { as_credit: false }) })
  const post = (await lockPost(ctx, given.kind, given.subject_id))!
  await closeTasks(ctx, { keys: [taskKeyOf(post)], outcome: 'It was left out.' })
  if (post.kind === 'payment' || post.kind === 'credit' || !isOfThese)
    await countAsEntered(ctx, post, booksId, leftOut)
}

/** Returns the invoice on whose bill something was entered otherwise. */
async function invoiceOfBill(ctx: Ctx, { cause, connection_id }: ConflictRow): Promise<string> {
  const remoteId = billOf(cause)
  const link = (await linksOf(ctx, connection_id, 'invoice', [remoteId])).get(remoteId)
  if (!link?.local_id) throw refuse('wrong_state', 'Its bill is not there any more. Read it again.')
  return link.local_id
}

async function changeState(ctx: Ctx, conflict: ConflictRow, changes: PostChanges): Promise<void> {
  const post = await lockPost(ctx, conflict.subject_type as PostKind, conflict.subject_id!)
  if (!post) throw refuse('not_found')
  await changePost(ctx, post, await changesOf(ctx, post, changes))
  await ctx.app.jobs.enqueue(ctx, 'accounting.sync-books', {})
}
