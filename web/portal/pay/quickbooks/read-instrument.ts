import type { Text } from '../../../../domain/languages/msg.ts'
import { REQUIRED_TEXT } from '../../../../domain/parsing/form-fields.ts'
import {
  ACCOUNT_NUMBER_TEXT,
  isRoutingNumber,
  ROUTING_NUMBER_TEXT,
} from '../../../../domain/payments/bank-details.ts'
import { expiryProblem, readExpiry } from '../../../../domain/payments/card-expiry.ts'
import { cardCodeProblem, cardDigits, cardNumberProblem } from '../../../../domain/payments/card-number.ts'
import { t } from '../../../ui/language/text.ts'
import { wordsOf } from '../../../ui/language/words-of.ts'
import { EXPIRY, type Problems, type Values } from '../payment-values.ts'
import type { Instrument } from './make-token.ts'

export type Kind = 'credit_card' | 'e_check'

const textOf = (values: Values, name: string): string => String(values[name] ?? '').trim()
const YEARS_OF_EXPIRY = 20

/** Returns what is wrong with the typed values, by field. `year`: the current one. */
export function problemsOf(kind: Kind, values: Values, year: number): Problems {
  const found = kind === 'credit_card' ? cardProblems(values, year) : accountProblems(values)
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, problem]) => (problem === null ? [] : [[name, wordsOf(problem)]])),
  )
}

const required = (values: Values, names: readonly string[]): Record<string, Text | null> =>
  Object.fromEntries(names.map((name) => [name, textOf(values, name) === '' ? REQUIRED_TEXT : null]))

function cardProblems(values: Values, year: number): Record<string, Text | null> {
  const missing = required(values, ['number', EXPIRY, 'cvc', 'name_on_card', 'postal_code'])
  const years = Array.from({ length: YEARS_OF_EXPIRY }, (_, index) => String(year + index))
  const number = textOf(values, 'number')
  return {
    ...missing,
    number: missing.number ?? cardNumberProblem(number),
    [EXPIRY]: missing[EXPIRY] ?? expiryProblem(textOf(values, EXPIRY), years),
    cvc: missing.cvc ?? cardCodeProblem(textOf(values, 'cvc'), number),
  }
}

function accountProblems(values: Values): Record<string, Text | null> {
  const missing = required(values, ['account_holder', 'routing_number', 'account_number', 'phone'])
  const phone = phoneOf(values)
  return {
    ...missing,
    routing_number:
      missing.routing_number ??
      (isRoutingNumber(textOf(values, 'routing_number')) ? null : ROUTING_NUMBER_TEXT),
    account_number:
      missing.account_number ??
      (/^\d{4,17}$/.test(textOf(values, 'account_number')) ? null : ACCOUNT_NUMBER_TEXT),
    phone: missing.phone ?? (phone === null ? t('Enter a phone number of ten digits.') : null),
  }
}

/** Ten digits, with or without the country's 1. */
function phoneOf(values: Values): string | null {
  const digits = textOf(values, 'phone').replace(/\D/g, '')
  return /^1?(\d{10})$/.exec(digits)?.[1] ?? null
}

/** Returns typed values without problems as QuickBooks Payments takes them. */
export function instrumentOf(kind: Kind, values: Values): Instrument {
  if (kind === 'e_check')
    return {
      bankAccount: {
        name: textOf(values, 'account_holder'),
        routingNumber: textOf(values, 'routing_number'),
        accountNumber: textOf(values, 'account_number'),
        accountType: textOf(values, 'account_type') || 'PERSONAL_CHECKING',
        phone: phoneOf(values) ?? '',
      },
    }
  const expiry = readExpiry(textOf(values, EXPIRY))
  return {
    card: {
      number: cardDigits(textOf(values, 'number')) ?? '',
      expMonth: expiry?.month ?? '',
      expYear: expiry?.year ?? '',
      cvc: textOf(values, 'cvc'),
      name: textOf(values, 'name_on_card'),
      address: { postalCode: textOf(values, 'postal_code') },
    },
  }
}
