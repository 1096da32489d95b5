import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { methodsOfCustomer } from '../../store/methods.ts'
import { countPaymentsOf, readInFlightMinor } from '../../store/of-invoice.ts'
import { findProcessor } from '../processor/find-processor.ts'
import { readPayable } from '../read/read-payable.ts'

/**
 * Returns an invoice's facts for its payer: the amount under way, the number of payments, and whether a
 * usable stored method exists. A link that is not unlocked learns no more about stored methods. Refuses
 * invoice_unknown.
 */
export async function readInvoicePayer(
  ctx: Ctx,
  invoiceId: string,
): Promise<{ in_flight: string; payments: number; stored_methods: boolean }> {
  const { invoice } = await readPayable(ctx, invoiceId)
  const inFlightMinor = invoice.reservedMinor > 0n ? await readInFlightMinor(ctx, invoiceId) : 0n
  const methods = await methodsOfCustomer(ctx, invoice.customerId)
  const connected = await Promise.all(methods.map(({ provider }) => findProcessor(ctx, provider)))
  return {
    in_flight: formatAmount(inFlightMinor, invoice.currency),
    payments: await countPaymentsOf(ctx, invoiceId),
    stored_methods: connected.some((processor) => processor !== null),
  }
}
