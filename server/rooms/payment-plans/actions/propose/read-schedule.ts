import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import type { Text } from '../../../../../domain/languages/msg.ts'
import { checkPaymentAmount } from '../../../../../domain/money/amount-check.ts'
import type { CurrencyCode } from '../../../../../domain/money/money.ts'
import type { Installment } from '../../../../../domain/payment-plans/build-schedule.ts'
import { checkSchedule } from '../../../../../domain/payment-plans/check-schedule.ts'
import { refuseFields } from '../../../../platform/refusal.ts'

type Written = InputOf<typeof contract.paymentPlans.propose>['body']['installments']

/** Reads the installments of a request. Refuses invalid_input beside the field, as `installments.0.amount`. */
export function readSchedule(
  written: Written,
  bounds: { readonly totalMinor: bigint; readonly currency: CurrencyCode; readonly today: CalendarDate },
): Installment[] {
  const problems: Record<string, Text[]> = {}
  const installments = written.map((one, index): Installment => {
    const read = checkPaymentAmount(one.amount, { currency: bounds.currency, required: true })
    if (!read.ok) problems[`installments.${index}.amount`] = [read.text]
    return {
      dueOn: one.due_date,
      amountMinor: read.ok ? read.minor! : 0n,
      isDownPayment: one.down_payment,
    }
  })
  if (Object.keys(problems).length === 0)
    for (const [field, text] of Object.entries(checkSchedule(installments, bounds)))
      problems[field.replace('due_on', 'due_date')] = [text]
  if (Object.keys(problems).length > 0) throw refuseFields(problems)
  return installments
}
