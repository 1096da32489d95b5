import { formatDate } from '../../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import type { AccountingPlatform, RemoteRef } from '../../../../gateways/accounting/port.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { markPostedInBooks } from '../../../payments/index.ts'
import { openConflict, settleConflict } from '../../store/conflicts.ts'
import { compareAgain, leftOutInPart } from '../../store/doubtful-posts.ts'
import { namesOfPost } from '../../store/names-of-post.ts'
import { changePost, writeShares } from '../../store/posts.ts'
import { countPostInSync } from '../../store/syncs.ts'
import type { PostKind, PostRow } from '../../tables.ts'

/** Invoices that a conflict names. */
const MOST_NUMBERS = 5

/** Cause of the conflict about a post that the books refuse. */
export const causeOf = ({ kind, subject_id }: Pick<PostRow, 'kind' | 'subject_id'>): string =>
  `not_posted:${kind}:${subject_id}`

/** The platform has the record. */
export async function notePosted(
  ctx: Ctx,
  platform: AccountingPlatform,
  post: PostRow,
  ref: RemoteRef,
): Promise<void> {
  await changePost(ctx, post, {
    state: 'posted',
    step: null,
    remote_id: ref.remoteId,
    remote_version: ref.version,
    url: ref.url,
    failure: null,
    next_at: null,
    posted_at: asDate(ctx.now),
  })
  await writeShares(ctx, post, true)
  await settleConflict(ctx, causeOf(post))
  await countPostInSync(ctx, post.connection_id, 'posted')
  if (post.kind === 'payment') await markPostedInBooks(ctx, post.subject_id, { url: ref.url || null })
  if (post.kind === 'late_fee') await noteFeePosted(ctx, platform, post)
}

/** A payment that people entered without the fee, in these books or in former ones, is a part of what these books lack now. */
async function noteFeePosted(ctx: Ctx, platform: AccountingPlatform, fee: PostRow): Promise<void> {
  const invoiceId = fee.wanted.invoice!
  await compareAgain(ctx, fee.connection_id, invoiceId)
  const sentence = `It counts as entered without a late fee, which ${platform.name} has now. Enter the rest there yourself.`
  for (const post of await leftOutInPart(ctx, invoiceId))
    await reportUnposted(ctx, platform, { ...post, connection_id: fee.connection_id }, sentence, 'part')
}

/** The former record is removed there, and a new one may follow. */
export async function noteRemoved(ctx: Ctx, post: PostRow): Promise<void> {
  await changePost(ctx, post, {
    state: 'waiting',
    step: null,
    remote_id: null,
    remote_version: '',
    url: '',
    generation: post.generation + 1,
  })
  await writeShares(ctx, post, false)
  await countPostInSync(ctx, post.connection_id, 'removed')
  if (post.kind === 'payment') await markPostedInBooks(ctx, post.subject_id, null)
}

/**
 * Nothing happened there, or only a part of a removal: it waits for the next attempt. A removal that began stays noted, so that what is
 * gone there is not taken for somebody else's.
 */
export const noteUnposted = (ctx: Ctx, post: PostRow, nextAt: Date | null = null): Promise<void> =>
  changePost(ctx, post, {
    state: 'waiting',
    step: post.step === 'reverse' ? 'reverse' : null,
    next_at: nextAt,
  })

/** The books refuse it: a person decides. */
export async function noteRefused(
  ctx: Ctx,
  platform: AccountingPlatform,
  post: PostRow,
  sentence: string,
): Promise<void> {
  await changePost(ctx, post, { state: 'conflict', step: null, failure: sentence })
  await reportUnposted(ctx, platform, post, sentence)
}

/**
 * The part of a post that the books lack: all of it, some of it, a change, or what it settles, since other books got it as credit. A
 * person enters the last three there.
 */
type Lacking = 'all' | 'part' | 'changed' | 'credit'

const LACKS: Readonly<Record<Lacking, string>> = {
  all: 'did not take',
  part: 'has only a part of',
  changed: 'does not have the change of',
  credit: 'does not have',
}

const NAMES: Readonly<Record<PostKind, (post: PostRow, lacking: Lacking) => string>> = {
  payment: ({ reference }) => `payment ${reference}`,
  credit: () => 'the use of a credit memo',
  late_fee: ({ wanted }, lacking) =>
    `${wanted.total === '0' && lacking === 'all' ? 'the removal of a waived late fee' : 'a late fee'}: ${wanted.text ?? ''}`,
  surcharge: () => 'the surcharge of a payment',
}

/** 'INV-1001, INV-1002, INV-1003 and 9 more' */
function shortened(numbers: readonly string[]): string {
  const others = numbers.length - MOST_NUMBERS
  return others <= 0 ? numbers.join(', ') : `${numbers.slice(0, MOST_NUMBERS).join(', ')} and ${others} more`
}

/** Opens the conflict about a post that the books don't have as it is here. */
export async function reportUnposted(
  ctx: Ctx,
  platform: AccountingPlatform,
  post: PostRow,
  sentence: string,
  lacking: Lacking = 'all',
): Promise<void> {
  const { wanted } = post
  const { dateFormat } = await readAccountRow(ctx)
  const names = await namesOfPost(ctx, post)
  await openConflict(ctx, {
    connectionId: post.connection_id,
    cause: causeOf(post),
    kind: lacking === 'all' ? 'not_posted' : 'partly_joined',
    subject: { type: post.kind, id: post.subject_id },
    title: `${platform.name} ${LACKS[lacking]} ${NAMES[post.kind](post, lacking)}`,
    ours: [
      { label: 'Amount', value: displayAmount(BigInt(wanted.total), wanted.currency) },
      {
        label: post.kind === 'late_fee' ? 'Charged on' : 'Received on',
        value: formatDate(wanted.on, dateFormat),
      },
      ...(names.customer === null ? [] : [{ label: 'Customer', value: names.customer }]),
      ...(names.invoices.length === 0 ? [] : [{ label: 'Invoices', value: shortened(names.invoices) }]),
    ],
    // Often the words of the platform, and sometimes ours.
    theirs: [{ label: 'Why', value: sentence }],
  })
}
