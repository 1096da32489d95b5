import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { lockReceivables } from '../../../ledger/index.ts'
import { isUntouched } from '../../rules.ts'
import { lateFeesOf } from '../../store/late-fees.ts'
import { waiveLateFees } from './waive-late-fees.ts'

/** Waives all fees of an invoice that is about to be voided. One that can't be voided keeps them. */
export async function waiveFeesOf(ctx: Ctx, invoiceId: string, bookedOn: CalendarDate): Promise<void> {
  const fees = (await lateFeesOf(ctx, invoiceId)).filter((fee) => fee.waived_minor < fee.amount_minor)
  if (fees.length === 0) return
  const [receivable] = await lockReceivables(ctx, [invoiceId])
  if (!receivable || !isUntouched(receivable)) return
  await waiveLateFees(
    ctx,
    fees.map((fee) => fee.id),
    'The invoice was voided.',
    bookedOn,
  )
}
