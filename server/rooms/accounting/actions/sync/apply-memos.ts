import { isCalendarDate } from '../../../../../domain/dates/calendar.ts'
import { displayAmount, isCurrency } from '../../../../../domain/money/money.ts'
import type { RemoteCreditMemo } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { changeMirroredMemo, type MirroredMemo, mirrorNewMemo } from '../../../credit-memos/index.ts'
import { readNumber } from '../../rules/read-record.ts'
import { memosByHand } from '../../store/by-hand.ts'
import { openConflict, settleConflict } from '../../store/conflicts.ts'
import { type LinkToWrite, linksOf, writeLinks } from '../../store/links.ts'
import { ownReferences } from '../../store/posts-by-reference.ts'
import { creditUsedHere } from '../../store/settled-here.ts'
import type { LinkRow } from '../../tables.ts'
import type { Applied } from './apply-invoices.ts'

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
  const known = await linksOf(
    ctx,
    connection.id,
    'credit_memo',
    given.map(({ remoteId }) => remoteId),
  )
  const memos = await withoutOwn(ctx, connection.id, given, known)
  const customers = await linksOf(
    ctx,
    connection.id,
    'customer',
    memos.map(({ customerId }) => customerId),
  )
  const byHand = await memosByHand(
    ctx,
    connection.id,
    [...known.values()].flatMap(({ local_id }) => (local_id === null ? [] : [local_id])),
  )
  const links: LinkToWrite[] = []
  for (const memo of memos) {
    const link = known.get(memo.remoteId)
    const customerId = customers.get(memo.customerId)?.local_id ?? null
    const isGone = memo.state !== 'open'
    let localId = link?.local_id ?? null
    let complete = true
    // It is read again, after the invoices on which its uses were entered.
    if (localId !== null && byHand.has(localId) && !memo.entries && !isGone) complete = isKnown(memo, link)
    else if (localId !== null && link?.version !== memo.version)
      complete =
        (isGone || isReadable(memo)) && (await applyKnown(ctx, applied, memo, localId, customerId ?? ''))
    else if (localId === null && !isGone && customerId !== null && isReadable(memo))
      localId = await mirrorNewMemo(ctx, mirrored(memo, customerId, memo.balanceMinor))
    links.push({
      kind: 'credit_memo',
      remoteId: memo.remoteId,
      localId,
      version: complete ? memo.version : '',
      state: memo.state === 'deleted' ? 'gone' : 'live',
      url: memo.url,
    })
  }
  await writeLinks(ctx, connection.id, links)
  await failpoint('books.memos_applied')
}

const isKnown = (memo: RemoteCreditMemo, link: LinkRow | undefined): boolean => link?.version === memo.version

/** Leaves out money that Quittance posted, which is credit of its payments here, and new payments of which nothing is left. */
async function withoutOwn(
  ctx: Ctx,
  connectionId: string,
  memos: readonly RemoteCreditMemo[],
  known: ReadonlyMap<string, LinkRow>,
): Promise<RemoteCreditMemo[]> {
  const isNews = ({ received, remoteId, state, balanceMinor }: RemoteCreditMemo) =>
    received === undefined || known.has(remoteId) || (state === 'open' && balanceMinor > 0n)
  const news = memos.filter(isNews)
  const own = await ownReferences(
    ctx,
    connectionId,
    news.flatMap(({ received }) => (received ? [received.reference] : [])),
  )
  return news.filter(({ received }) => !received || !own.has(received.reference))
}

const isReadable = (memo: RemoteCreditMemo): boolean =>
  isCurrency(memo.currency) &&
  isCalendarDate(memo.issuedOn) &&
  memo.totalMinor > 0n &&
  memo.balanceMinor >= 0n &&
  memo.balanceMinor <= memo.totalMinor

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
  { connection, platform }: Applied,
  memo: RemoteCreditMemo,
  localId: string,
  customerId: string,
): Promise<boolean> {
  const used = await creditUsedHere(ctx, localId, memo.entries)
  const cause = `memo_changed:credit_memo:${memo.remoteId}`
  const isUsed = memo.state !== 'open' && used > 0n
  const changed =
    !isUsed && (await changeMirroredMemo(ctx, localId, mirrored(memo, customerId, memo.balanceMinor - used)))
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
    title: `${memo.received ? numberOf(memo) : `Credit memo ${memo.number}`} was changed in ${platform} after a part of it was used here`,
    ours: [{ label: 'Used here', value: amount(used) }],
    theirs: [
      { label: 'Total', value: amount(memo.totalMinor) },
      { label: 'Left', value: amount(memo.balanceMinor) },
    ],
  })
  return false
}
