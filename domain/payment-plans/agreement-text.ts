import type { CalendarDate } from '../dates/calendar.ts'
import { msg, type Text } from '../languages/msg.ts'
import type { Formats } from '../mails/formats.ts'
import { type CurrencyCode, sumMinor } from '../money/money.ts'

export interface AgreementFacts {
  /** Its name, or words for a company without one. */
  readonly company: string
  readonly customer: string
  readonly invoiceNumbers: readonly string[]
  readonly currency: CurrencyCode
  readonly installments: readonly { readonly dueOn: CalendarDate; readonly amountMinor: bigint }[]
  /** Fee of the plan within the first installment; zero for none. Minor units. */
  readonly feeMinor: bigint
  readonly graceDays: number
  readonly chargesItself: boolean
  /** Formats of the reader. */
  readonly formats: Pick<Formats, 'amount' | 'date'>
}

/** Returns the paragraphs that a customer agrees to with a payment plan. */
export function agreementTexts(facts: AgreementFacts): Text[] {
  const { company, installments, graceDays } = facts
  return [
    owedText(facts, installments[0]!, installments.at(-1)!),
    ...(facts.feeMinor > 0n
      ? [
          msg(
            'The fee is part of the first installment. It is owed once the plan is confirmed, and stays owed when the plan is canceled.',
          ),
        ]
      : []),
    msg(
      'While installments are paid by their due dates, {company} sends no reminders of the invoices themselves and charges no late fees on them.',
      { company },
    ),
    msg(
      'When an installment is not paid within {days, plural, one {# day} other {# days}} of its due date, the plan is in default: what remains is due as the invoices say, until the missed installments are paid.',
      { days: graceDays },
    ),
    ...(facts.chargesItself ? [chargeText(company)] : []),
  ]
}

type Due = AgreementFacts['installments'][number]

function owedText(facts: AgreementFacts, firstDue: Due, lastDue: Due): Text {
  const { company, customer, installments, invoiceNumbers, currency, formats } = facts
  const show = (minor: bigint): string => formats.amount(minor, currency)
  const totalMinor = sumMinor(installments.map(({ amountMinor }) => amountMinor))
  const total = show(totalMinor)
  const several = invoiceNumbers.length > 1 ? 'yes' : 'no'
  const numbers = invoiceNumbers.slice(0, -1).join(', ')
  const number = invoiceNumbers.at(-1)!
  const [first, last] = [formats.date(firstDue.dueOn), formats.date(lastDue.dueOn)]
  const count = installments.length
  if (facts.feeMinor > 0n) {
    const [owed, fee] = [show(totalMinor - facts.feeMinor), show(facts.feeMinor)]
    return count === 1
      ? msg(
          '{customer} owes {company} {owed} on {several, select, yes {invoices {numbers} and {number}} other {invoice {number}}}. {company} charges a fee of {fee} for this payment plan. {customer} will pay {total} on {last}.',
          { customer, company, owed, several, numbers, number, fee, total, last },
        )
      : msg(
          '{customer} owes {company} {owed} on {several, select, yes {invoices {numbers} and {number}} other {invoice {number}}}. {company} charges a fee of {fee} for this payment plan. {customer} will pay {total} in {count} installments from {first} to {last}, as listed.',
          { customer, company, owed, several, numbers, number, fee, total, count, first, last },
        )
  }
  return count === 1
    ? msg(
        '{customer} owes {company} {total} on {several, select, yes {invoices {numbers} and {number}} other {invoice {number}}} and will pay it on {last}.',
        { customer, company, total, several, numbers, number, last },
      )
    : msg(
        '{customer} owes {company} {total} on {several, select, yes {invoices {numbers} and {number}} other {invoice {number}}} and will pay it in {count} installments from {first} to {last}, as listed.',
        { customer, company, total, several, numbers, number, count, first, last },
      )
}

/** The sentence about automatic charges. */
export const chargeText = (company: string): Text =>
  msg(
    '{company} charges each installment on its due date to the payment method that is used for automatic payments. An email comes before each charge, and automatic payments can be turned off at any time.',
    { company },
  )
