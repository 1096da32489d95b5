import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { skipUsedNumbers, takeNumber } from '../../invoices/index.ts'
import type { Application, MemoFacts } from '../rules.ts'

const staffId = (ctx: Ctx): string | null => (ctx.actor.kind === 'staff' ? ctx.actor.userId : null)

/**
 * SQL condition for the memos that an actor may see: staff see all of the account, customers their own that
 * are not void.
 */
export const visibleTo = (ctx: Ctx) => {
  if (['staff', 'api_key', 'system'].includes(ctx.actor.kind)) return sql<boolean>`true`
  return ctx.actor.kind === 'customer' || ctx.actor.kind === 'preview'
    ? sql<boolean>`(m.customer_id = ${ctx.actor.customerId}::uuid and m.state = 'open')`
    : sql<boolean>`false`
}

export const COLUMNS = sql`m.id, m.number, m.state, m.customer_id as "customerId", c.short_name as "customerName", m.currency,
  m.issued_on as "issuedOn", m.reason, m.received, m.kept_after_move as "keptAfterMove", m.total_minor as "totalMinor", coalesce(b.remaining_minor, 0) as "remainingMinor"`
export const JOINS = sql`join customers c on c.account_id = m.account_id and c.id = m.customer_id
  left join credit_balances b on b.account_id = m.account_id and b.credit_memo_id = m.id`

/** Returns a memo, or undefined when the actor may not see it. */
export async function readMemoFacts(ctx: Ctx, id: string): Promise<MemoFacts | undefined> {
  const result = await sql<MemoFacts>`
    select ${COLUMNS} from credit_memos m ${JOINS}
    where m.account_id = ${ctx.accountId} and m.id = ${id} and ${visibleTo(ctx)}`.execute(ctx.db)
  return result.rows[0]
}

/** Locks a memo against other writers. Returns false when this account has no such memo. */
export async function lockMemo(ctx: Ctx, id: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('credit_memos')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Notes whether memos are kept since the account moved to books that don't have them. */
export async function setMemosKeptAfterMove(
  ctx: Ctx,
  ids: readonly string[],
  isKept: boolean,
): Promise<void> {
  await ctx.db
    .updateTable('credit_memos')
    .set({ kept_after_move: isKept })
    .where('account_id', '=', ctx.accountId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('kept_after_move', '<>', isKept)
    .execute()
}

export interface NewMemo {
  readonly id: string
  readonly customerId: string
  readonly currency: string
  readonly issuedOn: CalendarDate
  readonly reason: string
  readonly totalMinor: bigint
  readonly requestId: string | null
  readonly requestHash: Buffer
  readonly received?: boolean
}

/** Serializes requests with the same request_id until the transaction ends. */
export async function lockRequest(ctx: Ctx, requestId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`credit memo ${ctx.accountId} ${requestId}`}, 0))`.execute(
    ctx.db,
  )
}

/** Returns the memo that this request_id issued and the hash of the request's values. */
export async function readIssuing(
  ctx: Ctx,
  requestId: string,
): Promise<{ memoId: string; requestHash: Buffer | null } | null> {
  const row = await ctx.db
    .selectFrom('credit_memos')
    .select(['id', 'request_hash'])
    .where('account_id', '=', ctx.accountId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row ? { memoId: row.id, requestHash: row.request_hash } : null
}

const MAX_TRIES = 5

/**
 * Inserts a memo with the given number, or with the next number of the sequence. Returns the number, or null
 * when it is used.
 */
export async function insertMemo(
  ctx: Ctx,
  memo: NewMemo,
  number: string | undefined,
): Promise<string | null> {
  if (number !== undefined) return insertNumbered(ctx, memo, number)
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const taken = await insertNumbered(ctx, memo, await takeNumber(ctx, 'credit_memo'))
    if (taken !== null) return taken
    await skipUsedNumbers(ctx, 'credit_memo')
  }
  return null
}

async function insertNumbered(ctx: Ctx, memo: NewMemo, number: string): Promise<string | null> {
  const result = await sql<{ number: string }>`
    insert into credit_memos (account_id, id, customer_id, number, state, currency, issued_on, reason, total_minor, received, created_by,
      created_at, request_id, request_hash)
    values (${ctx.accountId}, ${memo.id}, ${memo.customerId}, ${number}, 'open', ${memo.currency}, ${memo.issuedOn}, ${memo.reason},
      ${memo.totalMinor}, ${memo.received ?? false}, ${staffId(ctx)}, ${asDate(ctx.now)}, ${memo.requestId}, ${memo.requestId && memo.requestHash})
    on conflict (account_id, lower(number)) do nothing returning number`.execute(ctx.db)
  return result.rows[0]?.number ?? null
}

export async function setVoid(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('credit_memos')
    .set({ state: 'void' })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

export interface NewApplication {
  readonly id: string
  readonly memoId: string
  readonly invoiceId: string
  readonly amountMinor: bigint
  readonly requestId: string
  readonly requestHash: Buffer
}

/**
 * Inserts an application. Returns false when its request_id exists already; waits for a concurrent insert of
 * the same one.
 */
export async function insertApplication(ctx: Ctx, application: NewApplication): Promise<boolean> {
  const result = await sql<{ id: string }>`
    insert into credit_applications (account_id, id, credit_memo_id, invoice_id, amount_minor, applied_at, applied_by, request_id, request_hash)
    values (${ctx.accountId}, ${application.id}, ${application.memoId}, ${application.invoiceId}, ${application.amountMinor},
      ${asDate(ctx.now)}, ${staffId(ctx)}, ${application.requestId}, ${application.requestHash})
    on conflict (account_id, request_id) where request_id is not null do nothing returning id`.execute(ctx.db)
  return result.rows.length > 0
}

/** Returns the hash of an earlier request with this request_id, or undefined. */
export async function readRequestHash(ctx: Ctx, requestId: string): Promise<Buffer | undefined> {
  const row = await ctx.db
    .selectFrom('credit_applications')
    .select('request_hash')
    .where('account_id', '=', ctx.accountId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row?.request_hash ?? undefined
}

/** Returns the applications of a memo, oldest first. */
export async function readApplications(ctx: Ctx, memoId: string): Promise<Application[]> {
  const result = await sql<Application>`
    select a.id, a.invoice_id as "invoiceId", i.number as "invoiceNumber", a.amount_minor as "amountMinor", a.applied_at as "appliedAt",
      a.unapplied_at as "unappliedAt"
    from credit_applications a join invoices i on i.account_id = a.account_id and i.id = a.invoice_id
    where a.account_id = ${ctx.accountId} and a.credit_memo_id = ${memoId} order by a.applied_at, a.id`.execute(
    ctx.db,
  )
  return result.rows
}

export async function markUnapplied(ctx: Ctx, memoId: string, id: string): Promise<void> {
  await ctx.db
    .updateTable('credit_applications')
    .set({ unapplied_at: asDate(ctx.now), unapplied_by: staffId(ctx) })
    .where('account_id', '=', ctx.accountId)
    .where('credit_memo_id', '=', memoId)
    .where('id', '=', id)
    .execute()
}
