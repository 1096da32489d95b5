import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { PromiseState } from '../../../../domain/invoices/answers.ts'
import { CLOSED } from './closing-words.ts'

export interface PromiseEnd {
  readonly state: Exclude<PromiseState, 'open'>
  readonly outcome: string
}

/** An open promise with what its invoice owes now. Amounts in minor units. */
export interface StandingPromise {
  readonly id: string
  readonly invoiceId: string
  readonly customerId: string
  readonly number: string
  readonly currency: string
  readonly isOpenInvoice: boolean
  readonly promisedOn: CalendarDate
  readonly amountMinor: bigint | null
  readonly owedMinor: bigint
  readonly remainingMinor: bigint
  /** Reserved by payments under way. */
  readonly reservedMinor: bigint
}

type Facts = Pick<
  StandingPromise,
  'isOpenInvoice' | 'promisedOn' | 'amountMinor' | 'owedMinor' | 'remainingMinor' | 'reservedMinor'
>

/**
 * Returns how a promise ends today; null while it is open. A payment under way that would keep it is waited for, also after
 * the promised day.
 */
export function judgePromise(promise: Facts, today: CalendarDate): PromiseEnd | null {
  const { isOpenInvoice, owedMinor, amountMinor, remainingMinor, reservedMinor } = promise
  if (!isOpenInvoice) return { state: 'withdrawn', outcome: CLOSED }
  const expectedMinor = amountMinor === null ? 0n : owedMinor - amountMinor
  if (remainingMinor <= expectedMinor) return { state: 'kept', outcome: 'The customer paid.' }
  if (promise.promisedOn >= today || remainingMinor - reservedMinor <= expectedMinor) return null
  return { state: 'broken', outcome: 'The day passed without the payment.' }
}
