import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import { unnestRows } from '../../../platform/db/rows/unnest-rows.ts'
import { hashOf, sha256 } from '../../../platform/ids.ts'
import type { DayDelta, NewEntry } from '../rules.ts'
import type { ReceivablesTable } from '../tables.ts'
import { addToDays } from './days.ts'

export interface Receivable {
  readonly invoiceId: string
  readonly customerId: string
  readonly currency: string
  readonly dueDate: CalendarDate
  readonly chargedMinor: bigint
  readonly remainingMinor: bigint
  readonly reservedMinor: bigint
}

const toReceivable = (row: ReceivablesTable): Receivable => ({
  invoiceId: row.invoice_id,
  customerId: row.customer_id,
  currency: row.currency,
  dueDate: row.due_date,
  chargedMinor: row.charged_minor,
  remainingMinor: row.remaining_minor,
  reservedMinor: row.reserved_minor,
})

/**
 * A single id is compared directly: PostgreSQL does not know the length of an array and would make a new plan
 * for each call.
 */
const isOneOf = (ids: readonly string[]) =>
  ids.length === 1 ? sql<boolean>`invoice_id = ${ids[0]}` : sql<boolean>`invoice_id = any(${ids}::uuid[])`

/**
 * Locks the receivables of these invoices by invoice id, the order that every caller uses. Skips unknown ids.
 */
export async function lockReceivables(ctx: Ctx, invoiceIds: readonly string[]): Promise<Receivable[]> {
  const rows = await ctx.db
    .selectFrom('receivables')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where(isOneOf(invoiceIds))
    .orderBy('invoice_id')
    .forUpdate()
    .execute()
  return rows.map(toReceivable)
}

export async function readReceivables(ctx: Ctx, invoiceIds: readonly string[]): Promise<Receivable[]> {
  const rows = await ctx.db
    .selectFrom('receivables')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where(isOneOf(invoiceIds))
    .execute()
  return rows.map(toReceivable)
}

/** Returns a customer's open receivables in one currency, oldest due date first. At most 1,000. */
export async function openReceivablesOf(
  ctx: Ctx,
  customerId: string,
  currency: string,
): Promise<Receivable[]> {
  const rows = await ctx.db
    .selectFrom('receivables')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('customer_id', '=', customerId)
    .where('currency', '=', currency)
    .where('remaining_minor', '>', 0n)
    .orderBy('due_date')
    .orderBy('invoice_id')
    .limit(1000)
    .execute()
  return rows.map(toReceivable)
}

/**
 * Returns a customer's first open receivables that are due by a day, or after it, earliest first. Reads no more than
 * `limit`, however many there are.
 */
export async function receivablesDue(
  ctx: Ctx,
  owed: { readonly customerId: string; readonly currency: string },
  due: { readonly by: CalendarDate } | { readonly after: CalendarDate },
  limit: number,
): Promise<Receivable[]> {
  const rows = await ctx.db
    .selectFrom('receivables')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('customer_id', '=', owed.customerId)
    .where('currency', '=', owed.currency)
    .where('remaining_minor', '>', 0n)
    .where((eb) => ('by' in due ? eb('due_date', '<=', due.by) : eb('due_date', '>', due.after)))
    .orderBy('due_date')
    .orderBy('invoice_id')
    .limit(limit)
    .execute()
  return rows.map(toReceivable)
}

/** Adds `sign` times each share to what its receivable has reserved. */
export async function addReservations(
  ctx: Ctx,
  shares: readonly { readonly invoiceId: string; readonly amountMinor: bigint }[],
  sign: 1n | -1n,
): Promise<void> {
  const [first, ...more] = shares
  if (!first) return
  if (more.length === 0) return addReservation(ctx, first.invoiceId, sign * first.amountMinor)
  const rows = shares.map(({ invoiceId, amountMinor }) => ({
    invoice_id: invoiceId,
    amount: (sign * amountMinor).toString(),
  }))
  await sql`
    update receivables r set reserved_minor = r.reserved_minor + d.amount
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(invoice_id uuid, amount bigint)
    where r.account_id = ${ctx.accountId} and r.invoice_id = d.invoice_id`.execute(ctx.db)
}

async function addReservation(ctx: Ctx, invoiceId: string, amountMinor: bigint): Promise<void> {
  await ctx.db
    .updateTable('receivables')
    .set((eb) => ({ reserved_minor: eb('reserved_minor', '+', amountMinor) }))
    .where('account_id', '=', ctx.accountId)
    .where('invoice_id', '=', invoiceId)
    .execute()
}

export async function lockCredit(
  ctx: Ctx,
  creditMemoId: string,
): Promise<{ remainingMinor: bigint; issuedMinor: bigint } | null> {
  const [row, other] = await ctx.db
    .selectFrom('credit_balances')
    .select(['remaining_minor', 'issued_minor'])
    .where('account_id', '=', ctx.accountId)
    .where('credit_memo_id', '=', creditMemoId)
    .forUpdate()
    .execute()
  // At most one row exists. With two rows, neither could be identified as this memo's.
  return row && !other ? { remainingMinor: row.remaining_minor, issuedMinor: row.issued_minor } : null
}

