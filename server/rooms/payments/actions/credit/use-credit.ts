import { displayAmount, smallerMinor, sumMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { readCustomer } from '../../../customers/index.ts'
import type { Share } from '../../../ledger/index.ts'
import type { Payment, PaymentDetail } from '../../rules/records.ts'
import { lockPayment, readPaymentRow } from '../../store/payments.ts'
import { refundingMinorOf } from '../../store/refunds.ts'
import { insertUse, readUseHash } from '../../store/uses.ts'
import { namedShares, oldestShares } from '../pay/choose-shares.ts'
import { isSameRequest, requestHashes } from '../pay/hash-request.ts'
import { readPayment } from '../read/read-payment.ts'
import { recordCreditUse } from './record-credit-use.ts'

export interface CreditUse {
  readonly request_id: string
  readonly invoices?: readonly { readonly invoice: string; readonly amount: string }[] | undefined
}

/**
 * Settles open invoices of the same customer, or of the one that it was merged into, and currency with a confirmed payment's unapplied
 * credit: the named ones, otherwise the oldest. The credit stays the payer's own until it is used. Applies once for each request_id. Refuses not_found, wrong_state when no
 * credit remains or nothing is owed, request_id_reused, or messages by field.
 */
export async function useCredit(ctx: Ctx, paymentId: string, body: CreditUse): Promise<PaymentDetail> {
  const seen = await readPaymentRow(ctx, paymentId)
  if (!seen) throw refuse('not_found')
  const hashes = requestHashes(ctx.app.config, { useCredit: paymentId, ...body })
  if (!(await insertUse(ctx, { paymentId, requestId: body.request_id, requestHash: hashes[0] }))) {
    if (!isSameRequest(await readUseHash(ctx, body.request_id), hashes)) throw refuse('request_id_reused')
    ctx.app.metrics.duplicatesSuppressed.inc({ kind: 'used_credit' })
    return readPayment(ctx, paymentId)
  }
  checkCredit(seen)
  const money = {
    customerId: seen.customer_id,
    mergedInto: (await readCustomer(ctx, seen.customer_id)).mergedInto,
    currency: seen.currency,
    maySettleDeposits: false,
    totalMinor: seen.unapplied_minor - (await refundingMinorOf(ctx, paymentId)),
  }
  if (money.totalMinor <= 0n) throw refuse('wrong_state', NOTHING_LEFT)
  const wanted = body.invoices ? await namedShares(ctx, money, body.invoices) : await oldestShares(ctx, money)
  if (wanted.length === 0) throw refuse('wrong_state', 'This customer has no invoices to pay right now.')
  const payment = (await lockPayment(ctx, paymentId))!
  // A concurrent call may have used or refunded the credit during the wait for the invoices.
  checkCredit(payment)
  const freeMinor = payment.unapplied_minor - (await refundingMinorOf(ctx, paymentId))
  // Credit of a refund under way is no longer available.
  if (freeMinor <= 0n) throw refuse('wrong_state', NOTHING_LEFT)
  const shares = body.invoices ? wanted : limitShares(freeMinor, wanted)
  const used = sumMinor(shares.map((share) => share.amountMinor))
  if (used > freeMinor)
    throw refuseFields({ invoices: [`Only ${displayAmount(freeMinor, payment.currency)} is left.`] })
  await recordCreditUse(ctx, payment, shares)
  return readPayment(ctx, paymentId)
}

/** Limits the shares to the available amount, first ones first. */
function limitShares(freeMinor: bigint, shares: readonly Share[]): Share[] {
  let left = freeMinor
  return shares.flatMap(({ invoiceId, amountMinor: wanted }) => {
    const amountMinor = smallerMinor(wanted, left)
    left -= amountMinor
    return amountMinor > 0n ? [{ invoiceId, amountMinor }] : []
  })
}

const NOTHING_LEFT = 'This payment has no credit left.'

function checkCredit(payment: Payment): void {
  if (payment.deposit_to === 'trust')
    throw refuse(
      'wrong_state',
      'This money is in the trust account, so it can’t settle invoices here. Refund it instead.',
    )
  if (payment.status !== 'confirmed' || payment.unapplied_minor === 0n)
    throw refuse('wrong_state', NOTHING_LEFT)
}
