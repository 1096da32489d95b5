import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import { unnestRows } from '../../../platform/db/rows/unnest-rows.ts'
import type { CreditDelta, CustomerDelta, Deltas, ReceivableDelta } from '../rules.ts'

/**
 * Applies the deltas of appended entries to the projections. `owed` holds the invoices that already have a
 * receivable. The ledger head must be locked, so that nobody else inserts a row.
 */
export async function applyDeltas(ctx: Ctx, deltas: Deltas, owed: ReadonlySet<string>): Promise<void> {
  const known = deltas.receivables.filter((item) => owed.has(item.invoiceId))
  const fresh = deltas.receivables.filter((item) => !owed.has(item.invoiceId))
  await Promise.all([
    known.length > 0 && moveReceivables(ctx, known),
    fresh.length > 0 && addReceivables(ctx, fresh),
    deltas.credits.length > 0 && applyCredits(ctx, deltas.credits),
    deltas.customers.length > 0 && applyCustomers(ctx, deltas.customers),
  ])
}

const RECEIVABLE_COLUMNS = {
  invoice_id: 'uuid',
  customer_id: 'uuid',
  currency: 'text',
  due_date: 'date',
  charged: 'bigint',
  remaining: 'bigint',
  reserved: 'bigint',
} as const

const receivablesAsRows = (items: readonly ReceivableDelta[]) => {
  const rows = items.map((item) => ({
    invoice_id: item.invoiceId,
    customer_id: item.customerId,
    currency: item.currency,
    due_date: item.dueDate,
    charged: item.chargedMinor,
    remaining: item.remainingMinor,
    reserved: item.reservedMinor,
  }))
  return unnestRows('d', RECEIVABLE_COLUMNS, rows)
}

async function addReceivables(ctx: Ctx, items: readonly ReceivableDelta[]): Promise<void> {
  await sql`
    insert into receivables (account_id, invoice_id, customer_id, currency, due_date, charged_minor, remaining_minor, reserved_minor)
    select here.account_id, d.invoice_id, d.customer_id, d.currency, d.due_date, d.charged, d.remaining, d.reserved
    from ${here(ctx.accountId)}, ${receivablesAsRows(items)}`.execute(ctx.db)
}

/** Deletes the changes of due dates that the sums of the reports have followed. The ledger head must be locked. */
export async function deleteDueDateChanges(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('due_date_changes').where('account_id', '=', ctx.accountId).execute()
}

/** Keeps the former due date of invoices whose due date changes, before it is overwritten. */
async function keepDueDates(ctx: Ctx, items: readonly ReceivableDelta[]): Promise<void> {
  await sql`
    insert into due_date_changes (account_id, invoice_id, from_date)
    select r.account_id, r.invoice_id, r.due_date from receivables r, ${receivablesAsRows(items)}
    where r.account_id = ${ctx.accountId} and r.invoice_id = d.invoice_id and r.due_date <> d.due_date`.execute(
    ctx.db,
  )
}

async function moveReceivables(ctx: Ctx, items: readonly ReceivableDelta[]): Promise<void> {
  const dated = items.filter((item) => item.dueDate !== null)
  if (dated.length > 0) await keepDueDates(ctx, dated)
  await sql`
    update receivables r set charged_minor = r.charged_minor + d.charged, remaining_minor = r.remaining_minor + d.remaining,
      reserved_minor = r.reserved_minor + d.reserved, due_date = coalesce(d.due_date, r.due_date), customer_id = d.customer_id
    from ${receivablesAsRows(items)} where r.account_id = ${ctx.accountId} and r.invoice_id = d.invoice_id`.execute(
    ctx.db,
  )
}

async function applyCredits(ctx: Ctx, items: readonly CreditDelta[]): Promise<void> {
  const rows = items.map((item) => ({
    credit_memo_id: item.creditMemoId,
    customer_id: item.customerId,
    currency: item.currency,
    issued: item.issuedMinor.toString(),
    remaining: item.remainingMinor.toString(),
  }))
  await sql`
    with d as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(credit_memo_id uuid, customer_id uuid, currency text, issued bigint, remaining bigint)
    ), known as (
      update credit_balances c set issued_minor = c.issued_minor + d.issued, remaining_minor = c.remaining_minor + d.remaining
      from d where c.account_id = ${ctx.accountId} and c.credit_memo_id = d.credit_memo_id returning c.credit_memo_id
    ), added as (
    insert into credit_balances (account_id, credit_memo_id, customer_id, currency, issued_minor, remaining_minor)
    select here.account_id, d.credit_memo_id, d.customer_id, d.currency, d.issued, d.remaining
    from ${here(ctx.accountId)}, d where d.credit_memo_id not in (select credit_memo_id from known))
    select`.execute(ctx.db)
}

async function applyCustomers(ctx: Ctx, items: readonly CustomerDelta[]): Promise<void> {
  const rows = items.map((item) => ({
    customer_id: item.customerId,
    currency: item.currency,
    owed: item.owedMinor.toString(),
    paid: item.paidMinor.toString(),
    unapplied: item.unappliedMinor.toString(),
  }))
  await sql`
    with d as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(customer_id uuid, currency text, owed bigint, paid bigint, unapplied bigint)
    ), known as (
      update customer_balances b set owed_minor = b.owed_minor + d.owed, paid_minor = b.paid_minor + d.paid,
        unapplied_minor = b.unapplied_minor + d.unapplied
      from d where b.account_id = ${ctx.accountId} and b.customer_id = d.customer_id and b.currency = d.currency
      returning b.customer_id, b.currency
    ), added as (
    insert into customer_balances (account_id, customer_id, currency, owed_minor, paid_minor, unapplied_minor)
    select here.account_id, d.customer_id, d.currency, d.owed, d.paid, d.unapplied
    from ${here(ctx.accountId)}, d where (d.customer_id, d.currency) not in (select customer_id, currency from known))
    select`.execute(ctx.db)
}
