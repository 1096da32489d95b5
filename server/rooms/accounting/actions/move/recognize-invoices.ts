import type { RemoteCreditMemo, RemoteInvoice } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { feesOfInvoices } from '../../store/fees-there.ts'
import { creditUsedHere, settledHere } from '../../store/settled-here.ts'
import type { Applied, LinkRow } from '../../tables.ts'
import { type Candidate, recognizeRecords } from './recognize-records.ts'

type Customers = ReadonlyMap<string, LinkRow>

const candidatesOf = (
  records: readonly (RemoteInvoice | RemoteCreditMemo)[],
  customers: Customers,
): Candidate[] =>
  records.map((record) => ({
    ...record,
    customerId: customers.get(record.customerId)?.local_id ?? null,
    leftMinor: record.balanceMinor,
    isOpen: record.state === 'open',
  }))

/** Recognizes invoices from former books. Returns those that a person decides about, by their ids at the platform. */
export const recognizeInvoices = (
  ctx: Ctx,
  applied: Applied,
  invoices: readonly RemoteInvoice[],
  customers: Customers,
): Promise<ReadonlySet<string>> =>
  recognizeRecords(ctx, applied, 'invoice', candidatesOf(invoices, customers), async (localIds) => {
    const settled = await settledHere(ctx, localIds)
    const fees = await feesOfInvoices(ctx, localIds)
    return (id) => {
      const { settledMinor, knownThereMinor } = settled(id)
      const { chargedMinor, knownThereMinor: feesMinor } = fees(id)
      return { unknownMinor: settledMinor - knownThereMinor - (chargedMinor - feesMinor), feesMinor }
    }
  })

/** Recognizes credit memos from former books. Returns those that a person decides about, by their ids at the platform. */
export const recognizeMemos = (
  ctx: Ctx,
  applied: Applied,
  memos: readonly RemoteCreditMemo[],
  customers: Customers,
): Promise<ReadonlySet<string>> =>
  recognizeRecords(ctx, applied, 'credit_memo', candidatesOf(memos, customers), async (localIds) => {
    const used = new Map<string, bigint>()
    for (const id of localIds) used.set(id, await creditUsedHere(ctx, id, undefined))
    return (id) => ({ unknownMinor: used.get(id) ?? 0n, feesMinor: 0n })
  })
