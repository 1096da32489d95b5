import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { type Body, parseOptionId } from '../../rules/option-form.ts'
import type { PayerPayment, Payment } from '../../rules/records.ts'
import { paymentOfRequest } from '../../store/payments.ts'
import { cancelOwnAttempts } from '../orders/release-own-attempts.ts'
import { answerPayer } from '../pay/answer-payer.ts'
import { attemptPayment } from '../pay/attempt-payment.ts'
import { findPaymentOption } from '../pay/find-payment-options.ts'
import { requestHashes } from '../pay/hash-request.ts'
import { partialAllowed } from '../pay/offer-options.ts'
import { readForm, refuseInvalid } from '../pay/pay-invoice.ts'
import { isRetryable, replayOf } from '../pay/start-payment.ts'
import { readOpenLines } from './read-open-lines.ts'
import { distinctIds, readCreditSeen, type SeenInvoice, shownLines } from './read-seen.ts'
import { showCredit, showShares } from './show-shares.ts'

export interface SeveralPaid {
  /** Each invoice with the amount that its payer saw as payable. */
  readonly invoices: readonly SeenInvoice[]
  /** Credit that is used first, as the payer saw it. */
  readonly credit?: string | undefined
  readonly form: Body
}

/**
 * Pays several invoices of one customer with one payment, earliest due first. A repeated request_id gets its former
 * reply. Credit is used first if the payer wants, once the payment is confirmed. Refuses amounts_changed when an invoice
 * owes another amount than its payer saw or other credit is left, and everything that `payInvoice` refuses.
 */
export async function payInvoices(
  uow: UnitOfWork,
  optionId: string,
  { invoices, credit, form: body }: SeveralPaid,
): Promise<PayerPayment> {
  const ids = distinctIds(invoices)
  const { surcharge_percentage: _, ...values } = body
  const hashes = requestHashes(uow.app.config, { several: invoices, credit, optionId, body: values })
  const [open, before] = await uow.transaction((ctx) =>
    Promise.all([
      readOpenLines(ctx, ids),
      typeof body.request_id === 'string' ? paymentOfRequest(ctx, body.request_id) : null,
    ]),
  )
  const shown = open.payable
  if (before && !isRetryable(before)) return answerSeveral(uow, replayOf(uow.app, before, hashes), true)
  const option = parseOptionId(optionId)
  if (option === null) throw refuse('not_found')
  const lines = shownLines(invoices, open, uow)
  const creditMinor = readCreditSeen(uow.actor, credit, shown)
  const way = await findPaymentOption(uow, shown, option)
  if (way.type === 'paypal' && !way.stored) throw refuse('not_found')
  const prepayAllowed = shown.settings.prepayments
  const charged = { ...shown, payableMinor: shown.payableMinor - creditMinor }
  const form = readForm(way, charged, body, prepayAllowed)
  if (shown.heldMinor > 0n) await cancelOwnAttempts(uow, ids)
  const { payment, replay, outcome } = await attemptPayment(uow, way, {
    invoiceId: shown.invoice.id,
    lines,
    creditMinor,
    payable: charged,
    processorId: way.processor.adapter.id,
    type: way.type,
    stored: way.stored?.method ?? null,
    form,
    partialAllowed: partialAllowed(way, charged),
    prepayAllowed,
    hashes,
  })
  refuseInvalid(outcome)
  return answerSeveral(uow, payment, replay)
}

/** Returns the payment's state; its first invoice names it in the calls of one invoice. */
async function answerSeveral(uow: UnitOfWork, payment: Payment, replay: boolean): Promise<PayerPayment> {
  const [shares, credit] = await uow.transaction((ctx) =>
    Promise.all([showShares(ctx, payment.id), showCredit(ctx, payment.id)]),
  )
  const [first] = shares
  if (!first) throw refuse('invoice_unknown')
  return answerPayer(payment, first.invoice, replay, undefined, shares, credit)
}
