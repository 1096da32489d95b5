import { displayAmount } from '../../../../../domain/money/money.ts'
import type { RemoteCreditMemo } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { changeMirroredMemo, type MirroredMemo, mirrorNewMemo } from '../../../credit-memos/index.ts'
import { problemOfMemo, readNumber, totalInWords } from '../../rules/read-record.ts'
import { memosByHand } from '../../store/by-hand.ts'
import { openConflict, settleConflict } from '../../store/conflicts.ts'
import { type LinkToWrite, linksOf, writeLinks } from '../../store/links.ts'
import { ownReferences } from '../../store/posts-by-reference.ts'
import { creditUsedHere } from '../../store/settled-here.ts'
import type { Applied, LinkRow } from '../../tables.ts'
import { recognizeMemos } from '../move/recognize-invoices.ts'

/**
 * Brings credit memos, and money received there that settles no invoice yet, to their state at the platform. A change that can't be
 * made here is a conflict.
 */
export async function applyMemos(
  ctx: Ctx,
  applied: Applied,
  given: readonly RemoteCreditMemo[],
): Promise<void> {
  if (given.length === 0) return
  const { connection } = applied
  const customers = await linksOf(
    ctx,
    connection.id,
    'customer',
    given.map(({ customerId }) => customerId),
  )
  const undecided = await recognizeMemos(ctx, applied, given, customers)
  const known = await linksOf(
    ctx,
    connection.id,
    'credit_memo',
    given.map(({ remoteId }) => remoteId),
  )
  const memos = await withoutOwn(ctx, given, known)
  const byHand = await memosByHand(
    ctx,
    connection.id,
    [...known.values()].flatMap(({ local_id }) => (local_id === null ? [] : [local_id])),
  )
  const links: LinkToWrite[] = []
  for (const memo of memos.filter(({ remoteId }) => !undecided.has(remoteId))) {
    const link = known.get(memo.remoteId)
    const customerId = customers.get(memo.customerId)?.local_id ?? null
    let localId = link?.local_id ?? null
    let complete = true
    // It is read again, after the invoices on which its uses were entered.
    const isListed = localId !== null && byHand.has(localId) && !memo.entries && memo.state === 'open'
    if (isListed) complete = isKnown(memo, link)
    else if (localId !== null)
      complete = isKnown(memo, link) || (await applyKnown(ctx, applied, memo, localId))
    else {
      const read = await readFresh(ctx, applied, memo, { customerId, wasSeen: link !== undefined })
      complete = read !== null
      localId = read === 'none' ? null : read
    }
    links.push({
      kind: 'credit_memo',
      remoteId: memo.remoteId,
      localId,
      version: complete ? memo.version : '',
      state: memo.state === 'deleted' ? 'gone' : 'live',
      url: memo.url,
      isToRead: isListed && !complete,
    })
  }
  await writeLinks(ctx, connection.id, links)
  await failpoint('books.memos_applied')
}

const isKnown = (memo: RemoteCreditMemo, link: LinkRow | undefined): boolean => link?.version === memo.version

/** Leaves out money that Quittance posted, which is credit of its payments here, and new payments of which nothing is left. */
async function withoutOwn(
  ctx: Ctx,
  memos: readonly RemoteCreditMemo[],
  known: ReadonlyMap<string, LinkRow>,
): Promise<RemoteCreditMemo[]> {
  const isNews = ({ received, remoteId, state, balanceMinor }: RemoteCreditMemo) =>
    received === undefined || known.has(remoteId) || (state === 'open' && balanceMinor > 0n)
  const news = memos.filter(isNews)
  const own = await ownReferences(
    ctx,
    news.flatMap(({ received }) => (received ? [received.reference] : [])),
  )
  return news.filter(({ received }) => !received || !own.has(received.reference))
}

/**
 * Reads a memo that is not kept here yet. 'none' when nothing is left of it to keep; null for one that can't be read, which is a
 * conflict.
 */
