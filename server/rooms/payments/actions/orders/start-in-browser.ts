import { NUMBER_TEXT } from '../../../../../domain/parsing/form-fields.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { type FilledForm, readAmount, readShownSurcharge } from '../../rules/option-form.ts'
import { type Attempt, attemptPayment } from '../pay/attempt-payment.ts'
import type { PaymentOption } from '../pay/find-payment-options.ts'
import { partialAllowed } from '../pay/offer-options.ts'
import type { PaymentIntent } from '../pay/start-payment.ts'
import type { PayableInstallment } from '../read/narrow-to-installment.ts'
import { releaseOwnAttempts } from './release-own-attempts.ts'

/** The values of an attempt that its payer finishes in the browser. */
export interface BrowserAttempt
  extends Pick<FilledForm, 'requestId' | 'storeMethod' | 'enableAutoPayments'>,
    Pick<PaymentIntent, 'hashes'> {
  readonly amount: string
  /** The surcharge that the payer saw, in percent; absent when none was shown. */
  readonly surcharge_percentage?: string | undefined
}

/**
 * Starts a payment that its payer finishes in the browser: reserves the amount and creates the payment at the processor. Earlier
 * attempts of the payer that still wait are canceled first. Refuses what `attemptPayment` refuses, surcharge_changed, and messages
 * beside `amount` and `surcharge_percentage`.
 */
export async function startInBrowser(
  uow: UnitOfWork,
  option: PaymentOption,
  shown: PayableInstallment,
  { amount, surcharge_percentage, hashes, ...form }: BrowserAttempt,
): Promise<Attempt> {
  const { currency } = shown.invoice
  const rules = { currency, payableMinor: shown.payableMinor, partialAllowed: partialAllowed(option, shown) }
  const read = readAmount(amount, rules)
  const shownSurchargePpm = readShownSurcharge(surcharge_percentage)
  if (!read.ok || shownSurchargePpm === undefined)
    throw refuseFields({
      ...(!read.ok && { amount: [read.text] }),
      ...(shownSurchargePpm === undefined && { surcharge_percentage: [NUMBER_TEXT] }),
    })
  const payable = await releaseOwnAttempts(uow, shown)
  return attemptPayment(uow, option, {
    invoiceId: shown.invoice.id,
    payable,
    processorId: option.processor.adapter.id,
    type: option.type,
    stored: null,
    form: { ...form, amountMinor: read.minor, shownSurchargePpm, values: {} },
    partialAllowed: rules.partialAllowed,
    hashes,
    installmentId: shown.installmentId,
  })
}
