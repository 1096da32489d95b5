import type { charts } from '../../../../../contract/reports/charts.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { formatAmount, sumMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { expectCash } from '../../rules/expected-cash.ts'
import { readDelays, readOwedItems } from '../../store/read-habits.ts'
import { chooseCurrency } from './choose-currency.ts'
import { keepSums } from './follow-ledger.ts'

type ExpectedCash = HandlerReplyOf<typeof charts.expectedCash>

/** Returns the cash that the next weeks are expected to bring in one currency. */
export async function readExpectedCash(ctx: Ctx, wanted: string | undefined): Promise<ExpectedCash> {
  const shown = await chooseCurrency(ctx, wanted)
  const ready = await keepSums(ctx)
  const { currency, today } = shown
  const amount = (minor: bigint): string => formatAmount(minor, currency)
  const { items, delays } = ready ? await readHabits(ctx, currency) : { items: [], delays: [] }
  const { weeks, laterMinor, withOwnDelays } = expectCash(items, delays, today)
  return {
    ...shown,
    preparing: !ready,
    owed: amount(sumMinor(items.map(({ minor }) => minor))),
    weeks: weeks.map((week) => ({
      from: week.from,
      until: week.until,
      likely: amount(week.likelyMinor),
      low: amount(week.lowMinor),
      high: amount(week.highMinor),
    })),
    later: amount(laterMinor),
    customers: new Set(items.map(({ customerId }) => customerId)).size,
    customers_with_own_delays: withOwnDelays,
  }
}

/** Reads what is owed in one currency and how late its customers paid before. */
export async function readHabits(ctx: Ctx, currency: string) {
  return { items: await readOwedItems(ctx, currency), delays: await readDelays(ctx, currency) }
}
