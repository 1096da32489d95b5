import { sumMinor } from '../../../../domain/money/money.ts'

/** Invoices and amount of a message when a person wrote its text, in minor units. */
interface WrittenFor {
  readonly invoiceIds: readonly string[]
  readonly remainingMinor: bigint
}

/** True when a message has other invoices or amounts than those that its text was written for. */
export function isOutdated(
  text: WrittenFor,
  steps: readonly { readonly invoiceId: string; readonly remainingMinor: bigint }[],
): boolean {
  const same =
    text.invoiceIds.length === steps.length &&
    steps.every(({ invoiceId }) => text.invoiceIds.includes(invoiceId))
  return !same || sumMinor(steps.map(({ remainingMinor }) => remainingMinor)) !== text.remainingMinor
}
