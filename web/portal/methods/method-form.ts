import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { ApiError, rateLimitText } from '../../session/calls/api-error.ts'
import { t } from '../../ui/language/text.ts'
import type { PaymentOption } from '../pay/payer.ts'
import type { Values } from '../pay/payment-values.ts'

/** A kind of method, with its form when it can be stored without paying. */
export type MethodForm = ReplyOf<typeof contract.paymentMethods.forms>[number]

/** The form as the payment form's fields take it: an option of no invoice, of which nothing is paid. */
export const optionOfForm = ({
  type,
  provider,
  fields,
  script,
  publishable_key,
}: MethodForm): PaymentOption => ({
  type,
  provider,
  fields,
  url: '',
  currency: 'USD',
  invoice_balance: '0.00',
  balance: '0.00',
  surcharge_percentage: '0',
  partial_allowed: false,
  company_logo: null,
  extra_data: {
    invoice_id: '',
    installment_id: null,
    ...(script !== undefined && { script }),
    ...(publishable_key !== undefined && { publishable_key }),
  },
})

/** The typed values of the fields that the server described. */
export const valuesToSend = ({ fields }: MethodForm, values: Values): Record<string, string | boolean> =>
  Object.fromEntries(fields.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])))

export interface SaveFailure {
  readonly title: string
  readonly text: string
}

const NEXT: Readonly<Record<MethodForm['type'], string>> = {
  credit_card: t('Try another card.'),
  e_check: t('Try another account.'),
  paypal: t('Try again.'),
}

/** A failure that is beside no field. */
export function saveFailure(error: Error, type: MethodForm['type']): SaveFailure {
  if (!(error instanceof ApiError))
    return {
      title: (error as { title?: string }).title ?? t('We couldn’t confirm that it was saved'),
      text: error.message,
    }
  if (error.status === 429) return { title: t('Too many attempts'), text: rateLimitText(error) }
  if (error.code === 'processor_unavailable')
    return { title: t('Payment processor unavailable'), text: error.message }
  if (error.code === 'payments_paused') return { title: t('Payments are paused'), text: error.message }
  if (error.code === 'in_progress')
    return {
      title: t('We couldn’t confirm that it was saved'),
      text: t('Nothing was charged. Save again: the same method is never saved twice.'),
    }
  return {
    title: t('The payment method wasn’t saved'),
    text:
      error.code === 'payment_failed'
        ? `${error.message} ${t('Nothing was charged. {next}', { next: NEXT[type] })}`
        : error.message,
  }
}
