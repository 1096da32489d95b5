import { displayAmount, isCurrency } from '../../../../../domain/money/money.ts'
import type { RemoteCreditMemo } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { changeMirroredMemo, type MirroredMemo, mirrorNewMemo } from '../../../credit-memos/index.ts'
import { openConflict, settleConflict } from '../../store/conflicts.ts'
import { type LinkToWrite, linksOf, writeLinks } from '../../store/links.ts'
import { creditUsedHere } from '../../store/settled-here.ts'
import type { Applied } from './apply-invoices.ts'

/** Brings credit memos to their state at the platform. A change that can't be made here is a conflict. */
export async function applyMemos(
  ctx: Ctx,
  applied: Applied,
  memos: readonly RemoteCreditMemo[],
): Promise<void> {
  if (memos.length === 0) return
  const { connection } = applied
  const known = await linksOf(
    ctx,
    connection.id,
    'credit_memo',
    memos.map(({ remoteId }) => remoteId),
  )
  const customers = await linksOf(
    ctx,
    connection.id,
    'customer',
    memos.map(({ customerId }) => customerId),
  )
  const links: LinkToWrite[] = []
  for (const memo of memos) {
    const link = known.get(memo.remoteId)
    const customerId = customers.get(memo.customerId)?.local_id ?? null
    const isGone = memo.state !== 'open'
    let localId = link?.local_id ?? null
    let complete = true
    if (localId !== null && link?.version !== memo.version)
      complete = await applyKnown(ctx, applied, memo, localId, customerId ?? '')
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

const isReadable = (memo: RemoteCreditMemo): boolean =>
  isCurrency(memo.currency) &&
  memo.totalMinor > 0n &&
  memo.balanceMinor >= 0n &&
  memo.balanceMinor <= memo.totalMinor

const mirrored = (memo: RemoteCreditMemo, customerId: string, remainingMinor: bigint): MirroredMemo => ({
  remoteId: memo.remoteId,
  number: memo.number.trim(),
  customerId,
  currency: memo.currency,
  issuedOn: memo.issuedOn,
  reason: memo.reason,
  totalMinor: memo.totalMinor,
  remainingMinor,
  isVoid: memo.state !== 'open',
})

async function applyKnown(
  ctx: Ctx,
  { connection, platform }: Applied,
  memo: RemoteCreditMemo,
  localId: string,
  customerId: string,
): Promise<boolean> {
  const used = await creditUsedHere(ctx, localId)
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
    title: `Credit memo ${memo.number} was changed in ${platform} after a part of it was used here`,
    ours: [{ label: 'Used here', value: amount(used) }],
    theirs: [
      { label: 'Total', value: amount(memo.totalMinor) },
      { label: 'Left', value: amount(memo.balanceMinor) },
    ],
  })
  return false
}
