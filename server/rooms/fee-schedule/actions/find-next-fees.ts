import { addDays, type CalendarDate, dateInZone } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { hasLateFees, readAccountRow, runsByItself } from '../../accounts/index.ts'
import { nextFeeOf } from '../rules.ts'
import { findCustomersOf, findLateInvoices } from '../store/late-invoices.ts'
import { liveRuleOf, selectLiveRules } from '../store/live-rules.ts'

/** A fee that is announced before it is charged. */
export interface NextFee {
  readonly on: CalendarDate
  readonly minor: bigint
}

/** Longer than the terms and days of grace that people give. */
const DAYS_AHEAD = 365

/**
 * Returns the next fee of invoices by their ids, as if nobody paid until then. An invoice without one, and one whose fee something
 * holds back, is left out.
 */
export async function findNextFees(
  ctx: Ctx,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, NextFee>> {
  const rules = invoiceIds.length === 0 ? [] : await selectLiveRules(ctx)
  if (rules.length === 0) return new Map()
  const account = await readAccountRow(ctx)
  if (!hasLateFees(account)) return new Map()
  const live = new Map(rules.map((row) => [row.id, liveRuleOf(row, account.currency)]))
  const today = dateInZone(ctx.now, account.timezone)
  const until = addDays(today, DAYS_AHEAD)
  const window = { from: addDays(today, 1), until, isOn: runsByItself(account, ctx.now) }
  const invoices = await findLateInvoices(
    ctx,
    [...live.keys()],
    { today, dueBefore: until },
    { customerIds: await findCustomersOf(ctx, invoiceIds), invoiceIds },
  )
  return new Map(
    invoices.flatMap((invoice) => {
      const next = nextFeeOf(invoice, live.get(invoice.ruleId)!, window)
      return next === null || next.held !== null
        ? []
        : [[invoice.invoiceId, { on: next.day, minor: next.minor }]]
    }),
  )
}
