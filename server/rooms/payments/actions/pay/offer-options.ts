import type { z } from 'zod'
import type { paymentOption } from '../../../../../contract/payments/payment-shapes.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import { formatRate } from '../../../../../domain/money/rate.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { optionFields, optionIdOf, storedOptionId } from '../../rules/option-form.ts'
import { type MethodRow, methodsOfCustomer } from '../../store/methods.ts'
import { findUsableProcessor } from '../processor/check-stored-method.ts'
import { offeredProcessors } from '../processor/find-processor.ts'
import { narrowToInstallment, type PayableInstallment } from '../read/narrow-to-installment.ts'
import {
  mayUseStored,
  type Payable,
  type PayableForPayer,
  readPayableForPayer,
} from '../read/read-payable.ts'
import { listForms, optionForMethod, type PaymentOption, payableInvoiceOf } from './find-payment-options.ts'

type OfferedOption = z.input<typeof paymentOption>

/**
 * Returns the payment options of an invoice, stored methods first; none when it is not payable now. Stored
 * methods are shown only to a portal session or an unlocked pay link. With an installment they pay that one. Refuses
 * invoice_unknown, and an installment that isn't open beside `installment_id`.
 */
export async function offerOptions(
  uow: UnitOfWork,
  invoiceId: string,
  installmentId?: string,
): Promise<OfferedOption[]> {
  const { payable, methods } = await uow.transaction(async (ctx) => {
    const found = await narrowToInstallment(ctx, await readPayableForPayer(ctx, invoiceId), installmentId)
    return { payable: found, methods: await readUsableMethods(ctx, found) }
  })
  return (await listWays(uow, payable, methods)).map((way) => optionOf(way, payable))
}

/** Returns the stored methods that the caller may pay with now. */
export const readUsableMethods = async (ctx: Ctx, payable: Payable): Promise<readonly MethodRow[]> =>
  payable.payableMinor > 0n && mayUseStored(ctx.actor)
    ? methodsOfCustomer(ctx, payable.invoice.customerId)
    : []

/** Returns the ways to pay, stored methods first; none when nothing is payable. */
export async function listWays(
  uow: UnitOfWork,
  payable: Payable,
  methods: readonly MethodRow[],
): Promise<PaymentOption[]> {
  if (payable.payableMinor <= 0n) return []
  const offered = await offeredProcessors(uow)
  const stored: PaymentOption[] = []
  for (const method of methods) {
    const processor = await findUsableProcessor(offered, method, payableInvoiceOf(payable))
    if (typeof processor !== 'string') stored.push(optionForMethod(processor, method, ''))
  }
  return [...stored, ...(await listForms(offered, payable))]
}

/** A payment option in the shape of the API. */
export function optionOf(
  way: PaymentOption,
  payable: PayableForPayer & Partial<PayableInstallment>,
  address = `/api/invoices/${payable.invoice.id}/`,
  prepayAllowed = false,
): OfferedOption {
  const { invoice, settings, payableMinor, wholeMinor = payableMinor, installmentId = null } = payable
  const balance = formatAmount(payableMinor, invoice.currency)
  const id = way.stored
    ? storedOptionId(way.stored.method.id)
    : optionIdOf(way.processor.adapter.id, way.type)
  return {
    type: way.type,
    provider: way.processor.adapter.id,
    url: `${address}payment-options/${id}/`,
    currency: invoice.currency,
    invoice_balance: formatAmount(wholeMinor, invoice.currency),
    balance,
    surcharge_percentage: formatRate(settings.surchargePpm[way.type]),
    partial_allowed: partialAllowed(way, payable),
    company_logo: settings.logo,
    ...(way.stored && { display: way.stored.display, data: { method: way.stored.method.id } }),
    extra_data: {
      ...(way.publishableKey !== undefined && { publishable_key: way.publishableKey }),
      invoice_id: invoice.id,
      installment_id: installmentId,
      ...(way.script !== undefined && { script: way.script }),
      ...(way.tokenAddress !== undefined && { token_address: way.tokenAddress }),
      ...(way.sandbox && { sandbox: true }),
      ...(invoice.depositTo === 'trust' && { deposit_to: 'trust' as const }),
    },
    ...(way.clientId !== undefined && { client_id: way.clientId }),
    fields: optionFields(formOf(way, payable, prepayAllowed)),
  }
}

/** True when both the account and the processor allow partial payments. */
export const partialAllowed = (way: PaymentOption, payable: Payable): boolean =>
  payable.settings.partialPayments &&
  way.processor.adapter.capabilities(way.processor.connection).partialPayments

/** Input for an option's form. */
export const formOf = (way: PaymentOption, payable: PayableForPayer, prepayAllowed = false) => ({
  currency: payable.invoice.currency,
  payableMinor: payable.payableMinor,
  surchargePpm: payable.settings.surchargePpm[way.type],
  own: way.own,
  storable: way.storable,
  storedByDefault: payable.settings.saveMethodsByDefault,
  // PayPal order calls carry no consent to later payments.
  autoPayable: way.storable && (way.type !== 'paypal' || way.stored !== null),
  consentProtected: payable.consentProtected,
  stored: way.stored && {
    id: way.stored.method.id,
    display: way.stored.display,
    paysAutomatically: way.stored.method.autoPayments,
  },
  prepayAllowed,
})
