import { addDays } from '../../../../domain/dates/calendar.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'
import type { RemotePayment } from '../../../gateways/accounting/port.ts'
import type { PostRow } from '../tables.ts'

/** A person may enter a payment before Quittance asks for it. What was entered earlier is another one. */
const EARLIER_MS = HOUR_MS
/** The platform's clock may be behind so much. */
const CLOCK_MS = 5 * MINUTE_MS
/** Days that a payment may be dated there before it was received here. */
const EARLIER_DAYS = 7

/** A share of a payment that a person enters at the platform. */
export interface Expected {
  /** Amount to enter: the share, or the share without late fees that the platform doesn't have. */
  readonly amounts: readonly bigint[]
  readonly receivedOn: string
  /** Epoch ms by the wall clock. */
  readonly askedAtMs: number
  /** When its bill was recognized after a move, in epoch ms by the wall clock; 0 for one that was always read here. */
  readonly recognizedAtMs: number
  /** The platform's id of the memo of a use of credit; null for a payment. */
  readonly creditMemoId: string | null
}

/** An entry of the amount that was there when its bill was recognized belongs to what was known then. */
const isOfBefore = (
  { amounts, recognizedAtMs }: Expected,
  { totalMinor, enteredAt }: RemotePayment,
): boolean => amounts.includes(totalMinor) && Date.parse(enteredAt ?? '') < recognizedAtMs - CLOCK_MS // an instant of the platform's clock

/** Beginning of the causes of conflicts about what was entered otherwise on a bill for a post. */
export const enteredOtherwise = (
  { kind, subject_id }: Pick<PostRow, 'kind' | 'subject_id'>,
  billId: string,
): string => `entered_otherwise:${kind}:${subject_id}:${billId}:`

/** Returns the platform's id of the bill that such a cause names. */
export const billOf = (cause: string): string => cause.split(':')[3] ?? ''

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
      Date.parse(one.enteredAt ?? '') >= expected.askedAtMs - EARLIER_MS && // an instant of the platform's clock
      !isOfBefore(expected, one),
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
