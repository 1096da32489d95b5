import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { daysPastDue } from '../../../../domain/invoices/aging.ts'
import { formatAmount, sumMinor } from '../../../../domain/money/money.ts'
import { MOST_INVOICES_PAID } from '../../../../domain/payments/several.ts'
import type { Ctx } from '../../../platform/context.ts'
import { coveredAmong } from '../../auto-payments/index.ts'
import { receivablesDue } from '../../ledger/index.ts'
import { owedUntil, selectDueLines } from '../store/dues.ts'

type Dues = HandlerReplyOf<typeof contract.portal.account>['dues']

/** Invoices that are due now, and later ones, shown on Home. */
const SHOWN = 5

/**
 * Returns what a customer has to pay now and next, in one currency. The cost does not depend on the number of invoices:
 * the sums come from the counters, and at most one payment's invoices are read.
 */
export async function readDues(
  ctx: Ctx,
  owed: { readonly customerId: string; readonly currency: string },
  today: CalendarDate,
): Promise<Dues> {
  const { currency } = owed
  const [sums, due, next] = await Promise.all([
    owedUntil(ctx, owed, today),
    receivablesDue(ctx, owed, { by: today }, MOST_INVOICES_PAID),
    receivablesDue(ctx, owed, { after: today }, SHOWN),
  ])
  const payable = due.filter((one) => one.remainingMinor > one.reservedMinor)
  const shown = [...due.slice(0, SHOWN), ...next].map((one) => one.invoiceId)
  const [automatic, lines] = await Promise.all([
    coveredAmong(
      ctx,
      [...payable, ...next].map((one) => one.invoiceId),
    ),
    selectDueLines(ctx, shown),
  ])
  const byHand = payable.filter((one) => !automatic.has(one.invoiceId))
  const shownLines = lines.map((line) => ({
    pk: line.id,
    number: line.number,
    due_date: line.dueDate,
    days_past_due: daysPastDue(line.dueDate, today),
    payable: formatAmount(line.remainingMinor - line.reservedMinor, currency),
    in_flight: formatAmount(line.reservedMinor, currency),
    automatic: automatic.has(line.id),
  }))
  const sum = sumMinor(byHand.map((one) => one.remainingMinor - one.reservedMinor))
  return {
    now: {
      count: sums.dueCount,
      payable: formatAmount(sum, currency),
      covered: byHand.length,
      whole: sums.dueCount <= MOST_INVOICES_PAID,
      lines: shownLines.filter((line) => line.days_past_due >= 0),
    },
    later: {
      count: sums.laterCount,
      amount: formatAmount(sums.laterMinor, currency),
      lines: shownLines.filter((line) => line.days_past_due < 0),
    },
  }
}
