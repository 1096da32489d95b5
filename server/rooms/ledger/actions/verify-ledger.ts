import type { Ctx } from '../../../platform/context.ts'
import { sha256 } from '../../../platform/ids.ts'
import { type Deltas, projectionDeltas } from '../rules.ts'
import { entryFacts } from '../store/entries.ts'
import {
  entriesInBatches,
  type StoredEntry,
  storedCredits,
  storedCustomerBalances,
  storedDays,
  storedHead,
  storedReceivables,
  withoutTimeLimit,
} from '../store/rebuild.ts'

export interface LedgerReport {
  readonly entries: number
  readonly differences: string[]
}

/**
 * Rebuilds every projection of the account from its entries, and checks that each entry balances and that the
 * hash chain is unbroken. Returns one sentence for each difference; an empty list means that the books are
 * correct.
 */
export async function verifyLedger(ctx: Ctx): Promise<LedgerReport> {
  await withoutTimeLimit(ctx)
  const differences: string[] = []
  const totals: Deltas = { receivables: [], credits: [], customers: [], days: [] }
  let sequence = 0n
  let hash: Buffer = Buffer.alloc(0)
  let entries = 0
  for await (const batch of entriesInBatches(ctx)) {
    for (const entry of batch) {
      differences.push(...checkEntry(entry, sequence, hash))
      sequence = entry.sequence
      hash = entry.hash
    }
    entries += batch.length
    const deltas = projectionDeltas(batch)
    totals.receivables.push(...deltas.receivables)
    totals.credits.push(...deltas.credits)
    totals.customers.push(...deltas.customers)
    totals.days.push(...deltas.days)
  }
  const head = await storedHead(ctx)
  if (head && (head.sequence !== sequence || !head.hash.equals(hash)))
    differences.push(`the head stands at ${head.sequence}, the last entry is ${sequence}`)
  differences.push(
    ...(await compareReceivables(ctx, totals)),
    ...(await compareCredits(ctx, totals)),
    ...(await compareCustomers(ctx, totals)),
    ...(await compareDays(ctx, totals)),
  )
  return { entries, differences }
}

function checkEntry(entry: StoredEntry, previousSequence: bigint, previousHash: Buffer): string[] {
  const found: string[] = []
  const sums = new Map<string, bigint>()
  for (const leg of entry.postings) sums.set(leg.currency, (sums.get(leg.currency) ?? 0n) + leg.amountMinor)
  for (const [currency, sum] of sums)
    if (sum !== 0n) found.push(`entry ${entry.id} is off by ${sum} ${currency}`)
  if (entry.sequence !== previousSequence + 1n)
    found.push(`entry ${entry.id} has number ${entry.sequence} after ${previousSequence}`)
  if (!entry.previousHash.equals(previousHash))
    found.push(`entry ${entry.id} does not follow its predecessor`)
  if (!sha256(Buffer.concat([previousHash, entryFacts(entry)])).equals(entry.hash))
    found.push(`entry ${entry.id} was altered`)
  return found
}

async function compareReceivables(ctx: Ctx, totals: Deltas): Promise<string[]> {
  const expected = sumUp(totals.receivables, (item) => [
    item.invoiceId,
    { charged: item.chargedMinor, remaining: item.remainingMinor },
  ])
  const stored = (await storedReceivables(ctx)).map(
    (row): Kept => [row.invoice_id, { charged: row.charged_minor, remaining: row.remaining_minor }],
  )
  return compare('invoice', expected, stored)
}

async function compareCredits(ctx: Ctx, totals: Deltas): Promise<string[]> {
  const expected = sumUp(totals.credits, (item) => [
    item.creditMemoId,
    { issued: item.issuedMinor, remaining: item.remainingMinor },
  ])
  const stored = (await storedCredits(ctx)).map(
    (row): Kept => [row.credit_memo_id, { issued: row.issued_minor, remaining: row.remaining_minor }],
  )
  return compare('credit memo', expected, stored)
}

async function compareCustomers(ctx: Ctx, totals: Deltas): Promise<string[]> {
  const expected = sumUp(totals.customers, (item) => [
    `${item.customerId} ${item.currency}`,
    { owed: item.owedMinor, paid: item.paidMinor, unapplied: item.unappliedMinor },
  ])
  const stored = (await storedCustomerBalances(ctx)).map(
    (row): Kept => [
      `${row.customer_id} ${row.currency}`,
      { owed: row.owed_minor, paid: row.paid_minor, unapplied: row.unapplied_minor },
    ],
  )
  return compare('customer', expected, stored)
}

async function compareDays(ctx: Ctx, totals: Deltas): Promise<string[]> {
  const expected = sumUp(totals.days, (item) => [
    `${item.bookedOn} ${item.currency}`,
    { invoiced: item.invoicedMinor, collected: item.collectedMinor, owed: item.owedMinor },
  ])
  const stored = (await storedDays(ctx)).map(
    (row): Kept => [
      `${row.booked_on} ${row.currency}`,
      { invoiced: row.invoiced_minor, collected: row.collected_minor, owed: row.owed_minor },
    ],
  )
  return compare('day', expected, stored)
}

type Figures = Readonly<Record<string, bigint>>
/** Key and figures of a stored projection row. */
type Kept = readonly [key: string, figures: Figures]

/** Sums the figures of each key over all entries. */
function sumUp<Item>(items: readonly Item[], toRow: (item: Item) => Kept): Map<string, Figures> {
  const sums = new Map<string, Figures>()
  for (const [key, figures] of items.map(toRow)) {
    const sum = sums.get(key) ?? {}
    const names = Object.keys(figures)
    sums.set(key, Object.fromEntries(names.map((name) => [name, (sum[name] ?? 0n) + figures[name]!])))
  }
  return sums
}

function compare(what: string, expected: ReadonlyMap<string, Figures>, rows: readonly Kept[]): string[] {
  const found: string[] = []
  const stored = new Map(rows)
  if (stored.size < rows.length) found.push(`${what}: ${rows.length - stored.size} kept more than once`)
  for (const key of new Set([...expected.keys(), ...stored.keys()])) {
    const should = expected.get(key) ?? {}
    const is = stored.get(key) ?? {}
    for (const name of new Set([...Object.keys(should), ...Object.keys(is)])) {
      if ((should[name] ?? 0n) !== (is[name] ?? 0n))
        found.push(`${what} ${key}: ${name} is ${is[name] ?? 0n}, the entries say ${should[name] ?? 0n}`)
    }
  }
  return found
}
