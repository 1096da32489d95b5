import { msg } from '../../../../../domain/languages/msg.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { type Body, type FilledForm, parseOptionId, readOptionForm } from '../../rules/option-form.ts'
import type { PayerPayment } from '../../rules/records.ts'
import { paymentOfRequest } from '../../store/payments.ts'
import { releaseOwnAttempts } from '../orders/release-own-attempts.ts'
import { narrowToInstallment } from '../read/narrow-to-installment.ts'
import { type PayableForPayer, readPayableForPayer } from '../read/read-payable.ts'
import { answerPayer } from './answer-payer.ts'
import { type Attempt, attemptPayment } from './attempt-payment.ts'
import { findPaymentOption, type PaymentOption } from './find-payment-options.ts'
import { requestHashes } from './hash-request.ts'
import { formOf, partialAllowed } from './offer-options.ts'
import { isRetryable, replayOf } from './start-payment.ts'

/**
 * Pays an invoice, or a part of it, with one of its payment options. A repeated request_id gets its former
 * reply. Refuses invoice_unknown, invoice_not_payable, code_required, request_id_reused, in_progress,
 * payment_failed, processor_unavailable, surcharge_changed, too_many_requests, wrong_state for an option that
 * needs an order, or messages by field.
 */
export async function payInvoice(
  uow: UnitOfWork,
  request: {
    invoiceId: string
    optionId: string
    body: Body
    /** Checked again in the transaction that starts the payment; false refuses wrong_state. */
    stillWanted?: (ctx: Ctx) => Promise<boolean>
  },
): Promise<PayerPayment> {
  const { invoiceId, optionId, body, stillWanted } = request
  // The shown surcharge is not part of the request: the same request may be repeated from another page.
  const { surcharge_percentage: _, ...values } = body
  const { installment_id: installmentId, ...fields } = body
  const hashes = requestHashes(uow.app.config, { invoiceId, optionId, body: values })
  const { found, before, shown, option } = await uow.transaction(async (ctx) => {
    const [found, before] = await Promise.all([
      readPayableForPayer(ctx, invoiceId),
      typeof body.request_id === 'string' ? paymentOfRequest(ctx, body.request_id) : null,
    ])
    // A repeated request gets its former reply, whatever became of its installment.
    if (before && !isRetryable(before)) return { found, before, shown: null, option: null }
    const option = parseOptionId(optionId)
    if (option === null) throw refuse('not_found')
    if (found.payableMinor <= 0n) throw refuse('invoice_not_payable')
    return { found, before: null, shown: await narrowToInstallment(ctx, found, installmentId), option }
  })
  if (before) return answerPayer(replayOf(uow.app, before, hashes), found.invoice, true)
  const way = await findPaymentOption(uow, shown, option)
  if (way.type === 'paypal' && !way.stored)
    throw refuse('wrong_state', msg('A PayPal payment begins with an order, which its payer approves.'))
  const form = readForm(way, shown, fields)
  const payable = await releaseOwnAttempts(uow, shown)
  const { payment, invoice, replay, outcome } = await attemptPayment(uow, way, {
    invoiceId,
    payable,
    processorId: way.processor.adapter.id,
    type: way.type,
    stored: way.stored?.method ?? null,
    form,
    partialAllowed: partialAllowed(way, payable),
    hashes,
    stillWanted,
    installmentId: shown.installmentId,
  })
  refuseInvalid(outcome)
  return answerPayer(payment, invoice, replay)
}

/** Reads a filled form of an option. Refuses messages by field. */
export function readForm(
  way: PaymentOption,
  payable: PayableForPayer,
  body: Body,
  prepayAllowed = false,
): FilledForm {
  const read = readOptionForm(body, {
    ...formOf(way, payable, prepayAllowed),
    partialAllowed: partialAllowed(way, payable),
  })
  if (!read.ok) throw refuseFields(read.fields)
  const { adapter } = way.processor
  const problems = way.stored
    ? null
    : adapter.checkFields?.(way.type, read.form.values, payable.settings.today)
  if (problems) throw refuseFields(problems)
  return read.form
}

/** Refuses with the messages by field of a processor that finds the form invalid. */
export function refuseInvalid(outcome: Attempt['outcome']): void {
  if (outcome && !outcome.ok && outcome.error.kind === 'invalid' && outcome.error.fields)
    throw refuseFields(outcome.error.fields)
}
