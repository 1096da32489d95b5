import { formatDate } from '../../../../../domain/dates/calendar.ts'
import { displayAmount, sumMinor } from '../../../../../domain/money/money.ts'
import type { RemoteInvoice, RemotePayment } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { candidatesOf, enteredOtherwise, recognize } from '../../rules/by-hand.ts'
import {
  decidedCauses,
  deleteShare,
  isRecognized,
  lockPostsByHand,
  partsOfPost,
  settleConflictsOf,
  sharesOnInvoice,
  writeRecognized,
} from '../../store/by-hand.ts'
import { openConflict } from '../../store/conflicts.ts'
import { feesOfInvoices } from '../../store/fees-there.ts'
import { forgetVersions, linksOf, remoteIdsOf } from '../../store/links.ts'
import { changePost } from '../../store/posts.ts'
import type { ConnectionRow, PostRow } from '../../tables.ts'
import { openRemovedThere } from '../post/open-removed-there.ts'
import { amountsToEnter, finishIfEntered, type Missing } from './finish-by-hand.ts'

interface Where {
  readonly connection: ConnectionRow
  readonly platform: string
}

/**
 * Recognizes payments that people entered at the platform for an invoice, from all that settled it there. Ends the tasks of those
 * that are complete; one that was entered with another amount or day is a conflict. Notices those that were removed.
 */
export async function settleByHand(
  ctx: Ctx,
  where: Where,
  invoice: RemoteInvoice,
  localId: string,
): Promise<void> {
  const payments = invoice.payments ?? []
  const posts = await lockPostsByHand(ctx, where.connection.id, localId)
  const live = new Map(payments.flatMap((one) => (one.isDeleted ? [] : [[one.remoteId, one]])))
  const taken = new Set<string>()
  const memosOfChanged: (string | null)[] = []
  for (const share of await sharesOnInvoice(ctx, localId)) {
    const post = posts.find((one) => one.kind === share.kind && one.subject_id === share.subjectId)
    const there = live.get(share.remoteId)
    if (there?.totalMinor === share.amountMinor || !post) taken.add(share.remoteId)
    else {
      await deleteShare(ctx, share)
      memosOfChanged.push(share.memoId)
      if (post.state === 'posted') await noteRemovedThere(ctx, where, post)
      else if (post.remote_id === share.remoteId) await changePost(ctx, post, { remote_id: null })
    }
  }
  const link = (await linksOf(ctx, where.connection.id, 'invoice', [invoice.remoteId])).get(invoice.remoteId)
  const recognizedAtMs = link?.recognized_at?.getTime() ?? 0
  for (const post of posts)
    if (post.state === 'by_hand')
      if (await recognizeShare(ctx, where, { post, invoice, localId, payments, recognizedAtMs, taken }))
        memosOfChanged.push(post.wanted.memo)
  // The rest of a memo counts together with the uses of it that are known there.
  const memos = memosOfChanged.filter((one) => one !== null)
  await forgetVersions(ctx, where.connection.id, memos, 'credit_memo')
  for (const post of posts.filter(({ state }) => state === 'by_hand')) {
    const missing = await finishIfEntered(ctx, post, where.platform)
    if (missing && (await forgetCounted(ctx, missing, localId, { payments, taken })))
      await finishIfEntered(ctx, post, where.platform)
  }
}

/**
 * Forgets parts that counted as entered and are to be removed there, once the bill has no entries left that can be them. An entry that
 * belongs to no payment isn't known by its id. Returns whether one was forgotten.
 */
async function forgetCounted(
  ctx: Ctx,
  { toRemove }: Missing,
  localId: string,
  { payments, taken }: { readonly payments: readonly RemotePayment[]; readonly taken: ReadonlySet<string> },
): Promise<boolean> {
  const counted = toRemove.find((share) => share.invoiceId === localId && !isRecognized(share))
  if (!counted) return false
  const open = payments.filter(({ isDeleted, remoteId }) => !isDeleted && !taken.has(remoteId))
  if (sumMinor(open.map(({ totalMinor }) => totalMinor)) >= counted.amountMinor) return false
  await deleteShare(ctx, counted)
  return true
}

