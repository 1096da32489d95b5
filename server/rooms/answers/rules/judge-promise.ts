import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { PromiseEnd, StandingPromise } from '../store/promises.ts'

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
  if (!isOpenInvoice) return { state: 'withdrawn', outcome: 'The invoice was closed.' }
  const expectedMinor = amountMinor === null ? 0n : owedMinor - amountMinor
  if (remainingMinor <= expectedMinor) return { state: 'kept', outcome: 'The customer paid.' }
  if (promise.promisedOn >= today || remainingMinor - reservedMinor <= expectedMinor) return null
  return { state: 'broken', outcome: 'The day passed without the payment.' }
}