async function readFresh(
  ctx: Ctx,
  applied: Applied,
  memo: RemoteCreditMemo,
  { customerId, wasSeen }: { readonly customerId: string | null; readonly wasSeen: boolean },
): Promise<string | 'none' | null> {
  const problem = problemOfMemo(memo, customerId !== null)
  const isNothing = memo.state !== 'open' || (problem !== null && memo.balanceMinor === 0n)
  if (problem !== null && !isNothing) {
    await openNotRead(ctx, applied, memo, { problem, localId: null })
    return null
  }
  if (wasSeen) await settleConflict(ctx, notReadCause(memo))
  return isNothing ? 'none' : mirrorNewMemo(ctx, mirrored(memo, customerId!, memo.balanceMinor))
}

const notReadCause = ({ remoteId }: RemoteCreditMemo): string => `not_read:credit_memo:${remoteId}`

const openNotRead = (
  ctx: Ctx,
  { connection, platform }: Applied,
  memo: RemoteCreditMemo,
  { problem, localId }: { readonly problem: string; readonly localId: string | null },
): Promise<void> =>
  openConflict(ctx, {
    connectionId: connection.id,
    cause: notReadCause(memo),
    kind: 'not_read',
    subject: { type: 'credit_memo', id: localId },
    title: `${nameOf(memo)} was not read, because ${problem}`,
    ours: [],
    theirs: [
      { label: `Number in ${platform}`, value: readNumber(memo.number) || '–' },
      { label: 'Total', value: totalInWords(memo) },
    ],
  })

const nameOf = (memo: RemoteCreditMemo): string =>
  memo.received ? numberOf(memo) : `Credit memo ${readNumber(memo.number) || memo.remoteId}`

const mirrored = (memo: RemoteCreditMemo, customerId: string, remainingMinor: bigint): MirroredMemo => ({
  remoteId: memo.remoteId,
  number: numberOf(memo),
  customerId,
  currency: memo.currency,
  issuedOn: memo.issuedOn,
  reason: memo.received ? `${memo.received.kind} that settles no invoice yet.` : memo.reason,
  totalMinor: memo.totalMinor,
  remainingMinor,
  isVoid: memo.state !== 'open',
  isReceived: memo.received !== undefined,
})

const numberOf = ({ number, received, remoteId }: RemoteCreditMemo): string =>
  received ? `${received.kind} ${readNumber(number) || `#${remoteId.split(':')[1]}`}` : readNumber(number)

async function applyKnown(
  ctx: Ctx,
  applied: Applied,
  memo: RemoteCreditMemo,
  localId: string,
): Promise<boolean> {
  const { connection, platform } = applied
  const problem = memo.state === 'open' ? problemOfMemo(memo, true) : null
  if (problem !== null) {
    await openNotRead(ctx, applied, memo, { problem, localId })
    return false
  }
  await settleConflict(ctx, notReadCause(memo))
  const used = await creditUsedHere(ctx, localId, memo.entries)
  const cause = `memo_changed:credit_memo:${memo.remoteId}`
  const isUsed = memo.state !== 'open' && used > 0n
  const changed =
    !isUsed && (await changeMirroredMemo(ctx, localId, mirrored(memo, '', memo.balanceMinor - used)))
  if (changed) {
    await settleConflict(ctx, cause)
    return true
  }
  const amount = (minor: bigint) => displayAmount(minor, memo.currency)
  await openConflict(ctx, {
    connectionId: connection.id,
    cause,
    kind: 'memo_changed',
    subject: { type: 'credit_memo', id: localId },
    title: `${nameOf(memo)} was changed in ${platform} after a part of it was used here`,
    ours: [{ label: 'Used here', value: amount(used) }],
    theirs: [
      { label: 'Total', value: amount(memo.totalMinor) },
      { label: 'Left', value: amount(memo.balanceMinor) },
    ],
  })
  return false
}
