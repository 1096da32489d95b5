import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/calendar.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { hashOf, sha256 } from '../../../platform/ids.ts'
import type { Deltas, NewEntry } from '../rules.ts'
import type { ReceivablesTable } from '../tables.ts'

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

/** Locks these invoices' receivables, in the one order that everybody keeps. Unknown ids are left out. */
export async function lockReceivables(ctx: Ctx, invoiceIds: readonly string[]): Promise<Receivable[]> {
  const rows = await ctx.db
    .selectFrom('receivables')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('invoice_id', '=', sql<string>`any(${invoiceIds}::uuid[])`)
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
    .where('invoice_id', '=', sql<string>`any(${invoiceIds}::uuid[])`)
    .execute()
  return rows.map(toReceivable)
}

/** What a customer owes in a currency, oldest due date first. At most 1,000. */
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

export async function addReservation(ctx: Ctx, invoiceId: string, amountMinor: bigint): Promise<void> {
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
  const row = await ctx.db
    .selectFrom('credit_balances')
    .select(['remaining_minor', 'issued_minor'])
    .where('account_id', '=', ctx.accountId)
    .where('credit_memo_id', '=', creditMemoId)
    .forUpdate()
    .executeTakeFirst()
  return row ? { remainingMinor: row.remaining_minor, issuedMinor: row.issued_minor } : null
}

