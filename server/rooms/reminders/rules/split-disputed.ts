import { type DisputedAmount, undisputedMinor } from '../../../../domain/invoices/answers.ts'

/** Returns what a reminder may state of what an invoice owes, and whether all of it is disputed. Minor units. */
export function splitDisputed(
  remainingMinor: bigint,
  dispute: DisputedAmount | null,
): { readonly remainingMinor: bigint; readonly isDisputed: boolean } {
  const restMinor = undisputedMinor(remainingMinor, dispute)
  return restMinor === 0n
    ? { remainingMinor, isDisputed: dispute !== null }
    : { remainingMinor: restMinor, isDisputed: false }
}
