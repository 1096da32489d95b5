import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { bookLateFees } from '../../../ledger/index.ts'
import { addToTotals, incomeOf, type LateFee, selectLateFees, unmarkWaived } from '../../store/late-fees.ts'
import { lockForFees } from './charge-late-fees.ts'

/**
 * Undoes the waiver of a fee: its waived part is owed again. Refuses not_found, and wrong_state when it is not waived or its
 * invoice is closed.
 */
export async function restoreLateFee(ctx: Ctx, id: string, bookedOn: CalendarDate): Promise<LateFee> {
  const [seen] = await selectLateFees(ctx, [id])
  if (!seen) throw refuse('not_found')
  const { states, numbers, receivables } = await lockForFees(ctx, [seen.invoice_id])
  const [fee] = await selectLateFees(ctx, [id])
  if (!fee || fee.waiver_entry_id === null) throw refuse('wrong_state', 'This fee is not waived.')
  if (states.get(fee.invoice_id) !== 'open')
    throw refuse('wrong_state', 'The invoice is closed, so its fee stays waived.')
  const { customerId, currency } = receivables.get(fee.invoice_id)!
  await bookLateFees(
    ctx,
    [
      {
        entryId: nextId(ctx),
        feeId: fee.id,
        invoiceId: fee.invoice_id,
        customerId,
        currency,
        bookedOn,
        amountMinor: fee.waived_minor,
        description: `${fee.description} charged again, invoice ${numbers.get(fee.invoice_id)}`,
        income: incomeOf(fee.plan_id),
        reversesId: fee.waiver_entry_id,
      },
    ],
    [...receivables.values()],
  )
  await failpoint('late_fees.restored')
  await unmarkWaived(ctx, id)
  await addToTotals(ctx, [{ invoiceId: fee.invoice_id, amountMinor: fee.waived_minor }])
  return fee
}
