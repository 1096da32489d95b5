import type { Ctx } from '../../platform/context.ts'
import { verifyCreditMemoCounters } from '../../rooms/credit-memos/index.ts'
import { verifyInvoiceCounters } from '../../rooms/invoices/index.ts'
import { type LedgerReport, verifyLedger } from '../../rooms/ledger/index.ts'
import { verifyPaymentCounters } from '../../rooms/payments/index.ts'

/** What an account keeps beside its ledger, held against it: projections, the chain of hashes, and every kept count. */
export async function verifyBooks(ctx: Ctx): Promise<LedgerReport> {
  const { entries, differences } = await verifyLedger(ctx)
  const tallies = [
    ...(await verifyInvoiceCounters(ctx)),
    ...(await verifyPaymentCounters(ctx)),
    ...(await verifyCreditMemoCounters(ctx)),
  ]
  return { entries, differences: [...differences, ...tallies] }
}
