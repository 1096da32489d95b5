import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'

/** A memo of which credit remains. */
export interface OpenMemo {
  readonly id: string
  readonly number: string
  /** Money received elsewhere: its number says what it is. */
  readonly isReceived: boolean
  readonly remainingMinor: bigint
}

export interface MemoOwner {
  readonly customerId: string
  readonly currency: string
}

/** One payment uses at most so many memos; the next one uses the others. */
const MOST_MEMOS = 100

const openMemos = (ctx: Ctx, { customerId, currency }: MemoOwner) => sql`
  from credit_memos m join credit_balances b on b.account_id = m.account_id and b.credit_memo_id = m.id
  where b.account_id = ${ctx.accountId} and b.customer_id = ${customerId} and b.currency = ${currency}
    and b.remaining_minor > 0 and m.state = 'open'`

/** Returns a customer's memos with remaining credit, in the order of ids. */
export async function readOpenMemos(ctx: Ctx, owner: MemoOwner): Promise<OpenMemo[]> {
  const result = await sql<OpenMemo>`
    select m.id, m.number, m.received as "isReceived", b.remaining_minor as "remainingMinor" ${openMemos(ctx, owner)}
    order by m.id limit ${MOST_MEMOS}`.execute(ctx.db)
  return result.rows
}

/** Locks a customer's memos with remaining credit in the order of ids, before any receivable, and returns them. */
export async function lockOpenMemos(ctx: Ctx, owner: MemoOwner): Promise<OpenMemo[]> {
  const locked = await sql<{ id: string }>`
    select m.id ${openMemos(ctx, owner)} order by m.id limit ${MOST_MEMOS} for no key update of m`.execute(
    ctx.db,
  )
  if (locked.rows.length === 0) return []
  const ids = new Set(locked.rows.map(({ id }) => id))
  // Read again: during the wait for a lock another transaction may have used credit.
  return (await readOpenMemos(ctx, owner)).filter(({ id }) => ids.has(id))
}

export interface UnrequestedApplication {
  readonly id: string
  readonly memoId: string
  readonly invoiceId: string
  readonly amountMinor: bigint
}

/** Inserts applications that belong to another request. */
export async function insertApplications(
  ctx: Ctx,
  applications: readonly UnrequestedApplication[],
): Promise<void> {
  const rows = applications.map((one) => ({
    id: one.id,
    memo: one.memoId,
    invoice: one.invoiceId,
    amount: one.amountMinor.toString(),
  }))
  await sql`
    insert into credit_applications (account_id, id, credit_memo_id, invoice_id, amount_minor, applied_at)
    select here.account_id, d.id, d.memo, d.invoice, d.amount, ${asDate(ctx.now)}::timestamptz
    from ${here(ctx.accountId)}, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d(id uuid, memo uuid, invoice uuid, amount bigint)`.execute(ctx.db)
}
