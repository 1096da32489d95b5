import type { AccountingPlatform, Outcome, ProcessorError } from '../../../../gateways/accounting/port.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { hashOf } from '../../../../platform/ids.ts'
import { retryAfterMs } from '../../rules/timing.ts'
import { settleConflicts } from '../../store/conflicts.ts'
import { changePost, lockPost } from '../../store/posts.ts'
import type { PostRow } from '../../tables.ts'
import { callPlatform } from '../call-platform.ts'
import { type Claim, underClaim } from '../take-claim.ts'
import { removePost } from './find-post.ts'
import { causeOf, notePosted, noteRefused, noteRemoved, noteUnposted } from './note-outcome.ts'
import { invoiceOfFee, preparePost } from './prepare-post.ts'

const DONE: Outcome<void> = { ok: true, value: undefined }

/**
 * Makes one post: removes the former record there, if there is one, and makes the new one. Each call is noted before it is made, with
 * a key that a repeated call shares. Returns the error when the platform can't be reached; a refusal becomes a conflict.
 */
export async function makePost(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  given: PostRow,
): Promise<Outcome<void>> {
  let post: PostRow | null = given
  if (post.remote_id !== null && !isReplaced(post)) {
    const removed = await reverse(uow, claim, platform, post)
    if (!removed.ok) return removed
    post = await underClaim(uow, claim, (ctx) => lockPost(ctx, given.kind, given.subject_id))
  }
  if (post?.state !== 'waiting' || (post.remote_id !== null && !isReplaced(post))) return DONE
  if (post.wanted.total === '0') {
    await underClaim(uow, claim, async (ctx) => {
      await changePost(ctx, post, { state: 'removed', failure: null })
      await settleConflicts(ctx, [causeOf(post), `removed_there:${post.kind}:${post.subject_id}`])
    })
    return DONE
  }
  return send(uow, claim, platform, post)
}

/** A late fee that changes is replaced by one call, because a part of it may be paid. */
const isReplaced = ({ kind, wanted, remote_id }: PostRow): boolean =>
  kind === 'late_fee' && remote_id !== null && wanted.total !== '0'

const keyOf = (uow: UnitOfWork, post: PostRow, step: 'post' | 'reverse'): string =>
  hashOf([uow.accountId, post.kind, post.subject_id, post.generation, step]).toString('hex').slice(0, 36)

async function reverse(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  post: PostRow,
): Promise<Outcome<void>> {
  const ready = await underClaim(uow, claim, async (ctx, row) => {
    // A post that can't be made again is not removed.
    const problem = post.wanted.total === '0' ? null : await preparePost(ctx, row, platform, post)
    if (typeof problem === 'string') {
      await noteRefused(ctx, platform, post, problem)
      return null
    }
    await changePost(ctx, post, { state: 'asked', step: 'reverse' })
    return { invoiceId: post.kind === 'late_fee' ? await invoiceOfFee(ctx, row, post) : null }
  })
  if (ready === null) return DONE
  const answer = await callPlatform(uow, claim, platform, (one) =>
    removePost(platform, one, post, ready.invoiceId, keyOf(uow, post, 'reverse')),
  )
  if (answer.ok) {
    await underClaim(uow, claim, (ctx) => noteRemoved(ctx, post))
    return DONE
  }
  return settleFailure(uow, claim, platform, { ...post, step: 'reverse' }, answer.error)
}

async function send(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  given: PostRow,
): Promise<Outcome<void>> {
  const post = isReplaced(given) ? { ...given, generation: given.generation + 1 } : given
  const ready = await underClaim(uow, claim, async (ctx, row) => {
    const call = await preparePost(ctx, row, platform, post)
    if (typeof call === 'string') await noteRefused(ctx, platform, post, call)
    else {
      const { generation, attempts } = post
      await changePost(ctx, post, { state: 'asked', step: 'post', generation, attempts: attempts + 1 })
    }
    return call
  })
  if (typeof ready === 'string') return DONE
  await failpoint('books.post_noted')
  const key = keyOf(uow, post, 'post')
  const answer = await callPlatform(uow, claim, platform, (one) => ready(one, key))
  await failpoint('books.post_answered')
  if (!answer.ok) return settleFailure(uow, claim, platform, post, answer.error)
  await underClaim(uow, claim, async (ctx) => {
    await notePosted(ctx, platform, post, answer.value)
    await failpoint('books.post_recorded')
  })
  return DONE
}

/** Nothing happened: it is tried again. The answer was lost: it is looked up first. Refused: a person decides. */
async function settleFailure(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  post: PostRow,
  error: ProcessorError,
): Promise<Outcome<void>> {
  switch (error.kind) {
    case 'unknown_outcome':
      return { ok: false, error }
    case 'unavailable':
    case 'rate_limited':
    case 'auth':
    case 'not_connected':
      await underClaim(uow, claim, (ctx) =>
        noteUnposted(ctx, post, asDate(ctx.now + retryAfterMs(post.attempts + 1))),
      )
      return { ok: false, error }
    default:
      await underClaim(uow, claim, (ctx) =>
        noteRefused(ctx, platform, post, error.userMessage ?? `It was refused (${error.code}).`),
      )
      return DONE
  }
}
