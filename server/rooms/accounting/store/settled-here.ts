import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/** Amounts of an invoice that Quittance settled, and the part of them that the platform knows. */
export interface SettledHere {
  readonly settledMinor: bigint
  readonly knownThereMinor: bigint
}

const NOTHING: SettledHere = { settledMinor: 0n, knownThereMinor: 0n }

/** Returns what payments and credit settled here of each of these invoices. */
export async function settledHere(
  ctx: Ctx,
  invoiceIds: readonly string[],
): Promise<(invoiceId: string) => SettledHere> {
  if (invoiceIds.length === 0) return () => NOTHING
  const result = await sql<{ id: string; settled: bigint; known: bigint }>`
    select id, sum(settled)::bigint as settled, sum(known)::bigint as known from (
      select a.invoice_id as id, a.amount_minor - a.reversed_minor as settled, 0 as known from payment_allocations a
      where a.account_id = ${ctx.accountId} and a.invoice_id = any(${invoiceIds}::uuid[]) and a.state in ('applied', 'reversed')
      union all
      select c.invoice_id, c.amount_minor, 0 from credit_applications c
      where c.account_id = ${ctx.accountId} and c.invoice_id = any(${invoiceIds}::uuid[]) and c.unapplied_at is null
      union all
      select s.invoice_id, 0, s.amount_minor from accounting_post_shares s
      where s.account_id = ${ctx.accountId} and s.invoice_id = any(${invoiceIds}::uuid[]) and s.kind <> 'late_fee'
    ) parts group by id`.execute(ctx.db)
  const found = new Map(
    result.rows.map(({ id, settled, known }) => [id, { settledMinor: settled, knownThereMinor: known }]),
  )
  return (invoiceId) => found.get(invoiceId) ?? NOTHING
}

/**
 * Returns the amount of a credit memo that was used here and that the platform doesn't know yet. `entries` are the uses that the memo
 * has there: one that was recognized and is removed there since is no longer known.
 */
export async function creditUsedHere(
  ctx: Ctx,
  memoId: string,
  entries: readonly string[] | undefined,
): Promise<bigint> {
  const result = await sql<{ used: bigint }>`
    select ((select coalesce(sum(c.amount_minor), 0) from credit_applications c
        where c.account_id = ${ctx.accountId} and c.credit_memo_id = ${memoId} and c.unapplied_at is null)
      - (select coalesce(sum(s.amount_minor), 0) from accounting_post_shares s
        where s.account_id = ${ctx.accountId} and s.credit_memo_id = ${memoId}
          and (s.remote_id is null or ${entries ?? null}::text[] is null or s.remote_id = any(${entries ?? null}::text[]))))::bigint as used`.execute(
    ctx.db,
  )
  return result.rows[0]!.used
}

/** Whether a part of a credit memo is used here, also where the platform knows of it. */
export async function isCreditUsed(ctx: Ctx, memoId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('credit_applications')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('credit_memo_id', '=', memoId)
    .where('unapplied_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
