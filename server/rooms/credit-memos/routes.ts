import { creditMemos } from '../../../contract/payments/credit-memos.ts'
import { ownCreditMemos } from '../../../contract/payments/own-credit-memos.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { pagedReply } from '../../platform/http/paging.ts'
import { applyCreditMemo } from './actions/apply-credit-memo.ts'
import { exportCreditMemos } from './actions/export-credit-memos.ts'
import { issueCreditMemo } from './actions/issue-credit-memo.ts'
import { listCreditMemos } from './actions/list-credit-memos.ts'
import { readCreditMemo } from './actions/read-credit-memo.ts'
import { creditMemoPdfOf } from './actions/read-credit-memo-pdf.ts'
import { readOwnCreditMemo, readOwnMemoPdf } from './actions/read-own-credit-memo.ts'
import { unapplyCreditMemo } from './actions/unapply-credit-memo.ts'
import { useOwnCreditMemo } from './actions/use-own-credit-memo.ts'
import { voidCreditMemo } from './actions/void-credit-memo.ts'

export const creditMemosRoutes: BoundRoute[] = [
  on(creditMemos.list, async (ctx, { query }) => {
    const { count, results } = await listCreditMemos(ctx, query)
    return pagedReply(`/api/accounts/${ctx.accountId}/credit-memos/`, query, count, results)
  }),
  onUnitOfWork(creditMemos.export, (uow, { body }) => exportCreditMemos(uow, body)),
  on(creditMemos.issue, (ctx, { body }) => issueCreditMemo(ctx, body)),
  on(creditMemos.read, (ctx, { params }) => readCreditMemo(ctx, params.memo)),
  on(creditMemos.apply, (ctx, { params, body }) => applyCreditMemo(ctx, params.memo, body)),
  on(creditMemos.unapply, (ctx, { params, body }) => unapplyCreditMemo(ctx, params.memo, body.application)),
  on(creditMemos.void, (ctx, { params }) => voidCreditMemo(ctx, params.memo)),
  on(ownCreditMemos.read, (ctx, { params }) => readOwnCreditMemo(ctx, params.memo)),
  on(ownCreditMemos.use, (ctx, { params, body }) => useOwnCreditMemo(ctx, params.memo, body)),
  onUnitOfWork(ownCreditMemos.pdf, (uow, { params }) => readOwnMemoPdf(uow, params.memo)),
  onUnitOfWork(creditMemos.pdf, async (uow, { params }) => ({
    ...(await creditMemoPdfOf(uow, params.memo)),
    inline: true,
  })),
]
