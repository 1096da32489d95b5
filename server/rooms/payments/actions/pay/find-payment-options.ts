import type { FormFieldShape } from '../../../../../contract/payments/payment-shapes.ts'
import type { PaymentType } from '../../../../../domain/payments/payment-status.ts'
import type { PayableInvoice } from '../../../../gateways/payments/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { keepChosen } from '../../../connections/index.ts'
import type { OptionId } from '../../rules/option-form.ts'
import { methodText } from '../../rules/texts.ts'
import { type MethodRow, openMethod } from '../../store/methods.ts'
import { findUsableProcessor } from '../processor/check-stored-method.ts'
import { type Offered, offeredProcessors, optionsFor, type Processor } from '../processor/find-processor.ts'
import { mayUseStored, type Payable } from '../read/read-payable.ts'

/** A payment option: a form of a processor, or a stored method. */
export interface PaymentOption {
  readonly processor: Processor
  readonly type: PaymentType
  readonly own: readonly FormFieldShape[]
  readonly storable: boolean
  readonly stored: { readonly method: MethodRow; readonly display: string; readonly token: string } | null
  readonly publishableKey: string | undefined
  readonly clientId: string | undefined
  readonly script: string | undefined
  readonly tokenAddress: string | undefined
  readonly sandbox: boolean
}

/** Returns the processors' forms for an invoice; without stored methods. */
export const findPaymentOptions = async (uow: UnitOfWork, payable: Payable): Promise<PaymentOption[]> =>
  listForms(await offeredProcessors(uow), payable)

/** Returns a form of each type for an invoice, of the processor that is chosen for it. */
export async function listForms(
  { processors, choices }: Offered,
  payable: Payable,
): Promise<PaymentOption[]> {
  const found: PaymentOption[] = []
  for (const processor of processors) {
    const { adapter, connection } = processor
    const options = await optionsFor(processor, payableInvoiceOf(payable))
    const { storedMethods } = adapter.capabilities(connection)
    for (const option of options)
      found.push({
        processor,
        type: option.type,
        own: option.fields,
        storable: storedMethods,
        stored: null,
        publishableKey: option.publishableKey,
        clientId: option.clientId,
        script: option.script,
        tokenAddress: option.tokenAddress,
        sandbox: option.sandbox ?? false,
      })
  }
  const { currency, depositTo } = payable.invoice
  // All processors may take earned money; a trust account is at one of them.
  return keepChosen(
    found,
    ({ processor }) => processor.adapter.id,
    depositTo === 'trust' ? [] : choices,
    currency,
  )
}

/** An invoice as a processor's options need it. */
export const payableInvoiceOf = ({ invoice, settings, payableMinor }: Payable): PayableInvoice => ({
  id: invoice.id,
  number: invoice.number,
  currency: invoice.currency,
  payable: { minor: payableMinor, currency: invoice.currency },
  depositTo: invoice.depositTo,
  today: settings.today,
})

/**
 * Returns the option that an address names. Refuses not_found, and code_required on a pay link that is not
 * unlocked.
 */
export async function findPaymentOption(
  uow: UnitOfWork,
  payable: Payable,
  option: OptionId,
): Promise<PaymentOption> {
  if (option.kind === 'stored') return storedOption(uow, payable, option.methodId)
  const found = await findPaymentOptions(uow, payable)
  const match = found.find((one) => one.processor.adapter.id === option.provider && one.type === option.type)
  if (!match) throw refuse('not_found')
  return match
}

async function storedOption(uow: UnitOfWork, payable: Payable, methodId: string): Promise<PaymentOption> {
  if (!mayUseStored(uow.actor)) throw refuse('code_required')
  const opened = await uow.transaction((ctx) => openMethod(ctx, payable.invoice.customerId, methodId))
  if (!opened) throw refuse('not_found')
  const { method, token } = opened
  const processor = await findUsableProcessor(await offeredProcessors(uow), method, payableInvoiceOf(payable))
  if (typeof processor === 'string') throw refuse('not_found')
  return optionForMethod(processor, method, token)
}

/** 'Office card · Visa •••• 4242'; only the method where its owner gave it no name. */
const namedText = ({ name, type, brand, last4 }: MethodRow): string =>
  [name, methodText(type, brand, last4)].filter((text) => text !== '').join(' · ')

export const optionForMethod = (processor: Processor, method: MethodRow, token: string): PaymentOption => ({
  processor,
  type: method.type,
  own: [],
  storable: true,
  stored: { method, display: namedText(method), token },
  publishableKey: undefined,
  clientId: undefined,
  script: undefined,
  tokenAddress: undefined,
  sandbox: processor.adapter.id === 'sandbox',
})
