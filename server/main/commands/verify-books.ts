import type { Ctx } from '../../platform/context.ts'
import { verifyCreditMemoCounters } from '../../rooms/credit-memos/index.ts'
import { verifyInvoiceCounters } from '../../rooms/invoices/index.ts'
import { type LedgerReport, verifyLedger } from '../../rooms/ledger/index.ts'
import { verifyPaymentCounters } from '../../rooms/payments/index.ts'

/** Compares an account's projections, hash chain and counters with its ledger. */
export async function verifyBooks(ctx: Ctx): Promise<LedgerReport> {
  const { entries, differences } = await verifyLedger(ctx)
  const counters = [
    ...(await verifyInvoiceCounters(ctx)),
    ...(await verifyPaymentCounters(ctx)),
    ...(await verifyCreditMemoCounters(ctx)),
  ]
  return { entries, differences: [...differences, ...counters] }
}
