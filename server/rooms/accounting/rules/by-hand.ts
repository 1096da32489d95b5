import { addDays } from '../../../../domain/dates/calendar.ts'
import { HOUR_MS } from '../../../../domain/dates/durations.ts'
import type { RemotePayment } from '../../../gateways/accounting/port.ts'

/** A person may enter a payment before Quittance asks for it. What was entered earlier is another one. */
const EARLIER_MS = HOUR_MS
/** Days that a payment may be dated there before it was received here. */
const EARLIER_DAYS = 7

/** A share of a payment that a person enters at the platform. */
export interface Expected {
  /** Amount to enter: the share, or the share without late fees that the platform doesn't have. */
  readonly amounts: readonly bigint[]
  readonly receivedOn: string
  /** Epoch ms by the wall clock. */
  readonly askedAtMs: number
  /** The platform's id of the memo of a use of credit; null for a payment. */
  readonly creditMemoId: string | null
}

/** Returns what was entered there since it was asked for and belongs to nothing else yet. */
export const candidatesOf = (
  expected: Expected,
  payments: readonly RemotePayment[],
  taken: ReadonlySet<string>,
): RemotePayment[] =>
  payments.filter(
    (one) =>
      !one.isDeleted &&
      !taken.has(one.remoteId) &&
      (one.creditMemoId ?? null) === expected.creditMemoId &&
      Date.parse(one.enteredAt ?? '') >= expected.askedAtMs - EARLIER_MS, // an instant of the platform's clock
  )

/**
 * Returns the one of the candidates on a bill that is the payment: of exactly the amount, dated at most a week before it was received.
 * The one dated nearest to that day wins where several fit.
 */
export function recognize(expected: Expected, candidates: readonly RemotePayment[]): RemotePayment | null {
  const earliest = addDays(expected.receivedOn, -EARLIER_DAYS)
  const fitting = candidates.filter(
    ({ totalMinor, receivedOn }) => expected.amounts.includes(totalMinor) && receivedOn >= earliest,
  )
  const distance = ({ receivedOn }: RemotePayment) =>
    Math.abs(Date.parse(receivedOn) - Date.parse(expected.receivedOn)) // calendar days
  return fitting.toSorted((one, other) => distance(one) - distance(other))[0] ?? null
}
