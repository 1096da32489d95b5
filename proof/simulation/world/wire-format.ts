import type { MethodName } from '../commands.ts'
import type { Line } from '../model/books.ts'
import { formatAmount } from '../model/figures.ts'

/** The Sandbox's test numbers, by their behavior. */
const CARDS: Partial<Record<MethodName, string>> = {
  good: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  challenged: '4000000000003220',
  disputed: '4000000000000259',
  authorized: '4000000000000077',
  poorLater: '4000000000000341',
  stolenLater: '4000000000009979',
}
const BANK_ACCOUNTS: Partial<Record<MethodName, string>> = {
  clears: '000123456789',
  returns: '000000001113',
  returnsLate: '000000002227',
}

/** Returns the payment option of a method and the values of its form. */
export function fillPaymentForm(method: MethodName): { option: string; fields: Record<string, string> } {
  const number = CARDS[method]
  if (number !== undefined)
    return {
      option: 'sandbox-card',
      fields: {
        name_on_card: 'Pat Payer',
        number,
        expiration_month: '12',
        expiration_year: '2030',
        cvc: '123',
      },
    }
  return {
    option: 'sandbox-e-check',
    fields: {
      account_holder: 'Pat Payer',
      routing_number: '110000000',
      account_number: BANK_ACCOUNTS[method]!,
      account_type: 'checking',
    },
  }
}

/** Returns the last four digits of a stored method. */
export const getLast4 = (method: MethodName): string => (CARDS[method] ?? BANK_ACCOUNTS[method]!).slice(-4)

/** Formats an integer with `digits` decimals: 12345 with 4 gives '1.2345'. */
function formatDecimal(value: bigint, digits: number): string {
  const figures = value.toString().padStart(digits + 1, '0')
  return `${figures.slice(0, -digits)}.${figures.slice(-digits)}`
}

/** Formats the lines of an invoice for the API. */
export const formatLines = (lines: readonly Line[], currency: string) =>
  lines.map(({ quantity, price, discount, tax }) => ({
    description: 'Hot cups, 12 oz',
    quantity: formatDecimal(quantity, 4),
    unit_price: formatAmount(price, currency),
    discount: formatDecimal(discount, 4),
    tax_name: tax > 0n ? 'Sales tax' : '',
    tax_rate: formatDecimal(tax, 4),
  }))
