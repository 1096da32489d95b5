import { msg } from '../../../../../domain/languages/msg.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { answerPayer } from '../pay/answer-payer.ts'
import { findPaymentOptions } from '../pay/find-payment-options.ts'
import { requestHashes } from '../pay/hash-request.ts'
import { formOf } from '../pay/offer-options.ts'
import { narrowToInstallment } from '../read/narrow-to-installment.ts'
import { readPayableForPayer } from '../read/read-payable.ts'
import { startInBrowser } from './start-in-browser.ts'

interface IntentRequest {
  readonly invoice_id: string
  readonly amount: string
  readonly enable_auto_payments: boolean
  readonly store_method: boolean
  readonly installment_id?: string | undefined
  readonly surcharge_percentage?: string | undefined
}

/**
 * Starts a card payment that the payer's browser confirms at Stripe: reserves its amount and creates a PaymentIntent. The
 * payer's earlier attempts on the invoice that still wait are canceled first, so that only the last intent can be confirmed. Refuses
 * invoice_unknown, invoice_not_payable, not_found without Stripe, payment_failed, processor_unavailable, surcharge_changed,
 * too_many_requests, or messages beside `amount`, `enable_auto_payments`, `surcharge_percentage` and `installment_id`.
 */
export async function createIntent(
  uow: UnitOfWork,
  request: IntentRequest,
): Promise<{ stripe_client_secret: string }> {
  const shown = await uow.transaction(async (ctx) => {
    const found = await readPayableForPayer(ctx, request.invoice_id)
    if (found.payableMinor <= 0n) throw refuse('invoice_not_payable')
    return narrowToInstallment(ctx, found, request.installment_id)
  })
  const way = (await findPaymentOptions(uow, shown)).find(
    ({ type, script, processor }) =>
      type === 'credit_card' && script !== undefined && processor.adapter.confirm !== undefined,
  )
  if (!way) throw refuse('not_found')
  if (request.enable_auto_payments && formOf(way, shown).consentProtected)
    throw refuseFields({
      enable_auto_payments: [msg('Automatic payments already use another payment method.')],
    })
  const requestId = `intent-${newId(uow.app.clock.wallNow())}`
  const { payment, invoice, outcome } = await startInBrowser(uow, way, shown, {
    amount: request.amount,
    surcharge_percentage: request.surcharge_percentage,
    requestId,
    storeMethod: request.store_method || request.enable_auto_payments,
    enableAutoPayments: request.enable_auto_payments,
    hashes: requestHashes(uow.app.config, { intent: requestId }),
  })
  const secret = outcome?.ok ? outcome.value.next?.data : undefined
  if (secret !== undefined) return { stripe_client_secret: secret }
  answerPayer(payment, invoice, false)
  throw refuse('processor_unavailable')
}
