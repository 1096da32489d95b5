import { divideHalfUp } from '../../../../domain/money/money.ts'
import type { MonthOfTrend } from './trend.ts'

/** Figures with one decimal, in tenths; null where there is nothing to divide by. */
export interface CollectionFigures {
  readonly dsoTenths: bigint | null
  readonly effectivenessTenths: bigint | null
  readonly delinquentTenths: bigint | null
}

const MAX_TENTHS = 99_999n

/**
 * Days sales outstanding: owed ÷ invoiced in the last 90 days × 90.
 *
 * Collection effectiveness index, in percent: of what was owed at the start of the month and invoiced in it, less what is not yet
 * due at its end, the part that is no longer owed: (start + invoiced − owed) ÷ (start + invoiced − current).
 *
 * Average days delinquent: days sales outstanding less their best possible value, which has only what is not yet due. So it is
 * past due ÷ invoiced in the last 90 days × 90.
 */
export function collectionFigures(
  month: Pick<MonthOfTrend, 'invoicedMinor' | 'owedMinor' | 'dso'>,
  { startMinor, currentMinor }: { readonly startMinor: bigint; readonly currentMinor: bigint },
): CollectionFigures {
  const { owedMinor, invoicedMinor, dso } = month
  const given = startMinor + invoicedMinor
  return {
    dsoTenths: daysOf(owedMinor, dso),
    effectivenessTenths: percentOf(given - owedMinor, given - currentMinor),
    delinquentTenths: daysOf(owedMinor - currentMinor, dso),
  }
}

function daysOf(minor: bigint, { invoicedMinor, overDays }: MonthOfTrend['dso']): bigint | null {
  if (invoicedMinor <= 0n) return null
  if (minor <= 0n) return 0n
  const tenths = divideHalfUp(minor * BigInt(overDays) * 10n, invoicedMinor)
  return tenths < MAX_TENTHS ? tenths : MAX_TENTHS
}

/** Late fees can leave more owed than was given, which counts as 0 %. */
function percentOf(part: bigint, whole: bigint): bigint | null {
  if (whole <= 0n) return null
  return part <= 0n ? 0n : divideHalfUp(part * 1000n, whole)
}

/** '47.6' of 476. */
export const tenthsText = (tenths: bigint | null): string | null =>
  tenths === null ? null : `${tenths / 10n}.${tenths % 10n}`