/** Somebody removed or changed what they had entered before. */
async function noteRemovedThere(ctx: Ctx, { connection, platform }: Where, post: PostRow): Promise<void> {
  await changePost(ctx, post, { state: 'conflict', remote_id: null, failure: 'It was changed there.' })
  await openRemovedThere(ctx, connection.id, post, {
    title: `Payment ${post.reference} was removed or changed in ${platform}`,
    theirs: { label: 'Status', value: 'removed or changed' },
  })
}

interface OnInvoice {
  readonly post: PostRow
  readonly invoice: RemoteInvoice
  readonly localId: string
  readonly payments: readonly RemotePayment[]
  /** When the bill was recognized after a move, in epoch ms; 0 for one that was always read here. */
  readonly recognizedAtMs: number
  /** Records there that belong to a payment already; the one that is recognized is added. */
  readonly taken: Set<string>
}

/** Returns whether a share was recognized. */
async function recognizeShare(ctx: Ctx, where: Where, on: OnInvoice): Promise<boolean> {
  const { post, invoice, localId, payments, taken } = on
  const { kind, subject_id: subjectId, wanted } = post
  const share = wanted.shares.find((one) => one.invoice === localId)
  const known = (await partsOfPost(ctx, post)).some(
    (one) =>
      one.invoiceId === localId && (isRecognized(one) || one.amountMinor === BigInt(share?.amount ?? 0)),
  )
  const prefix = enteredOtherwise(post, invoice.remoteId)
  if (!share || known) {
    await settleConflictsOf(ctx, prefix, null)
    return false
  }
  const fees = (await feesOfInvoices(ctx, [localId]))(localId)
  const memos = await remoteIdsOf(
    ctx,
    where.connection.id,
    'credit_memo',
    wanted.memo === null ? [] : [wanted.memo],
  )
  const expected = {
    amounts: amountsToEnter(BigInt(share.amount), fees.chargedMinor - fees.knownThereMinor),
    receivedOn: wanted.on,
    askedAtMs: post.asked_at?.getTime() ?? 0,
    recognizedAtMs: on.recognizedAtMs,
    creditMemoId: wanted.memo === null ? null : (memos.get(wanted.memo) ?? ''),
  }
  const candidates = candidatesOf(expected, payments, taken)
  const found = recognize(expected, candidates)
  if (found) {
    taken.add(found.remoteId)
    const { remoteId, totalMinor: amountMinor } = found
    await writeRecognized(ctx, {
      kind,
      subjectId,
      invoiceId: localId,
      memoId: wanted.memo,
      amountMinor,
      remoteId,
    })
    await settleConflictsOf(ctx, prefix, null)
    return true
  }
  const decided = await decidedCauses(
    ctx,
    candidates.map(({ remoteId }) => `${prefix}${remoteId}`),
    'other_payment',
  )
  const doubtful = candidates.find(({ remoteId }) => !decided.has(`${prefix}${remoteId}`))
  await settleConflictsOf(ctx, prefix, doubtful ? `${prefix}${doubtful.remoteId}` : null)
  if (doubtful) await askWhich(ctx, where, { ...on, doubtful, cause: `${prefix}${doubtful.remoteId}` })
  return false
}

async function askWhich(
  ctx: Ctx,
  { connection, platform }: Where,
  given: OnInvoice & { readonly doubtful: RemotePayment; readonly cause: string },
): Promise<void> {
  const { post, invoice, localId, doubtful, cause } = given
  const { dateFormat } = await readAccountRow(ctx)
  const share = post.wanted.shares.find((one) => one.invoice === localId)!
  const amount = (minor: bigint) => displayAmount(minor, invoice.currency)
  await openConflict(ctx, {
    connectionId: connection.id,
    cause,
    kind: 'entered_otherwise',
    subject: { type: post.kind, id: post.subject_id },
    title: `Another amount or day than that of payment ${post.reference} was entered on bill ${invoice.number} in ${platform}`,
    ours: [
      { label: 'To enter', value: amount(BigInt(share.amount)) },
      { label: 'Received on', value: formatDate(post.wanted.on, dateFormat) },
    ],
    theirs: [
      { label: 'Entered', value: amount(doubtful.totalMinor) },
      { label: 'Dated', value: formatDate(doubtful.receivedOn, dateFormat) },
    ],
  })
}
