import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { formatAmount, parseAmount, sumMinor } from '../../../../../domain/money/money.ts'
import { allocateOldestFirst } from '../../../../../domain/payments/allocation.ts'
import { audit } from '../../../../platform/audit.ts'
import { type Ctx, nextId, type UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { lockReceivables } from '../../../ledger/index.ts'
import { shareRecord } from '../../rules/records.ts'
import {
  type CreditUse,
  creditSharesOf,
  creditUseOfRequest,
  insertCreditShares,
  insertCreditUse,
} from '../../store/credit-uses.ts'
import { paymentOfRequest } from '../../store/payments.ts'
import { cancelOwnAttempts } from '../orders/release-own-attempts.ts'
import { isSameRequest, requestHashes } from '../pay/hash-request.ts'
import { readOpenLines } from '../several/read-open-lines.ts'
import { distinctIds, type SeenInvoice, shownLines } from '../several/read-seen.ts'
import { payableItems, type ShownLine } from '../several/share-amount.ts'
import { withInvoices } from '../several/show-shares.ts'
import { refuseOtherCredit } from './plan-credit.ts'
import { type CreditOwner, lockCreditAround } from './read-credit.ts'
import { settleWithCredit } from './settle-with-credit.ts'

export interface PaidWithCredit {
  readonly invoices: readonly SeenInvoice[]
  /** Sum of what the invoices owe, as the payer saw it. */
  readonly credit: string
  readonly request_id: string
}

type Reply = HandlerReplyOf<typeof contract.openInvoices.payWithCredit>

/**
 * Pays all that invoices owe with the customer's credit. Nothing is charged. A repeated request_id gets its former
 * reply. Refuses invoice_unknown, amounts_changed when an invoice owes another amount or less credit is
 * left than the payer saw, request_id_reused, or messages by field.
 */
export async function payWithCredit(uow: UnitOfWork, body: PaidWithCredit): Promise<Reply> {
  const ids = distinctIds(body.invoices)
  const hashes = requestHashes(uow.app.config, { payWithCredit: body })
  const former = await uow.transaction((ctx) => formerReply(ctx, body.request_id, hashes))
  if (former) return former
  const open = await uow.transaction((ctx) => readOpenLines(ctx, ids))
  const lines = shownLines(body.invoices, open, uow)
  const { customerId, currency, depositTo } = open.payable.invoice
  if (depositTo === 'trust')
    throw refuseFields({ credit: [msg('Credit can’t pay a deposit to a trust account.')] })
  const seen = parseAmount(body.credit, currency)
  if (!seen.ok || seen.minor !== sumMinor(lines.map((line) => line.payableMinor)))
    throw refuseFields({ credit: [msg('The credit has to be what these invoices owe together.')] })
  if (open.payable.heldMinor > 0n) await cancelOwnAttempts(uow, ids)
  return uow.transaction((ctx) =>
    settle(ctx, lines, seen.minor, {
      id: nextId(ctx),
      customerId,
      currency,
      paymentId: null,
      requestId: body.request_id,
      requestHash: hashes[0],
    }),
  )
}

async function settle(
  ctx: Ctx,
  lines: readonly ShownLine[],
  creditMinor: bigint,
  use: CreditUse & CreditOwner,
): Promise<Reply> {
  // Waits for a concurrent insert of the same request_id.
  if (!(await insertCreditUse(ctx, { ...use, plannedMinor: creditMinor })))
    return (await formerReply(ctx, use.requestId, [use.requestHash]))!
  const lock = () =>
    lockReceivables(
      ctx,
      lines.map((line) => line.invoiceId),
    )
  const { locked, credit } = await lockCreditAround(ctx, use, lock)
  const items = payableItems(locked, lines, use, ctx)
  refuseOtherCredit(ctx, creditMinor, credit.usableMinor, creditMinor, use.currency)
  const shares = allocateOldestFirst(creditMinor, items).allocations.map(({ id, amountMinor }) => ({
    invoiceId: id,
    amountMinor,
  }))
  await settleWithCredit(ctx, use, shares, credit.sources)
  await failpoint('credit.paid')
  await insertCreditShares(ctx, use.id, shares, true)
  await audit(
    ctx,
    'payments.pay-with-credit',
    { type: 'customer', id: use.customerId },
    { amountMinor: creditMinor.toString(), currency: use.currency },
  )
  return showUse(ctx, use)
}

/** Returns the reply to an earlier request with this request_id; null when there was none. Refuses request_id_reused. */
async function formerReply(ctx: Ctx, requestId: string, hashes: readonly Buffer[]): Promise<Reply | null> {
  const [use, payment] = await Promise.all([
    creditUseOfRequest(ctx, requestId),
    paymentOfRequest(ctx, requestId),
  ])
  if (payment) throw refuse('request_id_reused')
  if (!use) return null
  if (!isSameRequest(use.requestHash, hashes)) throw refuse('request_id_reused')
  ctx.app.metrics.duplicatesSuppressed.inc({ kind: 'used_credit' })
  return showUse(ctx, use)
}

async function showUse(ctx: Ctx, { id, currency }: CreditUse): Promise<Reply> {
  const shares = await withInvoices(ctx, await creditSharesOf(ctx, { useId: id }))
  return {
    id,
    currency,
    amount: formatAmount(sumMinor(shares.map((share) => share.amountMinor)), currency),
    invoices: shares.map((share) => shareRecord(share, currency)),
  }
}
