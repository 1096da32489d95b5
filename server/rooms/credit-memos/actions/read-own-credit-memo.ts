import type { contract } from '../../../../contract/index.ts'
import type { FileReply, HandlerReplyOf } from '../../../../contract/route.ts'
import { dateInZone } from '../../../../domain/dates/calendar.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { serveDocument } from '../../documents/index.ts'
import { type MemoFacts, memoStatus } from '../rules.ts'
import { readApplications, readMemoFacts } from '../store/memos.ts'
import { readCreditMemoDocument } from './read-credit-memo-document.ts'

type Route = typeof contract.ownCreditMemos.read

/** Returns a credit memo of the session's customer that is not void. Refuses not_allowed and not_found. */
export async function requireOwnMemo(ctx: Ctx, memoId: string): Promise<MemoFacts> {
  const { actor } = ctx
  if (actor.kind !== 'customer' && actor.kind !== 'preview') throw refuse('not_allowed')
  const memo = await readMemoFacts(ctx, memoId)
  if (!memo || memo.customerId !== actor.customerId || memo.state === 'void') throw refuse('not_found')
  return memo
}

/** Returns a credit memo as its customer sees it. Refuses not_allowed and not_found. */
export async function readOwnCreditMemo(ctx: Ctx, memoId: string): Promise<HandlerReplyOf<Route>> {
  const memo = await requireOwnMemo(ctx, memoId)
  const [{ timezone }, applications] = await Promise.all([readAccountRow(ctx), readApplications(ctx, memoId)])
  return {
    pk: memo.id,
    number: memo.number,
    status: memoStatus(memo),
    currency: memo.currency,
    issued_on: memo.issuedOn,
    received: memo.received,
    reason: memo.reason,
    total: formatAmount(memo.totalMinor, memo.currency),
    remaining: formatAmount(memo.remainingMinor, memo.currency),
    uses: applications
      .filter(({ unappliedAt }) => unappliedAt === null)
      .map(({ id, invoiceId, invoiceNumber, amountMinor, appliedAt }) => ({
        pk: id,
        invoice: { pk: invoiceId, number: invoiceNumber },
        amount: formatAmount(amountMinor, memo.currency),
        date: dateInZone(appliedAt.getTime(), timezone),
      })),
  }
}

/** Returns the PDF of an own credit memo. Refuses as `readOwnCreditMemo`, and the errors of `serveDocument`. */
export const readOwnMemoPdf = (uow: UnitOfWork, memoId: string): Promise<FileReply> =>
  serveDocument(uow, async (ctx) => {
    await requireOwnMemo(ctx, memoId)
    return readCreditMemoDocument(ctx, memoId)
  })
