import type { FormFieldShape } from '../../../../../contract/payments/payment-shapes.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { optionFields, parseOptionId } from '../../rules/option-form.ts'
import { typeText } from '../../rules/texts.ts'
import { narrowToInstallment } from '../read/narrow-to-installment.ts'
import { readPayableForPayer } from '../read/read-payable.ts'
import { findPaymentOption } from './find-payment-options.ts'
import { formOf } from './offer-options.ts'

export interface OptionDescription {
  name: string
  actions: { POST: Record<string, Omit<FormFieldShape, 'name'>> }
}

/**
 * Returns the fields of one payment option by name. Refuses invoice_unknown, invoice_not_payable, not_found,
 * code_required.
 */
export async function describeOption(
  uow: UnitOfWork,
  invoiceId: string,
  optionId: string,
  installmentId?: string,
): Promise<OptionDescription> {
  const option = parseOptionId(optionId)
  const payable = await uow.transaction(async (ctx) =>
    narrowToInstallment(ctx, await readPayableForPayer(ctx, invoiceId), installmentId),
  )
  if (option === null) throw refuse('not_found')
  const way = await findPaymentOption(uow, payable, option)
  if (payable.payableMinor <= 0n) throw refuse('invoice_not_payable')
  const fields = optionFields(formOf(way, payable)).map(({ name, ...field }) => [name, field] as const)
  return { name: way.stored?.display ?? typeText(way.type), actions: { POST: Object.fromEntries(fields) } }
}
