import type { FormFieldShape } from '../../../../contract/payments/payment-shapes.ts'
import { msg } from '../../../../domain/languages/msg.ts'
import {
  ACCOUNT_NUMBER_TEXT,
  isRoutingNumber,
  ROUTING_NUMBER_TEXT,
} from '../../../../domain/payments/bank-details.ts'
import { EXPIRED_TEXT } from '../../../../domain/payments/card-expiry.ts'
import { isCardBrand } from '../../../../domain/payments/card-number.ts'
import type { PaymentType } from '../../../../domain/payments/payment-status.ts'
import { expirationChoices, field, type Values } from '../form-fields.ts'

const YEARS_OF_EXPIRY = 20
/** Base64 of a key of 4096 bits. */
const LONGEST_ENCRYPTED = 684

/**
 * The card's fields. The browser encrypts number and security code before it sends them, and adds the last four digits and the
 * brand, which nobody can read afterwards.
 */
export function cardFields(today: string): FormFieldShape[] {
  const { months, years } = expirationChoices(today, YEARS_OF_EXPIRY)
  return [
    field('name_on_card', msg('Name on card'), { max_length: 50 }),
    field('number', msg('Card number'), { min_length: 12, max_length: LONGEST_ENCRYPTED }),
    field('expiration_month', msg('Expiration month'), { type: 'choice', choices: months }),
    field('expiration_year', 'Expiration year', { type: 'choice', choices: years }),
    field('cvc', msg('Security code'), { min_length: 3, max_length: LONGEST_ENCRYPTED }),
    field('last_four_digits', 'Last four digits', { min_length: 4, max_length: 4 }),
    field('card_provider', 'Card provider', { max_length: 40 }),
  ]
}

export const E_CHECK_FIELDS: readonly FormFieldShape[] = [
  field('account_holder', msg('Account holder'), { max_length: 50 }),
  field('routing_number', msg('Routing number'), { min_length: 9, max_length: 9 }),
  field('account_number', msg('Account number'), { min_length: 4, max_length: 17 }),
]

/** Validates fields beyond their descriptions. Returns messages by field, or null. */
export function checkFields(
  type: PaymentType,
  values: Values,
  today: string,
): Record<string, string[]> | null {
  const problems = type === 'credit_card' ? cardProblems(values, today) : bankProblems(values)
  return Object.keys(problems).length === 0 ? null : problems
}

/** Keys of 2048, 3072 and 4096 bits. */
const ENCRYPTED_LENGTHS: ReadonlySet<number> = new Set([344, 512, LONGEST_ENCRYPTED])

const isEncrypted = (value: string | boolean | undefined): boolean =>
  typeof value === 'string' && ENCRYPTED_LENGTHS.has(value.length) && /^[A-Za-z0-9+/]+={0,2}$/.test(value)

function cardProblems(values: Values, today: string): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  if (!isEncrypted(values.number)) problems.number = ['The card number has to be encrypted in the browser.']
  if (!isEncrypted(values.cvc)) problems.cvc = ['The security code has to be encrypted in the browser.']
  if (!/^\d{4}$/.test(String(values.last_four_digits)))
    problems.last_four_digits = ['The last four digits are missing.']
  if (!isCardBrand(String(values.card_provider))) problems.card_provider = ['The card’s brand is missing.']
  const { expiration_month: month, expiration_year: year } = values
  if (`${year}-${month}` < today.slice(0, 7)) problems.expiration_month = [EXPIRED_TEXT]
  return problems
}

function bankProblems(values: Values): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  if (!isRoutingNumber(String(values.routing_number))) problems.routing_number = [ROUTING_NUMBER_TEXT]
  if (!/^\d{4,17}$/.test(String(values.account_number))) problems.account_number = [ACCOUNT_NUMBER_TEXT]
  return problems
}
