import { type CalendarDate, type DateFormat, formatDate } from '../dates/calendar.ts'
import { type CurrencyCode, displayAmount, sumMinor } from '../money/money.ts'

export interface AgreementFacts {
  readonly company: string
  readonly customer: string
  readonly invoiceNumbers: readonly string[]
  readonly currency: CurrencyCode
  readonly installments: readonly { readonly dueOn: CalendarDate; readonly amountMinor: bigint }[]
  /** Fee of the plan within the first installment; zero for none. Minor units. */
  readonly feeMinor: bigint
  readonly graceDays: number
  readonly chargesItself: boolean
  readonly dateFormat: DateFormat
}

/** Returns what a customer agrees to with a payment plan, word for word. */
export function agreementText(facts: AgreementFacts): string {
  const { company, customer, installments, currency, graceDays, dateFormat } = facts
  const sender = company || 'The company'
  const totalMinor = sumMinor(installments.map(({ amountMinor }) => amountMinor))
  const total = displayAmount(totalMinor, currency)
  const count = installments.length
  const [first, last] = [installments[0]!, installments.at(-1)!]
  const dates =
    count === 1
      ? `on ${formatDate(first.dueOn, dateFormat)}`
      : `in ${count} installments from ${formatDate(first.dueOn, dateFormat)} to ${formatDate(last.dueOn, dateFormat)}, as listed`
  return [
    ...(facts.feeMinor === 0n
      ? [`${customer} owes ${sender} ${total} on ${listed(facts.invoiceNumbers)} and will pay it ${dates}.`]
      : [
          `${customer} owes ${sender} ${displayAmount(totalMinor - facts.feeMinor, currency)} on ${listed(facts.invoiceNumbers)}. ${sender} charges a fee of ${displayAmount(facts.feeMinor, currency)} for this payment plan. ${customer} will pay ${total} ${dates}.`,
          'The fee is part of the first installment. It is owed once the plan is confirmed, and stays owed when the plan is canceled.',
        ]),
    `While installments are paid by their due dates, ${sender} sends no reminders of the invoices themselves and charges no late fees on them.`,
    `When an installment is not paid within ${graceDays} ${graceDays === 1 ? 'day' : 'days'} of its due date, the plan is in default: what remains is due as the invoices say, until the missed installments are paid.`,
    ...(facts.chargesItself ? [chargeText(sender)] : []),
  ].join('\n\n')
}

/** The sentence about automatic charges. */
export const chargeText = (company: string): string =>
  `${company || 'The company'} charges each installment on its due date to the payment method that is used for automatic payments. An email comes before each charge, and automatic payments can be turned off at any time.`

function listed(numbers: readonly string[]): string {
  if (numbers.length === 1) return `invoice ${numbers[0]}`
  return `invoices ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
}
