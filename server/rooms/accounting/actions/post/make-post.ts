import type {
  AccountingPlatform,
  Connection,
  Outcome,
  ProcessorError,
  RemoteRef,
} from '../../../../gateways/accounting/port.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { hashOf } from '../../../../platform/ids.ts'
import { postReference } from '../../rules/post-reference.ts'
import { retryAfterMs } from '../../rules/timing.ts'
import { customerOfInvoice, remoteIdsOf } from '../../store/links.ts'
import { changePost, lockPost } from '../../store/posts.ts'
import type { PostRow } from '../../tables.ts'
import { callPlatform } from '../call-platform.ts'
import { type Claim, underClaim } from '../take-claim.ts'
import { notePosted, noteRefused, noteRemoved, noteUnposted } from './note-outcome.ts'

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
  if (post.remote_id !== null) {
    const removed = await reverse(uow, claim, platform, post)
    if (!removed.ok) return removed
    post = await underClaim(uow, claim, (ctx) => lockPost(ctx, given.kind, given.subject_id))
  }
  if (post?.state !== 'waiting' || post.remote_id !== null) return DONE
  if (post.wanted.total === '0') {
    await underClaim(uow, claim, (ctx) => changePost(ctx, post, { state: 'removed' }))
    return DONE
  }
  return send(uow, claim, platform, post)
}

const keyOf = (uow: UnitOfWork, post: PostRow, step: 'post' | 'reverse'): string =>
  hashOf([uow.accountId, post.kind, post.subject_id, post.generation, step]).toString('hex').slice(0, 36)

async function reverse(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  post: PostRow,
): Promise<Outcome<void>> {
  await underClaim(uow, claim, (ctx) => changePost(ctx, post, { state: 'asked', step: 'reverse' }))
  const ref = { remoteId: post.remote_id!, version: post.remote_version, url: post.url }
  const answer = await callPlatform(uow, claim, platform, (one) =>
    platform.reversePayment(one, ref, keyOf(uow, post, 'reverse')),
  )
  if (answer.ok) {
    await underClaim(uow, claim, (ctx) => noteRemoved(ctx, post))
    return DONE
  }
  return settleFailure(uow, claim, platform, post, answer.error)
}

async function send(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  post: PostRow,
): Promise<Outcome<void>> {
  const ready = await underClaim(uow, claim, async (ctx, row) => {
    const call = await prepare(ctx, row.id, row.deposit_account, platform, post)
    if (typeof call === 'string') await noteRefused(ctx, platform, post, call)
    else await changePost(ctx, post, { state: 'asked', step: 'post', attempts: post.attempts + 1 })
    return call
  })
  if (typeof ready === 'string') return DONE
  const key = keyOf(uow, post, 'post')
  const answer = await callPlatform(uow, claim, platform, (one) => ready(one, key))
  if (!answer.ok) return settleFailure(uow, claim, platform, post, answer.error)
  await underClaim(uow, claim, (ctx) => notePosted(ctx, post, answer.value))
  return DONE
}

type Call = (connection: Connection, key: string) => Promise<Outcome<RemoteRef>>

/** Returns the call that makes a post, or a sentence why it can't be made. */
async function prepare(
  ctx: Ctx,
  connectionId: string,
  depositAccount: string,
  platform: AccountingPlatform,
  post: PostRow,
): Promise<Call | string> {
  const { wanted, as_credit: asCredit } = post
  // A customer that was merged there since has given its invoices to another.
  const owner = (await customerOfInvoice(ctx, wanted.shares[0]?.invoice)) ?? wanted.customer
  const customers = await remoteIdsOf(ctx, connectionId, 'customer', [owner])
  const shares = asCredit ? [] : wanted.shares
  const invoices = await remoteIdsOf(
    ctx,
    connectionId,
    'invoice',
    shares.map(({ invoice }) => invoice),
  )
  const customerId = customers.get(owner)
  if (customerId === undefined) return 'Its customer is not in these books.'
  if (shares.some(({ invoice }) => !invoices.has(invoice))) return 'Its invoice is not in these books.'
  const base = { reference: postReference(post), customerId }
  if (wanted.memo === null) {
    const payment = {
      ...base,
      total: { minor: BigInt(wanted.total), currency: wanted.currency },
      receivedOn: wanted.on,
      note: `Quittance ${post.subject_id}`,
      applied: shares.map(({ invoice, amount }) => ({
        invoiceId: invoices.get(invoice)!,
        amountMinor: BigInt(amount),
      })),
      depositAccount,
    }
    return (connection, key) => platform.postPayment(connection, payment, key)
  }
  const memos = await remoteIdsOf(ctx, connectionId, 'credit_memo', [wanted.memo])
  const creditMemoId = memos.get(wanted.memo)
  const [share] = shares
  if (creditMemoId === undefined || !share) return 'Its credit memo is not in these books.'
  const credit = {
    ...base,
    creditMemoId,
    invoiceId: invoices.get(share.invoice)!,
    amount: { minor: BigInt(share.amount), currency: wanted.currency },
    appliedOn: wanted.on,
  }
  return (connection, key) => platform.applyCredit(connection, credit, key)
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
