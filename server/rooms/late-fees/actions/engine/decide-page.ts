import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { decideFee, type FeeDecision, type LiveFeeRule } from '../../../../../domain/late-fees/decide-fee.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type CoveredInvoice, findLateInvoices, type LateOf } from '../../../fee-schedule/index.ts'

/** Rules to decide by, with the account on the day of the decision. */
export interface FeeDay {
  readonly rules: ReadonlyMap<string, LiveFeeRule>
  readonly today: CalendarDate
  readonly isOn: boolean
}

export interface DecidedInvoice {
  readonly invoice: CoveredInvoice
  readonly decision: FeeDecision
}

/** Decides about the late invoices of customers, or about some of them. Charges nothing. */
export async function decidePage(ctx: Ctx, day: FeeDay, of: LateOf): Promise<DecidedInvoice[]> {
  const invoices = await findLateInvoices(
    ctx,
    [...day.rules.keys()],
    { today: day.today, dueBefore: day.today },
    of,
  )
  return invoices.map((invoice) => ({
    invoice,
    decision: decideFee(day.rules.get(invoice.ruleId)!, invoice, day),
  }))
}
