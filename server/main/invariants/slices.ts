import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import type { Subject } from './invariant.ts'

/** Keys of the objects to check, by kind. */
export type Slice = Record<Subject, string[]>

/**
 * Tables that a round walks in key order, with the number of keys per slice. A customer, a day and a due date hold more the more is
 * booked (`grows`), so large accounts get fewer of them in a slice.
 */
const WALKS = {
  entries: { size: 500, from: 'ledger_entries', key: 'sequence', type: 'bigint', where: 'true' },
  invoices: { size: 500, from: 'invoices', key: 'id', type: 'uuid', where: 'true' },
  payments: { size: 500, from: 'payments', key: 'id', type: 'uuid', where: 'true' },
  memos: { size: 500, from: 'credit_balances', key: 'credit_memo_id', type: 'uuid', where: 'true' },
  customers: {
    size: 50,
    grows: true,
    from: 'customer_balances',
    key: 'customer_id',
    type: 'uuid',
    where: 'true',
  },
  days: { size: 15, grows: true, from: 'ledger_days', key: 'booked_on', type: 'date', where: 'true' },
  dues: {
    size: 50,
    grows: true,
    from: 'invoice_tallies',
    key: 'due_date',
    type: 'date',
    where: `scope_id = account_id and kind = 'owed'`,
  },
  months: {
    size: 1,
    from: 'ledger_days',
    key: `date_trunc('month', booked_on)::date`,
    type: 'date',
    where: 'true',
  },
} as const

export type Walk = keyof typeof WALKS

/** Position of each walk; null when it is complete. */
export type Positions = Readonly<Partial<Record<Walk, string | null>>>

const NAMES = Object.keys(WALKS) as Walk[]

/** Entries of an account from which slices of what grows hold less: twice as many entries, half as many keys. */
const SMALL_BOOKS = 100_000

/** Returns the number of keys in a slice of an account with this many entries. */
export function sliceSize(name: Walk, entries: bigint): number {
  const walk = WALKS[name]
  if (!('grows' in walk) || entries <= SMALL_BOOKS) return walk.size
  return Math.max(1, Math.floor((walk.size * SMALL_BOOKS) / Number(entries)))
}

/** Reads the next slice of each walk of an account with this many entries and returns it with the new positions. */
export async function readNextSlice(
  ctx: Ctx,
  positions: Positions,
  entries: bigint,
): Promise<{ found: Slice; positions: Positions }> {
  const found = emptySlice()
  const after: Record<string, string | null> = {}
  for (const name of NAMES) {
    const position = positions[name]
    after[name] = null
    if (position === null) continue
    const size = sliceSize(name, entries)
    const keys = await nextKeys(ctx, name, position, size)
    if (name === 'entries') add(found, await entriesAndSources(ctx, keys))
    else found[name].push(...keys)
    if (keys.length === size) after[name] = keys.at(-1)!
  }
  return { found, positions: after }
}

async function nextKeys(ctx: Ctx, name: Walk, position: string | undefined, size: number): Promise<string[]> {
  const { from, key, type, where } = WALKS[name]
  const beyond = position === undefined ? sql`` : sql`and ${sql.raw(key)} > ${position}::${sql.raw(type)}`
  const result = await sql<{ key: string }>`
    select distinct ${sql.raw(key)}::text as key, ${sql.raw(key)} from ${sql.raw(from)}
    where account_id = ${ctx.accountId} and ${sql.raw(where)} ${beyond} order by ${sql.raw(key)} limit ${size}`.execute(
    ctx.db,
  )
  return result.rows.map((row) => row.key)
}

/** Returns the sequences of the next entries after `sequence`, in order. */
export async function entriesAfter(ctx: Ctx, sequence: bigint, limit: number): Promise<string[]> {
  const result = await sql<{ sequence: string }>`
    select sequence::text from ledger_entries where account_id = ${ctx.accountId} and sequence > ${sequence}
    order by ledger_entries.sequence limit ${limit}`.execute(ctx.db)
  return result.rows.map((row) => row.sequence)
}

/** Returns the sequence of the account's last entry; 0 when there is none. */
export async function lastSequence(ctx: Ctx): Promise<bigint> {
  const result = await sql<{ sequence: bigint }>`
    select sequence from ledger_heads where account_id = ${ctx.accountId}`.execute(ctx.db)
  return result.rows[0]?.sequence ?? 0n
}

/** Returns these entries and their sources. What else they changed has walks of its own. */
async function entriesAndSources(ctx: Ctx, sequences: readonly string[]): Promise<Partial<Slice>> {
  const result = await sql<{ id: string; source_id: string }>`
    select id::text, source_id::text from ledger_entries
    where account_id = ${ctx.accountId} and sequence = any(${sequences}::bigint[])`.execute(ctx.db)
  return { entries: result.rows.map((row) => row.id), sources: result.rows.map((row) => row.source_id) }
}

/**
 * Returns everything that the entries with these sequences changed, except their months: a month takes as long as many slices, and
 * the round comes to it.
 */
export async function sliceOfEntries(ctx: Ctx, sequences: readonly string[]): Promise<Slice> {
  const slice = emptySlice()
  if (sequences.length === 0) return slice
  const result = await sql<{ subject: Subject; keys: string[] | null }>`
    with e as materialized (
      select id, source_id, customer_id, booked_on from ledger_entries
      where account_id = ${ctx.accountId} and sequence = any(${sequences}::bigint[])
    ), p as materialized (
      select p.invoice_id, p.credit_memo_id, p.customer_id from e
      join ledger_postings p on p.account_id = ${ctx.accountId} and p.entry_id = e.id
    )
    select 'entries' as subject, array_agg(id::text) as keys from e
    union all select 'sources', array_agg(distinct source_id::text) from e
    union all select 'payments', array_agg(distinct source_id::text) from e
    union all select 'days', array_agg(distinct booked_on::text) from e
    union all select 'customers', array_agg(distinct customer_id::text) from (select customer_id from e union select customer_id from p) c
    union all select 'invoices', array_agg(distinct invoice_id::text) from p
    union all select 'memos', array_agg(distinct credit_memo_id::text) from p
    union all select 'dues', array_agg(distinct r.due_date::text) from p
      join receivables r on r.account_id = ${ctx.accountId} and r.invoice_id = p.invoice_id`.execute(ctx.db)
  for (const { subject, keys } of result.rows)
    slice[subject].push(...(keys ?? []).filter((key) => key !== null))
  return slice
}

export const emptySlice = (): Slice => ({
  entries: [],
  invoices: [],
  memos: [],
  customers: [],
  payments: [],
  sources: [],
  days: [],
  dues: [],
  months: [],
})

export function add(slice: Slice, other: Partial<Slice>): void {
  for (const [subject, keys] of Object.entries(other))
    for (const key of keys) slice[subject as Subject].push(key)
}
