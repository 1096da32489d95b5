import { newId } from '../../../platform/ids.ts'
import type { CreateRequest } from '../port.ts'

export const anId = (): string => newId(0)
export const usd = (minor: bigint) => ({ minor, currency: 'USD' })

/**
 * Builds a request to charge 123.45 dollars to an approved card, unless another card or a bank account is
 * given.
 */
export function aRequest(
  more: Partial<CreateRequest> & { number?: string; account?: string } = {},
): CreateRequest {
  const { number = '4242424242424242', account, ...rest } = more
  const card = { name_on_card: 'P', number, expiration_month: '01', expiration_year: '2030', cvc: '123' }
  const bank = {
    account_holder: 'P',
    routing_number: '110000000',
    account_number: account ?? '',
    account_type: 'checking',
  }
  return {
    ourId: anId(),
    amount: usd(12_345n),
    depositTo: 'operating',
    type: account ? 'e_check' : 'credit_card',
    method: { kind: 'fields', values: account ? bank : card },
    customer: { ref: 'customer-1', name: 'Harbor Foods', email: 'a@example.test' },
    invoice: { id: anId(), number: 'INV-1' },
    storeMethod: false,
    payerPresent: true,
    capture: 'now',
    ...rest,
  }
}
