import { PROCESSOR_NAMES } from '../../../../domain/payments/processor-names.ts'
import { t } from '../../../ui/language/text.ts'
import type { PaymentOption } from '../payer.ts'

/** Says that no money moves, at the Sandbox or at a processor with test keys. */
export function testModeText(provider: string): string {
  const processor = PROCESSOR_NAMES[provider]
  return processor === undefined
    ? t('Sandbox: no money moves')
    : t('{processor} test mode: no money moves', { processor })
}

/** LawPay has a routing number of its own for tests. */
const routingOf = (provider: string): string => (provider === 'lawpay' ? '000000013' : '110000000')

/** Values that try a payment. */
export function testHint({ type, provider }: Pick<PaymentOption, 'type' | 'provider'>): string {
  if (type === 'credit_card') return t('Try card 4242 4242 4242 4242 with any future date.')
  if (type === 'e_check')
    return t('Try routing number {routing} with account 000123456789.', { routing: routingOf(provider) })
  return t('Approve or cancel the payment in the window that opens.')
}
