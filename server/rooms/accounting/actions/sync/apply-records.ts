import type { RemoteKind, RemoteRecord } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { tidyRecord } from '../../rules/tidy-record.ts'
import { countInSync } from '../../store/syncs.ts'
import type { Applied } from '../../tables.ts'
import { applyCustomers } from './apply-customers.ts'
import { applyInvoices } from './apply-invoices.ts'
import { applyMemos } from './apply-memos.ts'
import { applyPayments } from './apply-payments.ts'
import { noteCreditUses } from './note-credit-uses.ts'
import { noteFeesThere } from './note-fees-there.ts'
import { noteRemovedRests } from './note-removed-rests.ts'
import { takeUsesThere } from './take-uses-there.ts'

type OfKind<K extends RemoteKind> = Extract<RemoteRecord, { kind: K }>

/**
 * Applies records of the platform in one transaction. Removed payments come first, because the balances of their invoices include
 * them no more; uses of our credit come after the balances that show them. The caller holds the connection's claim, so that nothing is posted between reading and applying.
 */
export async function applyRecords(
  ctx: Ctx,
  applied: Applied,
  records: readonly RemoteRecord[],
): Promise<void> {
  const of = <K extends RemoteKind>(kind: K): OfKind<K>[] =>
    latest(records.filter((one): one is OfKind<K> => one.kind === kind)).map(tidyRecord)
  const [customers, invoices, memos, payments] = [
    of('customer'),
    of('invoice'),
    of('credit_memo'),
    of('payment'),
  ]
  await applyCustomers(ctx, applied, customers)
  await applyPayments(ctx, applied, payments)
  await noteCreditUses(ctx, applied.connection, payments, memos)
  await noteFeesThere(ctx, applied.connection, invoices)
  await applyInvoices(ctx, applied, invoices, payments)
  await noteRemovedRests(ctx, applied, memos)
  await takeUsesThere(ctx, applied, payments, memos)
  await applyMemos(ctx, applied, memos)
  await countInSync(ctx, applied.connection.id, {
    customers: customers.length,
    invoices: invoices.length,
    credit_memos: memos.length,
    payments: payments.length,
  })
}

/** Keeps the last state of each record. */
const latest = <T extends RemoteRecord>(records: readonly T[]): T[] => [
  ...new Map(records.map((record) => [record.remoteId, record])).values(),
]
