import type { RemoteCreditMemo, RemoteInvoice } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { feesOfInvoices } from '../../store/fees-there.ts'
import { formerInvoices, formerMemos } from '../../store/former-records.ts'
import { creditUsedHere, settledHere } from '../../store/settled-here.ts'
import type { Applied, Fact, LinkRow } from '../../tables.ts'
import { type Beside, type Candidate, factsHere, recognizeRecords } from './recognize-records.ts'

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
    isDeleted: record.state === 'deleted',
  }))

async function besideInvoices(ctx: Ctx, localIds: readonly string[]): Promise<(id: string) => Beside> {
  const settled = await settledHere(ctx, localIds)
  const fees = await feesOfInvoices(ctx, localIds)
  return (id) => {
    const { settledMinor, knownThereMinor } = settled(id)
    const { chargedMinor, knownThereMinor: feesMinor } = fees(id)
    return { unknownMinor: settledMinor - knownThereMinor - (chargedMinor - feesMinor), feesMinor }
  }
}

async function besideMemos(ctx: Ctx, localIds: readonly string[]): Promise<(id: string) => Beside> {
  const used = new Map<string, bigint>()
  for (const id of localIds) used.set(id, await creditUsedHere(ctx, id, undefined))
  return (id) => ({ unknownMinor: used.get(id) ?? 0n, feesMinor: 0n })
}

/** Recognizes invoices from former books. Returns those that a person decides about, by their ids at the platform. */
export const recognizeInvoices = (
  ctx: Ctx,
  applied: Applied,
  invoices: readonly RemoteInvoice[],
  customers: Customers,
): Promise<ReadonlySet<string>> =>
  recognizeRecords(ctx, applied, 'invoice', candidatesOf(invoices, customers), (ids) =>
    besideInvoices(ctx, ids),
  )

/** Recognizes credit memos from former books. Returns those that a person decides about, by their ids at the platform. */
export const recognizeMemos = (
  ctx: Ctx,
  applied: Applied,
  memos: readonly RemoteCreditMemo[],
  customers: Customers,
): Promise<ReadonlySet<string>> =>
  recognizeRecords(ctx, applied, 'credit_memo', candidatesOf(memos, customers), (ids) =>
    besideMemos(ctx, ids),
  )

/** Returns the amounts of an invoice here that may be the same as one of these books; null for one that is void. */
export async function readInvoiceHere(ctx: Ctx, connectionId: string, id: string): Promise<Fact[] | null> {
  const [local] = await formerInvoices(ctx, connectionId, [], [id])
  return local ? factsHere('invoice', local, (await besideInvoices(ctx, [id]))(id)) : null
}

/** Returns the amounts of a credit memo here that may be the same as one of these books; null for one that is void. */
export async function readMemoHere(ctx: Ctx, connectionId: string, id: string): Promise<Fact[] | null> {
  const [local] = await formerMemos(ctx, connectionId, [], [id])
  return local ? factsHere('credit_memo', local, (await besideMemos(ctx, [id]))(id)) : null
}
