import { parseAmount } from '../../../../../domain/money/money.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
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
import { type OpenLines, readOpenLines } from './read-open-lines.ts'
import { refuseChanged, type ShownLine } from './share-amount.ts'
import { showShares } from './show-shares.ts'

export interface SeveralPaid {
  /** Each invoice with the amount that its payer saw as payable. */
  readonly invoices: readonly { readonly invoice: string; readonly amount: string }[]
  readonly form: Body
}

/**
 * Pays several invoices of one customer with one payment, earliest due first. A repeated request_id gets its former
 * reply. Refuses amounts_changed when an invoice owes another amount than its payer saw, and everything that
 * `payInvoice` refuses.
 */
export async function payInvoices(
  uow: UnitOfWork,
  optionId: string,
  { invoices, form: body }: SeveralPaid,
): Promise<PayerPayment> {
  const ids = invoices.map(({ invoice }) => invoice.toLowerCase()).sort()
  if (new Set(ids).size < ids.length) throw refuseFields({ invoices: ['List each invoice once.'] })
  const { surcharge_percentage: _, ...values } = body
  const hashes = requestHashes(uow.app.config, { several: invoices, optionId, body: values })
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
  const lines = shownLines(invoices, open)
  const way = await findPaymentOption(uow, shown, option)
  if (way.type === 'paypal' && !way.stored) throw refuse('not_found')
  const prepayAllowed = shown.settings.prepayments
  const form = readForm(way, shown, body, prepayAllowed)
  if (shown.heldMinor > 0n) await cancelOwnAttempts(uow, ids)
  const { payment, replay, outcome } = await attemptPayment(uow, way, {
    invoiceId: shown.invoice.id,
    lines,
    payable: shown,
    processorId: way.processor.adapter.id,
    type: way.type,
    stored: way.stored?.method ?? null,
    form,
    partialAllowed: partialAllowed(way, shown),
    prepayAllowed,
    hashes,
  })
  refuseInvalid(outcome)
  return answerSeveral(uow, payment, replay)
}

/** Checks the amounts that the payer saw against what the invoices owe. */
function shownLines(invoices: SeveralPaid['invoices'], { lines, payable }: OpenLines): ShownLine[] {
  const { currency } = payable.invoice
  const amounts = new Map(invoices.map(({ invoice, amount }) => [invoice.toLowerCase(), amount]))
  return lines.map(({ invoice, payableMinor }) => {
    const parsed = parseAmount(amounts.get(invoice.id) ?? '', currency)
    if (!parsed.ok || parsed.minor <= 0n)
      throw refuseFields({ invoices: [`Enter the amount of ${invoice.number}.`] })
    const line = { invoiceId: invoice.id, number: invoice.number, payableMinor: parsed.minor }
    refuseChanged(line, payableMinor, currency)
    return line
  })
}

/** Returns the payment's state; its first invoice names it in the calls of one invoice. */
async function answerSeveral(uow: UnitOfWork, payment: Payment, replay: boolean): Promise<PayerPayment> {
  const shares = await uow.transaction((ctx) => showShares(ctx, payment.id))
  const [first] = shares
  if (!first) throw refuse('invoice_unknown')
  return answerPayer(payment, first.invoice, replay, undefined, shares)
}
