import type { Text } from '../../../domain/languages/msg.ts'
import { checkPaymentAmount } from '../../../domain/money/amount-check.ts'
import { displayAmount, formatAmount, parseAmount } from '../../../domain/money/money.ts'
import { parseRate } from '../../../domain/money/rate.ts'
import { checkFormField, isFieldHidden, REQUIRED_TEXT } from '../../../domain/parsing/form-fields.ts'
import { expiryProblem } from '../../../domain/payments/card-expiry.ts'
import { cardCodeProblem, cardNumberProblem } from '../../../domain/payments/card-number.ts'
import { surchargeMinor, surchargeText } from '../../../domain/payments/surcharge.ts'
import { LOCALE } from '../../ui/language/locale.ts'
import { wordsOf } from '../../ui/language/words-of.ts'
import type { FormField, PaymentOption } from './payer.ts'

export type Values = Readonly<Record<string, string | boolean>>
export type Problems = Readonly<Record<string, string>>

/** The expiry as typed, which the form keeps beside the month and the year that it means. */
export const EXPIRY = 'expiration'

/** Initial form values from the field descriptions. */
export function initialValues(fields: readonly FormField[]): Values {
  return Object.fromEntries(
    fields.map((field) => [field.name, field.initial ?? (field.type === 'boolean' ? false : '')]),
  )
}

/** Visible fields. Never request_id; the amount only when a part may be paid. */
export const shownFields = (option: PaymentOption, fields: readonly FormField[]): FormField[] =>
  fields.filter(
    (field) =>
      !isFieldHidden(field.name, { provider: option.provider, partialAllowed: option.partial_allowed }),
  )

/** Validation errors by field, in the required words. */
export function checkValues(option: PaymentOption, fields: readonly FormField[], values: Values): Problems {
  const problems: Record<string, string> = {}
  for (const field of shownFields(option, fields)) {
    const problem =
      field.name === 'amount' ? amountProblem(option, field, values) : fieldProblem(field, fields, values)
    if (problem !== null) problems[field.name] = wordsOf(problem)
  }
  return problems
}

function fieldProblem(field: FormField, fields: readonly FormField[], values: Values): Text | null {
  const value = values[field.name === 'expiration_month' && EXPIRY in values ? EXPIRY : field.name]
  if (field.required && field.type !== 'boolean' && String(value ?? '').trim() === '')
    // Month and year are one field, which tells it once.
    return field.name === 'expiration_year' ? null : REQUIRED_TEXT
  return (
    cardProblem(field.name, String(value ?? ''), fields, values) ??
    checkFormField(field as Parameters<typeof checkFormField>[0], values[field.name])
  )
}

/** Checks of a card's fields beyond their descriptions. */
function cardProblem(name: string, value: string, fields: readonly FormField[], values: Values): Text | null {
  if (name === 'number') return cardNumberProblem(value)
  if (name === 'cvc') return cardCodeProblem(value, String(values.number ?? ''))
  if (name !== 'expiration_month' || !(EXPIRY in values)) return null
  const years = fields.find((field) => field.name === 'expiration_year')?.choices
  return expiryProblem(value, years?.map((choice) => choice.value) ?? [])
}

function amountProblem(option: PaymentOption, field: FormField, values: Values): Text | null {
  const minor = (text: string | undefined): bigint | undefined => {
    const parsed = text === undefined ? null : parseAmount(text, option.currency)
    return parsed?.ok ? parsed.minor : undefined
  }
  const balanceMinor = minor(option.balance)
  const [minMinor, maxMinor] = [minor(field.min_value), minor(field.max_value)]
  // A maximum above the balance lets the payer pay ahead.
  const paysAhead = maxMinor !== undefined && balanceMinor !== undefined && maxMinor > balanceMinor
  const checked = checkPaymentAmount(String(values.amount ?? ''), {
    currency: option.currency,
    required: true,
    minMinor,
    // A maximum that is the balance has the balance's own sentence.
    maxMinor: maxMinor === balanceMinor ? undefined : maxMinor,
    balanceMinor: paysAhead ? undefined : balanceMinor,
  })
  return checked.ok ? null : checked.text
}

export interface Totals {
  /** '$250.00' */
  readonly base: string
  readonly total: string
  /** The total in the currency's minor unit. */
  readonly minor: number
  /** 'includes $3.75 credit card surcharge', or null */
  readonly note: string | null
}

/** Amount to charge with the surcharge; null while the amount can't be read. */
export function totalsOf(option: PaymentOption, values: Values): Totals | null {
  const amount = option.partial_allowed ? String(values.amount ?? '') : option.balance
  const parsed = parseAmount(amount.trim(), option.currency)
  if (!parsed.ok || parsed.minor <= 0n) return null
  const rate = parseRate(option.surcharge_percentage)
  const extra = rate.ok ? surchargeMinor(parsed.minor, rate.ppm, option.type) : 0n
  const show = (minor: bigint) => displayAmount(minor, option.currency, { locale: LOCALE })
  return {
    base: show(parsed.minor),
    total: show(parsed.minor + extra),
    minor: Number(parsed.minor + extra),
    note: extra > 0n ? wordsOf(surchargeText(show(extra), option.type) ?? '') : null,
  }
}

/**
 * Body of the payment call, with only the fields that the server described. `idFor` returns the request_id
 * for the other values.
 */
export function bodyOf(
  option: PaymentOption,
  fields: readonly FormField[],
  values: Values,
  idFor: (values: unknown) => string,
): Record<string, string | boolean> {
  const body: Record<string, string | boolean> = {}
  for (const field of fields) {
    if (field.name === 'request_id') continue
    if (field.name === 'amount') body.amount = amountOf(option, values)
    // The surcharge as shown in the current total, not as of the form's opening.
    else if (field.name === 'surcharge_percentage') body.surcharge_percentage = option.surcharge_percentage
    else if (values[field.name] !== '' && values[field.name] !== undefined)
      body[field.name] = values[field.name]!
  }
  if (option.extra_data.installment_id) body.installment_id = option.extra_data.installment_id
  return { ...body, request_id: idFor([option.url, body]) }
}

function amountOf(option: PaymentOption, values: Values): string {
  if (!option.partial_allowed) return option.balance
  const parsed = parseAmount(String(values.amount ?? '').trim(), option.currency)
  return parsed.ok ? formatAmount(parsed.minor, option.currency) : String(values.amount ?? '')
}

/** Last part of an option's address: its id. */
export const optionIdOf = (option: PaymentOption): string =>
  option.url.split('/').findLast((part) => part !== '') ?? ''
