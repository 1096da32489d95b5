import { type RawBuilder, sql } from 'kysely'
import type { StatementKind } from '../../../../domain/statements/statement-kind.ts'
import type { StatementPeriod } from '../../../../domain/statements/statement-period.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { idsInOrder, listedIds } from '../../../platform/db/rows/id-lists.ts'
import { unnestRows } from '../../../platform/db/rows/unnest-rows.ts'
import type { StatementRow } from '../tables.ts'

export type NewStatement = Omit<StatementRow, 'account_id' | 'to_address' | 'mail_ids' | 'sent_at'>

/** Adds issued statements. None exists for its customer, currency, kind and period: the customers are locked. */
export async function insertStatements(ctx: Ctx, rows: readonly NewStatement[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.db
    .insertInto('statements')
    .values(rows.map((row) => ({ ...row, account_id: ctx.accountId })))
    .execute()
}

/** Returns the issued statements of customers for a period. */
export const selectIssued = (
  ctx: Ctx,
  customerIds: readonly string[],
  kind: StatementKind,
  { from, to }: StatementPeriod,
): Promise<StatementRow[]> =>
  ctx.db
    .selectFrom('statements')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .where('kind', '=', kind)
    .where('period_from', '=', from)
    .where('period_to', '=', to)
    .execute()

/** Notes to whom statements left, and with which messages. */
export async function markSent(
  ctx: Ctx,
  sent: readonly { readonly id: string; readonly to: string; readonly mailIds: readonly string[] }[],
): Promise<void> {
  const rows = sent.map(({ id, to, mailIds }) => ({ id, to_address: to, mail_ids: mailIds.join(',') }))
  await sql`update statements s set to_address = r.to_address, mail_ids = string_to_array(r.mail_ids, ',')::uuid[], sent_at = ${asDate(ctx.now)}
    from ${unnestRows('r', { id: 'uuid', to_address: 'text', mail_ids: 'text' }, rows)}
    where s.account_id = ${ctx.accountId} and s.id = r.id`.execute(ctx.db)
}

/** Returns the statement that a message carries; null when it carries none. */
export async function findStatementOfMail(
  ctx: Ctx,
  mailId: string,
): Promise<Pick<StatementRow, 'customer_id' | 'run_id'> | null> {
  const { rows } = await sql<Pick<StatementRow, 'customer_id' | 'run_id'>>`
    select s.customer_id, s.run_id from mail_messages m
      join statements s on s.account_id = m.account_id and s.id = m.related_id
    where m.account_id = ${ctx.accountId} and m.id = ${mailId} and m.related_type = 'statement'`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

export interface ListedStatement extends StatementRow {
  readonly short_name: string
  /** Delivery of the last message to the first address; null once the message was deleted. */
  readonly status: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'canceled' | null
}

const statementsOf = (ctx: Ctx, customerId: string | null) =>
  sql`s.account_id = ${ctx.accountId} and ${customerId === null ? sql`true` : sql`s.customer_id = ${customerId}`}`

const listedRows = (page: RawBuilder<unknown>) => sql<ListedStatement>`
    select s.*, k.short_name, d.status from statements s
      join customers k on k.account_id = s.account_id and k.id = s.customer_id
      left join mail_messages d on d.account_id = s.account_id and d.id = s.mail_ids[1] ${page}`

/** Returns a page of issued statements, the latest first, with the names of their customers. */
export async function selectStatements(
  ctx: Ctx,
  customerId: string | null,
  limit: number,
  offset: number,
): Promise<{ count: number; rows: ListedStatement[] }> {
  const own = statementsOf(ctx, customerId)
  const counted = await sql<{
    count: number
  }>`select count(*)::int as count from statements s where ${own}`.execute(ctx.db)
  const page = sql`where ${own} order by s.closed_at desc, s.id desc limit ${limit} offset ${offset}`
  const { rows } = await listedRows(page).execute(ctx.db)
  return { count: counted.rows[0]!.count, rows }
}

/** Returns the ids of issued statements, the latest first, 16 bytes each. */
export const selectStatementIds = (ctx: Ctx, customerId: string | null): Promise<Buffer> =>
  idsInOrder(
    ctx,
    sql`select s.id from statements s where ${statementsOf(ctx, customerId)} order by s.closed_at desc, s.id desc`,
  )

/** Returns these statements in their order. */
export async function selectStatementsByIds(ctx: Ctx, ids: readonly string[]): Promise<ListedStatement[]> {
  const page = sql`join (${listedIds(ids)}) page on page.id = s.id where s.account_id = ${ctx.accountId} order by page.key`
  return (await listedRows(page).execute(ctx.db)).rows
}

/** Returns an issued statement; null when there is none. */
export const findStatement = async (ctx: Ctx, id: string): Promise<StatementRow | null> =>
  (await ctx.db
    .selectFrom('statements')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirst()) ?? null
