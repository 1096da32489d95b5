import { msg } from '../../../../../domain/languages/msg.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { readAmount } from '../../rules/option-form.ts'
import { answerPayer } from '../pay/answer-payer.ts'
import { attemptPayment } from '../pay/attempt-payment.ts'
import { findPaymentOptions } from '../pay/find-payment-options.ts'
import { requestHashes } from '../pay/hash-request.ts'
import { formOf, partialAllowed } from '../pay/offer-options.ts'
import { narrowToInstallment } from '../read/narrow-to-installment.ts'
import { readPayableAnew } from '../read/read-payable.ts'
import { releaseOwnAttempts } from './release-own-attempts.ts'

interface IntentRequest {
  readonly invoice_id: string
  readonly amount: string
  readonly enable_auto_payments: boolean
  readonly store_method: boolean
  readonly installment_id?: string | undefined
}

/**
 * Starts a card payment that the payer's browser confirms at Stripe: reserves its amount and creates a PaymentIntent. The
 * payer's earlier attempts on the invoice that still wait are canceled first, so that only the last intent can be confirmed. Refuses
 * invoice_unknown, invoice_not_payable, not_found without Stripe, payment_failed, processor_unavailable, too_many_requests, or
 * messages beside `amount`, `enable_auto_payments` and `installment_id`.
 */
export async function createIntent(
  uow: UnitOfWork,
  request: IntentRequest,
): Promise<{ stripe_client_secret: string }> {
  const { invoice_id: invoiceId, amount, installment_id: installmentId } = request
  const shown = await uow.transaction(async (ctx) => {
    const found = await readPayableAnew(ctx, invoiceId)
    if (found.payableMinor <= 0n) throw refuse('invoice_not_payable')
    return narrowToInstallment(ctx, found, installmentId)
  })
  const way = (await findPaymentOptions(uow, shown)).find(
    ({ type, script, processor }) =>
      type === 'credit_card' && script !== undefined && processor.adapter.confirm !== undefined,
  )
  if (!way) throw refuse('not_found')
  const { consentProtected } = formOf(way, shown)
  if (request.enable_auto_payments && consentProtected)
    throw refuseFields({
      enable_auto_payments: [msg('Automatic payments already use another payment method.')],
    })
  const rules = {
    currency: shown.invoice.currency,
    payableMinor: shown.payableMinor,
    partialAllowed: partialAllowed(way, shown),
  }
  const read = readAmount(amount, rules)
  if (!read.ok) throw refuseFields({ amount: [read.text] })
  const payable = await releaseOwnAttempts(uow, shown)
  const requestId = `intent-${newId(uow.app.clock.wallNow())}`
  const { payment, invoice, outcome } = await attemptPayment(uow, way, {
    invoiceId,
    payable,
    processorId: way.processor.adapter.id,
    type: way.type,
    stored: null,
    form: {
      amountMinor: read.minor,
      shownSurchargePpm: null,
      requestId,
      storeMethod: request.store_method || request.enable_auto_payments,
      enableAutoPayments: request.enable_auto_payments,
      values: {},
    },
    partialAllowed: rules.partialAllowed,
    hashes: requestHashes(uow.app.config, { intent: requestId }),
    installmentId: shown.installmentId,
  })
  const secret = outcome?.ok ? outcome.value.next?.data : undefined
  if (secret !== undefined) return { stripe_client_secret: secret }
  answerPayer(payment, invoice, false)
  throw refuse('processor_unavailable')
}
