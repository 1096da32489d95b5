import type { FormFieldShape } from '../../../../contract/payment-shapes.ts'
import type { Steps } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { optionFields, parseOptionId } from '../rules/option-form.ts'
import { typeText } from '../rules/texts.ts'
import { findWay } from './find-ways.ts'
import { formOf } from './offer-options.ts'
import { readPayableAnew } from './read-payable.ts'

export interface OptionDescription {
  name: string
  actions: { POST: Record<string, Omit<FormFieldShape, 'name'>> }
}

/** The fields of one way to pay, by name. Refuses invoice_unknown, invoice_not_payable, not_found, code_required. */
export async function describeOption(
  steps: Steps,
  invoiceId: string,
  optionId: string,
): Promise<OptionDescription> {
  const option = parseOptionId(optionId)
  const payable = await steps.transaction((ctx) => readPayableAnew(ctx, invoiceId))
  if (option === null) throw refuse('not_found')
  const way = await findWay(steps, payable, option)
  if (payable.payableMinor <= 0n) throw refuse('invoice_not_payable')
  const fields = optionFields(formOf(way, payable)).map(({ name, ...field }) => [name, field] as const)
  return { name: way.stored?.display ?? typeText(way.type), actions: { POST: Object.fromEntries(fields) } }
}