/** Takes the account's head: from here on nobody else appends until this transaction ends. */
async function lockHead(ctx: Ctx): Promise<{ sequence: bigint; hash: Buffer }> {
  await sql`insert into ledger_heads (account_id) values (${ctx.accountId}) on conflict do nothing`.execute(
    ctx.db,
  )
  return ctx.db
    .selectFrom('ledger_heads')
    .select(['sequence', 'hash'])
    .where('account_id', '=', ctx.accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** The bytes that an entry's hash covers, apart from its predecessor's hash. */
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

/** Appends entries and their postings to the chain, in a fixed number of statements however many there are. */
export async function insertEntries(ctx: Ctx, entries: readonly NewEntry[]): Promise<void> {
  const head = await lockHead(ctx)
  let { sequence, hash } = head
  const rows = entries.map((entry) => {
    const previous = hash
    sequence += 1n
    hash = sha256(Buffer.concat([previous, entryFacts(entry)]))
    return { entry, sequence, previous, hash }
  })
  await sql`
    insert into ledger_entries (account_id, id, sequence, kind, booked_on, recorded_at, customer_id, source_type, source_id, reverses_id, description, previous_hash, hash)
    select ${ctx.accountId}::uuid, r.id, r.sequence, r.kind, r.booked_on, ${asDate(ctx.now)}, r.customer_id, r.source_type, r.source_id, r.reverses_id,
      r.description, decode(r.previous_hash, 'hex'), decode(r.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows.map(entryRow))}::jsonb) as r(id uuid, sequence bigint, kind text, booked_on date, customer_id uuid,
      source_type text, source_id uuid, reverses_id uuid, description text, previous_hash text, hash text)`.execute(
    ctx.db,
  )
  await sql`
    insert into ledger_postings (account_id, entry_id, position, ledger_account, customer_id, invoice_id, credit_memo_id, currency, amount_minor)
    select ${ctx.accountId}::uuid, r.entry_id, r.position, r.ledger_account, r.customer_id, r.invoice_id, r.credit_memo_id, r.currency, r.amount_minor
    from jsonb_to_recordset(${JSON.stringify(entries.flatMap(postingRows))}::jsonb) as r(entry_id uuid, position smallint, ledger_account text,
      customer_id uuid, invoice_id uuid, credit_memo_id uuid, currency text, amount_minor bigint)`.execute(
    ctx.db,
  )
  await ctx.db
    .updateTable('ledger_heads')
    .set({ sequence, hash })
    .where('account_id', '=', ctx.accountId)
    .execute()
}

const entryRow = (row: { entry: NewEntry; sequence: bigint; previous: Buffer; hash: Buffer }) => ({
  id: row.entry.id,
  sequence: row.sequence.toString(),
  kind: row.entry.kind,
  booked_on: row.entry.bookedOn,
  customer_id: row.entry.customerId,
  source_type: row.entry.source.type,
  source_id: row.entry.source.id,
  reverses_id: row.entry.reversesId ?? null,
  description: row.entry.description,
  previous_hash: row.previous.toString('hex'),
  hash: row.hash.toString('hex'),
})

const postingRows = (entry: NewEntry) =>
  entry.postings.map((leg, position) => ({
    entry_id: entry.id,
    position,
    ledger_account: leg.ledgerAccount,
    customer_id: leg.customerId,
    invoice_id: leg.invoiceId ?? null,
    credit_memo_id: leg.creditMemoId ?? null,
    currency: leg.currency,
    amount_minor: leg.amountMinor.toString(),
  }))

/** Moves the projections by what the entries say. */
export async function applyDeltas(ctx: Ctx, deltas: Deltas): Promise<void> {
  if (deltas.receivables.length > 0) await applyReceivables(ctx, deltas)
  if (deltas.credits.length > 0) await applyCredits(ctx, deltas)
  if (deltas.customers.length > 0) await applyCustomers(ctx, deltas)
}

async function applyReceivables(ctx: Ctx, deltas: Deltas): Promise<void> {
  const rows = deltas.receivables.map((item) => ({
    invoice_id: item.invoiceId,
    customer_id: item.customerId,
    currency: item.currency,
    due_date: item.dueDate,
    charged: item.chargedMinor.toString(),
    remaining: item.remainingMinor.toString(),
    reserved: item.reservedMinor.toString(),
  }))
  const source = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(invoice_id uuid, customer_id uuid, currency text, due_date date,
    charged bigint, remaining bigint, reserved bigint)`
  await sql`
    insert into receivables (account_id, invoice_id, customer_id, currency, due_date, charged_minor, remaining_minor, reserved_minor)
    select ${ctx.accountId}::uuid, d.invoice_id, d.customer_id, d.currency, d.due_date, 0, 0, 0 from ${source}
    where d.due_date is not null order by d.invoice_id on conflict do nothing`.execute(ctx.db)
  await sql`
    update receivables r set charged_minor = r.charged_minor + d.charged, remaining_minor = r.remaining_minor + d.remaining,
      reserved_minor = r.reserved_minor + d.reserved, due_date = coalesce(d.due_date, r.due_date), customer_id = d.customer_id
    from ${source} where r.account_id = ${ctx.accountId} and r.invoice_id = d.invoice_id`.execute(ctx.db)
}

async function applyCredits(ctx: Ctx, deltas: Deltas): Promise<void> {
  const rows = deltas.credits.map((item) => ({
    credit_memo_id: item.creditMemoId,
    customer_id: item.customerId,
    currency: item.currency,
    issued: item.issuedMinor.toString(),
    remaining: item.remainingMinor.toString(),
  }))
  const source = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(credit_memo_id uuid, customer_id uuid, currency text, issued bigint, remaining bigint)`
  await sql`
    insert into credit_balances (account_id, credit_memo_id, customer_id, currency, issued_minor, remaining_minor)
    select ${ctx.accountId}::uuid, d.credit_memo_id, d.customer_id, d.currency, 0, 0 from ${source} on conflict do nothing`.execute(
    ctx.db,
  )
  await sql`
    update credit_balances c set issued_minor = c.issued_minor + d.issued, remaining_minor = c.remaining_minor + d.remaining
    from ${source} where c.account_id = ${ctx.accountId} and c.credit_memo_id = d.credit_memo_id`.execute(
    ctx.db,
  )
}

async function applyCustomers(ctx: Ctx, deltas: Deltas): Promise<void> {
  const rows = deltas.customers.map((item) => ({
    customer_id: item.customerId,
    currency: item.currency,
    owed: item.owedMinor.toString(),
    paid: item.paidMinor.toString(),
    unapplied: item.unappliedMinor.toString(),
  }))
  const source = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(customer_id uuid, currency text, owed bigint, paid bigint, unapplied bigint)`
  await sql`
    insert into customer_balances (account_id, customer_id, currency)
    select ${ctx.accountId}::uuid, d.customer_id, d.currency from ${source} on conflict do nothing`.execute(
    ctx.db,
  )
  await sql`
    update customer_balances b set owed_minor = b.owed_minor + d.owed, paid_minor = b.paid_minor + d.paid, unapplied_minor = b.unapplied_minor + d.unapplied
    from ${source} where b.account_id = ${ctx.accountId} and b.customer_id = d.customer_id and b.currency = d.currency`.execute(
    ctx.db,
  )
}

/** Ids of the entries that a document gave rise to, newest first. */
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
