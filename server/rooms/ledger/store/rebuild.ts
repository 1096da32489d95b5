import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { EntryKind, LedgerAccount, Posting } from '../rules.ts'

export interface StoredEntry {
  readonly id: string
  readonly sequence: bigint
  readonly kind: EntryKind
  readonly bookedOn: string
  readonly customerId: string | null
  readonly source: { type: string; id: string }
  readonly reversesId?: string
  readonly description: string
  readonly previousHash: Buffer
  readonly hash: Buffer
  readonly postings: Posting[]
}

interface EntryRow {
  id: string
  sequence: bigint
  kind: EntryKind
  booked_on: string
  customer_id: string | null
  source_type: string
  source_id: string
  reverses_id: string | null
  description: string
  previous_hash: Buffer
  hash: Buffer
  postings: {
    account: LedgerAccount
    customer: string | null
    invoice: string | null
    memo: string | null
    currency: string
    amount: string
  }[]
}

/** Lifts the statement and idle timeouts of a request for a long check of one account. */
export const withoutTimeLimit = async (ctx: Ctx): Promise<void> => {
  await sql`set local statement_timeout = 0`.execute(ctx.db)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(ctx.db)
}

const BATCH = 2000

/** Yields all entries of the account in order, in batches of up to 2,000. */
export async function* entriesInBatches(ctx: Ctx): AsyncGenerator<StoredEntry[]> {
  for (let last = 0n; ; ) {
    const batch = await entriesAfter(ctx, last, BATCH)
    if (batch.length === 0) return
    yield batch
    last = batch.at(-1)!.sequence
  }
}

/** The entries after a sequence number, in order, with their postings. */
async function entriesAfter(ctx: Ctx, sequence: bigint, limit: number): Promise<StoredEntry[]> {
  const result = await sql<EntryRow>`
    select e.id, e.sequence, e.kind, e.booked_on, e.customer_id, e.source_type, e.source_id, e.reverses_id, e.description, e.previous_hash, e.hash,
      (select coalesce(jsonb_agg(jsonb_build_object('account', p.ledger_account, 'customer', p.customer_id, 'invoice', p.invoice_id,
        'memo', p.credit_memo_id, 'currency', p.currency, 'amount', p.amount_minor::text) order by p.position), '[]')
       from ledger_postings p where p.account_id = e.account_id and p.entry_id = e.id) as postings
    from ledger_entries e where e.account_id = ${ctx.accountId} and e.sequence > ${sequence} order by e.sequence limit ${limit}`.execute(
    ctx.db,
  )
  return result.rows.map((row) => ({
    id: row.id,
    sequence: row.sequence,
    kind: row.kind,
    bookedOn: row.booked_on,
    customerId: row.customer_id,
    source: { type: row.source_type, id: row.source_id },
    ...(row.reverses_id !== null && { reversesId: row.reverses_id }),
    description: row.description,
    previousHash: row.previous_hash,
    hash: row.hash,
    postings: row.postings.map((leg) => ({
      ledgerAccount: leg.account,
      customerId: leg.customer,
      ...(leg.invoice !== null && { invoiceId: leg.invoice }),
      ...(leg.memo !== null && { creditMemoId: leg.memo }),
      currency: leg.currency,
      amountMinor: BigInt(leg.amount),
    })),
  }))
}

export const storedReceivables = (ctx: Ctx) =>
  ctx.db.selectFrom('receivables').selectAll().where('account_id', '=', ctx.accountId).execute()
export const storedCredits = (ctx: Ctx) =>
  ctx.db.selectFrom('credit_balances').selectAll().where('account_id', '=', ctx.accountId).execute()
export const storedCustomerBalances = (ctx: Ctx) =>
  ctx.db.selectFrom('customer_balances').selectAll().where('account_id', '=', ctx.accountId).execute()
export const storedDays = (ctx: Ctx) =>
  ctx.db.selectFrom('ledger_days').selectAll().where('account_id', '=', ctx.accountId).execute()
export const storedHead = (ctx: Ctx) =>
  ctx.db.selectFrom('ledger_heads').selectAll().where('account_id', '=', ctx.accountId).executeTakeFirst()

export async function deleteDays(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('ledger_days').where('account_id', '=', ctx.accountId).execute()
}
