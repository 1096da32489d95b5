import type { Ctx } from '../platform/context.ts'
import { verifyCreditMemoTallies } from '../rooms/credit-memos/index.ts'
import { verifyInvoiceTallies } from '../rooms/invoices/index.ts'
import { type LedgerReport, verifyLedger } from '../rooms/ledger/index.ts'
import { verifyPaymentTallies } from '../rooms/payments/index.ts'

/** What an account keeps beside its ledger, held against it: projections, the chain of hashes, and every kept count. */
export async function verifyBooks(ctx: Ctx): Promise<LedgerReport> {
  const { entries, differences } = await verifyLedger(ctx)
  const tallies = [
    ...(await verifyInvoiceTallies(ctx)),
    ...(await verifyPaymentTallies(ctx)),
    ...(await verifyCreditMemoTallies(ctx)),
  ]
  return { entries, differences: [...differences, ...tallies] }
}