/** Sequence number and hash of an account's last entry. */
interface Head {
  readonly sequence: bigint
  readonly hash: Buffer
}

/** Locks the account's ledger head: nobody else appends until this transaction ends. */
export async function lockHead(ctx: Ctx): Promise<Head> {
  const head = await selectHead(ctx)
  if (head) return head
  await sql`insert into ledger_heads (account_id) values (${ctx.accountId}) on conflict do nothing`.execute(
    ctx.db,
  )
  return (await selectHead(ctx))!
}

const selectHead = (ctx: Ctx) =>
  ctx.db
    .selectFrom('ledger_heads')
    .select(['sequence', 'hash'])
    .where('account_id', '=', ctx.accountId)
    .forUpdate()
    .executeTakeFirst()

/** The bytes that an entry's hash covers, without its predecessor's hash. */
export const entryFacts = (
  entry: Pick<
    NewEntry,
    'id' | 'kind' | 'bookedOn' | 'customerId' | 'source' | 'reversesId' | 'description' | 'postings'
  >,
): Buffer =>
  hashOf([
    entry.id,
    entry.kind,
    entry.bookedOn,
    entry.customerId,
    entry.source.type,
    entry.source.id,
    entry.reversesId ?? null,
    entry.description,
    entry.postings.map((leg) => [
      leg.ledgerAccount,
      leg.customerId,
      leg.invoiceId ?? null,
      leg.creditMemoId ?? null,
      leg.currency,
      leg.amountMinor,
    ]),
  ])

/**
 * Appends entries and their postings to the chain and adds them to the daily sums, in one statement for any
 * number of entries. The ledger head must be locked, so that nobody else changes those sums.
 */
export async function insertEntries(
  ctx: Ctx,
  head: Head,
  entries: readonly NewEntry[],
  days: readonly DayDelta[],
): Promise<void> {
  let { sequence, hash } = head
  const rows = entries.map((entry) => {
    const previous = hash
    sequence += 1n
    hash = sha256(Buffer.concat([previous, entryFacts(entry)]))
    return { entry, sequence, previous, hash }
  })
  await sql`
    with entries as (
      insert into ledger_entries (account_id, id, sequence, kind, booked_on, recorded_at, customer_id, source_type, source_id, reverses_id,
        description, previous_hash, hash)
      select here.account_id, r.id, r.sequence, r.kind, r.booked_on, ${asDate(ctx.now)}::timestamptz, r.customer_id, r.source_type,
        r.source_id, r.reverses_id, r.description, r.previous_hash, r.hash
      from ${here(ctx.accountId)}, ${unnestRows('r', ENTRY_COLUMNS, rows.map(entryRow))}
    ), legs as (
      insert into ledger_postings (account_id, entry_id, position, ledger_account, customer_id, invoice_id, credit_memo_id, currency, amount_minor)
      select here.account_id, r.entry_id, r.position, r.ledger_account, r.customer_id, r.invoice_id, r.credit_memo_id, r.currency, r.amount_minor
      from ${here(ctx.accountId)}, ${unnestRows('r', POSTING_COLUMNS, entries.flatMap(postingRows))}
    ), days as (
      ${addToDays(ctx.accountId, days)}
    )
    update ledger_heads set sequence = ${sequence}, hash = ${hash} where account_id = ${ctx.accountId}`.execute(
    ctx.db,
  )
}

const ENTRY_COLUMNS = {
  id: 'uuid',
  sequence: 'bigint',
  kind: 'text',
  booked_on: 'date',
  customer_id: 'uuid',
  source_type: 'text',
  source_id: 'uuid',
  reverses_id: 'uuid',
  description: 'text',
  previous_hash: 'bytea',
  hash: 'bytea',
} as const

const entryRow = (row: { entry: NewEntry; sequence: bigint; previous: Buffer; hash: Buffer }) => ({
  id: row.entry.id,
  sequence: row.sequence,
  kind: row.entry.kind,
  booked_on: row.entry.bookedOn,
  customer_id: row.entry.customerId,
  source_type: row.entry.source.type,
  source_id: row.entry.source.id,
  reverses_id: row.entry.reversesId ?? null,
  description: row.entry.description,
  previous_hash: row.previous,
  hash: row.hash,
})

const POSTING_COLUMNS = {
  entry_id: 'uuid',
  position: 'smallint',
  ledger_account: 'text',
  customer_id: 'uuid',
  invoice_id: 'uuid',
  credit_memo_id: 'uuid',
  currency: 'text',
  amount_minor: 'bigint',
} as const

const postingRows = (entry: NewEntry) =>
  entry.postings.map((leg, position) => ({
    entry_id: entry.id,
    position,
    ledger_account: leg.ledgerAccount,
    customer_id: leg.customerId,
    invoice_id: leg.invoiceId ?? null,
    credit_memo_id: leg.creditMemoId ?? null,
    currency: leg.currency,
    amount_minor: leg.amountMinor,
  }))

/** Ids of the entries that a document caused, newest first. */
export async function entriesOfSource(ctx: Ctx, sourceId: string, kind: NewEntry['kind']): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('ledger_entries')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('source_id', '=', sourceId)
    .where('kind', '=', kind)
    .orderBy('sequence', 'desc')
    .execute()
  return rows.map((row) => row.id)
}
