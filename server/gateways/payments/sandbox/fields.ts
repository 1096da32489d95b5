import type { FormFieldShape } from '../../../../contract/payments/payment-shapes.ts'
import { msg } from '../../../../domain/languages/msg.ts'
import { EXPIRED_TEXT } from '../../../../domain/payments/card-expiry.ts'
import {
  brandOf,
  CARD_CODE_TEXT,
  CARD_NUMBER_TEXT,
  cardDigits,
  passesCheckDigit,
} from '../../../../domain/payments/card-number.ts'
import type { PaymentType } from '../../../../domain/payments/payment-status.ts'
import { expirationChoices, field, type Values } from '../form-fields.ts'
import type { MethodFacts } from '../port.ts'
import { type Behavior, behaviorOfBankAccount, behaviorOfCard, SANDBOX_ROUTING_NUMBER } from './behaviors.ts'
import { isExpired } from './card.ts'

const YEARS_OF_EXPIRY = 10

/** Offers months 01 to 12 and the current year plus nine. */
export function cardFields(today: string): FormFieldShape[] {
  const { months, years } = expirationChoices(today, YEARS_OF_EXPIRY)
  return [
    field('name_on_card', msg('Name on card'), { max_length: 100 }),
    field('number', msg('Card number'), { min_length: 12, max_length: 23 }),
    field('expiration_month', msg('Expiration month'), { type: 'choice', choices: months }),
    field('expiration_year', 'Expiration year', { type: 'choice', choices: years }),
    field('cvc', msg('Security code'), { min_length: 3, max_length: 4 }),
  ]
}

export const E_CHECK_FIELDS: readonly FormFieldShape[] = [
  field('account_holder', msg('Account holder'), { max_length: 100 }),
  field('routing_number', msg('Routing number'), { min_length: 9, max_length: 9 }),
  field('account_number', msg('Account number'), { min_length: 4, max_length: 17 }),
  field('account_type', 'Account type', {
    type: 'choice',
    choices: [
      { value: 'checking', display_name: 'Checking' },
      { value: 'savings', display_name: 'Savings' },
    ],
    initial: 'checking',
  }),
]

type Problems = Record<string, string[]>

/** Validates fields beyond their descriptions. Returns messages by field, or null. */
export function checkFields(type: PaymentType, values: Values, today: string): Problems | null {
  // An order has no fields, because the payer chooses the method on the Sandbox's page.
  if (type === 'paypal') return null
  const problems = type === 'credit_card' ? cardProblems(values, today) : bankProblems(values)
  return Object.keys(problems).length === 0 ? null : problems
}

function cardProblems(values: Values, today: string): Problems {
  const problems: Problems = {}
  const digits = cardDigits(String(values.number ?? ''))
  if (digits === null || !passesCheckDigit(digits)) problems.number = [CARD_NUMBER_TEXT]
  const [year, month] = [Number(values.expiration_year), Number(values.expiration_month)]
  if (!(year >= 2000 && month >= 1 && month <= 12))
    problems.expiration_month = ['Choose when the card expires.']
  else if (isExpired(year, month, today)) problems.expiration_month = [EXPIRED_TEXT]
  if (!/^\d{3,4}$/.test(String(values.cvc ?? ''))) problems.cvc = [CARD_CODE_TEXT]
  return problems
}

function bankProblems(values: Values): Problems {
  const problems: Problems = {}
  if (values.routing_number !== SANDBOX_ROUTING_NUMBER)
    problems.routing_number = [`The Sandbox only accepts routing number ${SANDBOX_ROUTING_NUMBER}.`]
  if (!/^\d{4,17}$/.test(String(values.account_number ?? '')))
    problems.account_number = ['This account number is not valid.']
  return problems
}

/** Method details of an order's payer. */
export const ORDER_METHOD: MethodFacts = {
  type: 'paypal',
  brand: 'PayPal',
  last4: '',
  expirationYear: null,
  expirationMonth: null,
}

/** Returns the stored details of a checked form, never the number itself. */
export function methodOf(type: PaymentType, values: Values): { facts: MethodFacts; behavior: Behavior } {
  if (type === 'credit_card') {
    const digits = cardDigits(String(values.number)) ?? ''
    const facts = {
      type,
      brand: brandOf(digits),
      last4: digits.slice(-4),
      expirationYear: Number(values.expiration_year),
      expirationMonth: Number(values.expiration_month),
    }
    return { facts, behavior: behaviorOfCard(digits) }
  }
  const number = String(values.account_number)
  const brand = values.account_type === 'savings' ? 'Savings' : 'Checking'
  const facts = { type, brand, last4: number.slice(-4), expirationYear: null, expirationMonth: null }
  return { facts, behavior: behaviorOfBankAccount(number) }
}
